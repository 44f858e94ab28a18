/** Owns the Japanese time words, and those that Japanese and Chinese write alike. */

export const JAPANESE_WORDS = `
day=0: 今日, 本日, きょう
day=-1: 昨日, きのう
day=-2: 一昨日, おととい
day=-3: 一昨々日, さきおととい
day=1: 明日, あした
day=2: 明後日, あさって
day=0 part=morning: 今朝, けさ
day=0 part=night: 今夜, 今晩
day=-1 part=night: 昨夜, 昨晩, ゆうべ
otherday: 先日, この前, この間, こないだ
part=dawn weak: 未明, 明け方
part=early weak: 早朝
part=morning weak: 朝
part=am weak: 午前
part=noon weak: 昼, お昼
part=daytime weak: 昼間, 日中
part=pm weak: 午後
part=evening weak: 夕方
part=night weak: 夜, 晩
part=late weak: 深夜, 夜中
hour=12 exact weak: 正午
hour=24 exact weak: 真夜中
week=0: 今週
week=-1: 先週
week=-2: 先々週, 先先週
week=1: 来週
week=2: 再来週
weekend=0: 今週末, 今週の土日, この週末
weekend=0 weak: 週末, 土日
weekend=-1: 先週末, 先週の土日, 先週の週末
weekend=-2: 先々週末
weekend=1: 来週末
weekday=1: 月曜, 月曜日
weekday=2: 火曜, 火曜日
weekday=3: 水曜, 水曜日
weekday=4: 木曜, 木曜日
weekday=5: 金曜, 金曜日
weekday=6: 土曜, 土曜日
weekday=0: 日曜, 日曜日
months=0: 今月
months=-1: 先月
months=-2: 先々月, 先先月
months=1: 来月
years=0: 今年, 本年
years=-1: 去年, 昨年
years=-2: 一昨年, おととし
years=1: 来年
quarters=0: 今四半期
quarters=-1: 前四半期, 先四半期
half=1: 上半期
half=2: 下半期
edge=1: 初め, はじめ, 初旬, 上旬, 頭
edge=2: 中旬, 半ば, 中頃
edge=3: 末, 下旬, 終わり
months=0 edge=1 weak: 月初
months=0 edge=3 weak: 月末
years=0 edge=1 weak: 年初, 年明け
years=0 edge=3 weak: 年末
count=5 nearest=2: 数
count=0.5 halfpast: 半
unit=second: 秒
unit=minute as=minute: 分
unit=minute: 分間
unit=hour: 時間
unit=day as=dom: 日
unit=day: 日間
unit=week: 週, 週間
unit=month: ヶ月, か月, カ月, ヵ月, ケ月, ヶ月間, か月間, カ月間
unit=year as=year: 年
unit=year: 年間
as=month: 月
as=hour: 時
as=quarter: 四半期
backward before=2: 前
before=2: 以前, より前, の前
since=2: から, 以降, 以来, 以後
until=2: まで, までに
apart: の間
and: と
link: 第
within: 以内
lastly: 過去, 過去の, ここ, この, 直近, 直近の, 最近, 最近の
last: 前の
void: 次の, 今度の, 毎週, 毎日, 毎月, 毎年, 毎朝, 毎晩, 翌
about: 頃, ごろ, ころ, くらい, ぐらい, 前後
tail=2: に, には
tail: の, は, も, で, での, 中
session=last-session: 前回, 前回のセッション, 前のセッション, 直前のセッション, 最後のセッション, 前回の会話
session=before-compaction: 圧縮前, 圧縮の前, 圧縮する前, 圧縮される前, コンパクション前, コンパクションの前, コンパクト前
session=earlier: さっき
session=just-now: 先ほど, さきほど, 先程, たった今, ついさっき, 今さっき
block: 事前, 直前, 目前, 前回答, 今日本語, 今日本当, 今年度, 昨年度, 朝鮮, 夜間, 初めて, はじめて
`;
