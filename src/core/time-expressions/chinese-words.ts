/** Owns the Chinese time words, simplified and traditional. */

export const CHINESE_WORDS = `
day=0: 今天
day=-1: 昨天
day=-2: 前天
day=-3: 大前天
day=1: 明天
day=2: 后天, 後天
day=0 part=morning: 今早, 今晨
day=0 part=night: 今晚
day=-1 part=night: 昨晚
day=-2 part=night: 前晚
otherday: 前几天, 前幾天, 前些天, 前阵子, 前陣子
part=dawn weak: 凌晨
part=early weak: 清晨
part=morning weak: 早上, 早晨
part=am weak: 上午
part=noon weak: 中午
part=daytime weak: 白天
part=pm weak: 下午, 午后, 午後
part=evening weak: 傍晚
part=night weak: 晚上, 夜里, 夜裡
part=late weak: 深夜, 半夜
hour=24 exact weak: 午夜
week=0: 这周, 本周, 这星期, 这个星期, 这礼拜, 这个礼拜, 這週, 本週, 這星期, 這個星期, 這個禮拜
week=-1: 上周, 上星期, 上个星期, 上礼拜, 上个礼拜, 上週, 上個星期, 上禮拜, 上個禮拜
week=-2: 上上周, 上上星期, 上上个星期, 上上週, 上上個星期
week=1: 下周, 下星期, 下个星期, 下礼拜, 下个礼拜, 下週, 下個星期, 下禮拜, 下個禮拜
weekend=0: 这周末, 本周末, 这个周末, 這週末, 本週末, 這個週末
weekend=0 weak: 周末
weekend=-1: 上周末, 上个周末, 上週末, 上個週末
weekend=-2: 上上周末, 上上週末
weekend=1: 下周末, 下个周末, 下週末, 下個週末
months=0: 这个月, 本月, 這個月
months=-1: 上个月, 上月, 上個月
months=-2: 上上个月, 上上月, 上上個月
months=1: 下个月, 下月, 下個月
years=-2: 前年
years=-3: 大前年
years=1: 明年
quarters=0: 这个季度, 本季度, 這個季度
quarters=-1: 上个季度, 上季度, 上個季度
half=1: 上半年
half=2: 下半年
edge=1: 初
edge=3: 底
months=0 edge=2 weak: 月中
months=0 edge=3 weak: 月底
years=0 edge=3 weak: 年底
count=5 nearest=2: 几, 幾, 數, 好几, 好幾
unit=minute: 分钟, 分鐘
unit=second: 秒钟, 秒鐘
unit=hour: 小时, 小時, 个小时, 個小時, 钟头, 鐘頭, 个钟头, 個鐘頭
unit=day: 天
unit=week weekword: 周, 週, 星期, 礼拜, 禮拜
unit=week: 个星期, 個星期, 个礼拜, 個禮拜
unit=month: 个月, 個月
as=dom: 号, 號
as=hour: 时
as=hour weak: 点, 點
as=quarter: 季度
oclock: 钟, 鐘
quarterpast: 刻, 刻钟, 刻鐘
backward before=2: 之前, 以前
since=1: 从, 從, 自, 自从, 自從
since=2: 之后, 之後, 以后, 以後
since=3: 起, 开始, 開始
until=2: 为止, 為止
to: 到, 至
apart: 之间, 之間
and: 和, 与, 與, 跟
within: 内, 內, 之内, 之內, 以內
lastly: 近, 过去, 過去, 过去的, 这, 這
void: 每周, 每週, 每天, 每日, 每月, 每年, 每个月, 每晚
about: 左右, 前后, 前後
prep=2: 在, 于, 於
tail: 的, 里, 裡, 时候, 的时候, 期间, 那天, 中
session=last-session: 上次, 上一次, 上回, 上个会话, 上次会话, 上一个会话, 上次对话, 上個會話, 上次會話, 上一個會話
session=before-compaction: 压缩前, 压缩之前, 压缩以前, 壓縮前, 壓縮之前, 壓縮以前
session=earlier: 早些时候, 早些時候
session=just-now: 刚才, 刚刚, 剛才, 剛剛
block: 早上好, 上午好, 中午好, 下午好, 晚上好, 以上, 线上, 線上, 上次数, 上次數, 今天气, 周期, 週期, 周围, 周边, 周年, 初始, 初步, 初次, 底层, 底層, 底部, 末尾, 末端, 来自, 來自, 各自, 一点儿, 一点点, 一点也, 一点都
`;
