/** Owns the Korean time words. A blank in a word may be left out. */

export const KOREAN_WORDS = `
day=0: 오늘, 금일
day=-1: 어제, 어저께
day=-2: 그제, 그저께
day=-3: 그끄제, 그끄저께
day=-2 spread: 엊그제, 엊그저께
day=1: 내일
day=2: 모레
day=-1 part=night: 어젯밤, 간밤, 지난밤
day=-1 part=evening: 엊저녁
otherday: 요전날, 얼마 전, 요 며칠
part=dawn weak: 새벽
part=early weak: 이른 아침
part=morning weak: 아침
part=am weak: 오전
part=noon weak: 점심, 점심때
part=daytime weak: 낮, 한낮, 대낮
part=pm weak: 오후
part=evening weak: 저녁, 저녁때
part=night weak: 밤
part=late weak: 심야, 한밤, 한밤중
hour=12 exact weak: 정오
hour=24 exact weak: 자정
week=0: 이번 주, 금주
week=-1: 지난 주, 저번 주
week=-2: 지지난 주, 저저번 주
week=1: 다음 주
week=2: 다다음 주
weekend=0: 이번 주말
weekend=0 weak: 주말
weekend=-1: 지난 주말, 저번 주말, 지난 주 주말
weekend=-2: 지지난 주말
weekend=1: 다음 주말
weekday=1: 월요일, 월욜
weekday=2: 화요일, 화욜
weekday=3: 수요일, 수욜
weekday=4: 목요일, 목욜
weekday=5: 금요일, 금욜
weekday=6: 토요일, 토욜
weekday=0: 일요일, 일욜
months=0: 이번 달, 이달
months=-1: 지난 달, 저번 달
months=-2: 지지난 달, 저저번 달
months=1: 다음 달
years=0: 올해, 금년
years=-1: 작년, 지난 해
years=-2: 재작년, 지지난 해
years=1: 내년
quarters=0: 이번 분기
quarters=-1: 지난 분기, 저번 분기
quarters=1: 다음 분기
half=1: 상반기
half=2: 하반기
edge=1 unit=second: 초
edge=1: 초순, 초반, 초쯤
edge=2: 중순, 중반
edge=3: 말, 하순, 후반, 말쯤
months=0 edge=1 weak: 월초
months=0 edge=3 weak: 월말
years=0 edge=1 weak: 연초
years=0 edge=3 weak: 연말
week=0 edge=1 weak: 주초
count=1 unit=day: 하루
count=2 unit=day: 이틀
count=3 unit=day: 사흘
count=4 unit=day: 나흘
count=5 unit=day: 닷새
count=6 unit=day: 엿새
count=7 unit=day: 이레
count=8 unit=day: 여드레
count=9 unit=day: 아흐레
count=10 unit=day: 열흘
count=15 unit=day: 보름
count=5 nearest=2 unit=day: 며칠
count=2 nearest=1 unit=day: 하루이틀
count=1 unit=week: 일주일
count=0.5 unit=year: 반년
count=1: 한
count=2: 두
count=3: 세, 석
count=4: 네, 넉
count=5: 다섯
count=6: 여섯
count=7: 일곱
count=8: 여덟
count=9: 아홉
count=10: 열
count=11: 열한
count=12: 열두
count=20: 스무
count=5 nearest=2: 몇
count=2 nearest=1: 한두
count=3 nearest=2: 두세, 두어
count=4 nearest=3: 서너
count=0.5 halfpast: 반
unit=minute as=minute: 분
unit=hour: 시간
unit=day as=dom: 일
unit=week: 주, 주일, 주간
unit=month: 달, 개월
unit=year as=year: 년, 년도
as=month: 월, 월달
as=hour: 시
as=quarter: 분기
backward before=2: 전
before=2: 이전
since=2: 부터, 이후, 이후로, 이래, 에서부터
until=2: 까지
tail from=2: 에서
apart: 사이
and: 와, 과, 랑, 이랑, 하고
within: 이내, 안
lastly last: 지난, 저번
lastly: 최근, 요
this: 이번
void: 다음, 매주, 매일, 매달, 매월, 매년, 평일
about: 쯤, 경, 무렵, 즈음, 께
tail=2: 에, 에는, 엔, 에도, 에만
tail: 의, 은, 는, 이, 가, 을, 를, 도, 만, 날, 자, 간, 동안, 중, 중에, 내내, 였나, 였지, 이었나, 이었지
session=last-session: 지난 세션, 저번 세션, 이전 세션, 직전 세션, 마지막 세션, 지난 대화, 지난 번, 저번에, 저번에는
session=before-compaction: 압축 전, 압축 이전, 압축되기 전, 압축하기 전, 컴팩션 전, 컴팩션 이전, 컴팩트 전
session=earlier: 아까, 아까 전
session=just-now: 방금, 방금 전, 조금 전, 좀 전
block: 좋은 아침
`;
