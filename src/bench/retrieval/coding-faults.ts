/** Owns what goes wrong in generated coding sessions: symptom, cause and cure as people of four languages tell them. */
import type { Wordings } from "./coding-components.ts";

export interface CodingFault {
  /** As it stands in logs. */
  readonly code: string;
  /** The line that tools print, often many times. */
  readonly log: string;
  readonly symptom: Wordings;
  readonly cause: Wordings;
  readonly cure: Wordings;
  /** Line that goes and line that comes. */
  readonly patch: readonly [string, string];
}

export const codingFaults: readonly CodingFault[] = [
  {
    code: "ECONNRESET",
    log: "Error: read ECONNRESET at TLSWrap.onStreamRead",
    symptom: {
      en: ["drops after about a minute", "keeps disconnecting"],
      ko: ["1분쯤 지나면 끊겨요", "자꾸 끊기는"],
      ja: ["一分ほどで切れます", "すぐ切断される"],
      zh: ["一分钟左右就断开", "总是掉线"],
    },
    cause: {
      en: [
        "the proxy closes idle sockets after 60 seconds and nothing is sent in between",
        "idle sockets closed by the proxy",
      ],
      ko: [
        "프록시가 60초 동안 조용한 소켓을 닫는데 그사이 아무것도 보내지 않습니다",
        "프록시가 조용한 소켓을 닫음",
      ],
      ja: [
        "プロキシが60秒間無通信のソケットを閉じるのに、その間何も送っていません",
        "プロキシが無通信のソケットを閉じる",
      ],
      zh: ["代理会关闭空闲60秒的套接字，而这期间没有发送任何数据", "代理关闭空闲套接字"],
    },
    cure: {
      en: ["send a heartbeat comment every 20 seconds", "heartbeat every 20 seconds"],
      ko: ["20초마다 하트비트를 보내게 했습니다", "20초 하트비트"],
      ja: ["20秒ごとにハートビートを送るようにしました", "20秒ごとのハートビート"],
      zh: ["改为每20秒发送一次心跳", "20秒心跳"],
    },
    patch: ["const heartbeatMs = 0;", "const heartbeatMs = 20_000;"],
  },
  {
    code: "ERR_CLOCK_SKEW",
    log: "401 Unauthorized: ERR_CLOCK_SKEW issued in the future",
    symptom: {
      en: ["fails with 401 on some machines only", "is rejected on a few computers"],
      ko: ["일부 장비에서만 401로 실패합니다", "몇몇 컴퓨터에서만 거부되는"],
      ja: ["一部のマシンだけ401で失敗します", "一部の端末だけ拒否される"],
      zh: ["只在部分机器上报401失败", "在个别电脑上被拒绝"],
    },
    cause: {
      en: [
        "those hosts run 90 seconds ahead, so the issue time lies in the future for the server",
        "hosts whose time is ahead",
      ],
      ko: [
        "그 호스트들의 시계가 90초 빨라서 서버가 보기에 발급 시각이 미래입니다",
        "시계가 빠른 호스트",
      ],
      ja: [
        "そのホストの時計が90秒進んでいて、サーバーから見ると発行時刻が未来です",
        "時計が進んだホスト",
      ],
      zh: ["那些主机的时钟快了90秒，服务器认为签发时间在未来", "时钟偏快的主机"],
    },
    cure: {
      en: ["allow two minutes of leeway when the issue time is checked", "two minutes of leeway"],
      ko: ["발급 시각 검사에 2분의 여유를 두었습니다", "2분 여유"],
      ja: ["発行時刻の検査に2分の余裕を持たせました", "2分の余裕"],
      zh: ["检查签发时间时允许两分钟误差", "两分钟误差"],
    },
    patch: ["const leewaySeconds = 0;", "const leewaySeconds = 120;"],
  },
  {
    code: "ENOSPC",
    log: "Error: ENOSPC: no space left on device, write",
    symptom: {
      en: ["stops half way and leaves an empty file", "ends early with nothing in it"],
      ko: ["중간에 멈추고 빈 파일만 남깁니다", "도중에 멈춰서 빈 파일이 남는"],
      ja: ["途中で止まり空のファイルが残ります", "途中で止まって中身が空になる"],
      zh: ["中途停止并留下空文件", "做到一半就停，文件是空的"],
    },
    cause: {
      en: [
        "temporary parts are written to /tmp, which is a 2 GB memory disk, and never removed",
        "left-over parts fill the memory disk",
      ],
      ko: [
        "임시 조각을 2GB 메모리 디스크인 /tmp에 쓰고 지우지 않습니다",
        "남은 임시 조각이 메모리 디스크를 채움",
      ],
      ja: [
        "一時ファイルを2GBのメモリディスクである/tmpに書いたまま消していません",
        "残った一時ファイルがメモリディスクを埋める",
      ],
      zh: ["临时分片写进只有2GB内存盘的/tmp而且从不删除", "残留分片占满内存盘"],
    },
    cure: {
      en: [
        "write parts beside the target and delete them in a finally block",
        "parts beside the target, deleted at the end",
      ],
      ko: ["조각을 대상 옆에 쓰고 finally에서 지우도록 바꿨습니다", "대상 옆에 쓰고 끝나면 삭제"],
      ja: [
        "一時ファイルを出力先の隣に書きfinallyで消すように直しました",
        "出力先の隣に書いて最後に削除",
      ],
      zh: ["改为把分片写在目标旁边并在finally里删除", "写在目标旁边，结束时删除"],
    },
    patch: ["const partFolder = tmpdir();", "const partFolder = dirname(target);"],
  },
  {
    code: "E_DUPLICATE_KEY",
    log: "SqliteError: E_DUPLICATE_KEY UNIQUE constraint failed",
    symptom: {
      en: ["does everything twice now and then", "sometimes produces duplicates"],
      ko: ["가끔 같은 일을 두 번 합니다", "가끔 중복이 생기는"],
      ja: ["ときどき同じ処理を二回行います", "たまに重複が出る"],
      zh: ["偶尔会把同一件事做两遍", "有时出现重复"],
    },
    cause: {
      en: [
        "two workers pick the same row because the select and the update are not one transaction",
        "workers racing for one row",
      ],
      ko: [
        "조회와 갱신이 한 트랜잭션이 아니라서 두 워커가 같은 행을 집습니다",
        "두 워커가 한 행을 두고 경합",
      ],
      ja: [
        "参照と更新が一つのトランザクションでないため二つのワーカーが同じ行を取ります",
        "ワーカーが一つの行を奪い合う",
      ],
      zh: ["查询和更新不在同一个事务里，两个工作进程会取到同一行", "工作进程争抢同一行"],
    },
    cure: {
      en: [
        "claim the row with a single UPDATE ... RETURNING under BEGIN IMMEDIATE",
        "claim with one statement",
      ],
      ko: [
        "BEGIN IMMEDIATE 안에서 UPDATE ... RETURNING 하나로 행을 선점하게 했습니다",
        "한 문장으로 선점",
      ],
      ja: [
        "BEGIN IMMEDIATEの中で一つのUPDATE ... RETURNINGで行を確保するようにしました",
        "一文で確保",
      ],
      zh: ["在BEGIN IMMEDIATE里用一条UPDATE ... RETURNING占用该行", "一条语句占用"],
    },
    patch: ["const row = selectNext.get();", "const row = claimNext.get(workerId);"],
  },
  {
    code: "RangeError",
    log: "RangeError: Invalid string length at Array.join",
    symptom: {
      en: ["crashes for the biggest customer", "breaks with much data"],
      ko: ["가장 큰 고객에서 죽습니다", "데이터가 많으면 터지는"],
      ja: ["一番大きい顧客で落ちます", "データが多いと壊れる"],
      zh: ["遇到最大的客户就崩溃", "数据一多就挂"],
    },
    cause: {
      en: [
        "all rows are joined into one string before a byte is written",
        "everything is held in one string",
      ],
      ko: ["한 바이트도 쓰기 전에 모든 행을 한 문자열로 합칩니다", "전부를 한 문자열로 들고 있음"],
      ja: [
        "一バイトも書かないうちに全行を一つの文字列に連結しています",
        "全部を一つの文字列で持つ",
      ],
      zh: ["在写出任何字节之前把所有行拼成一个字符串", "全部拼在一个字符串里"],
    },
    cure: {
      en: [
        "stream row by row through a generator with back-pressure",
        "streaming instead of one string",
      ],
      ko: ["제너레이터로 한 행씩 흘려보내고 역압을 지키게 했습니다", "한 행씩 스트리밍"],
      ja: ["ジェネレーターで一行ずつ流し背圧を守るようにしました", "一行ずつのストリーミング"],
      zh: ["改用生成器逐行输出并遵守背压", "逐行流式输出"],
    },
    patch: ['return rows.join("\\n");', "yield* rowsOf(cursor);"],
  },
  {
    code: "ETIMEDOUT",
    log: "Error: connect ETIMEDOUT 10.0.4.17:5432",
    symptom: {
      en: ["hangs every Monday morning", "gets stuck at the start of the week"],
      ko: ["월요일 아침마다 멈춥니다", "주초마다 먹통이 되는"],
      ja: ["月曜の朝になると固まります", "週の初めに止まる"],
      zh: ["每到周一早上就卡住", "一到周初就没反应"],
    },
    cause: {
      en: [
        "a report query keeps forty sessions open and the limit is fifty",
        "reports use up the limit",
      ],
      ko: ["보고서 쿼리가 세션 40개를 붙잡고 있는데 한도가 50개입니다", "보고서가 한도를 다 씀"],
      ja: ["レポートのクエリが40セッションを握り、上限が50です", "レポートが上限を使い切る"],
      zh: ["报表查询占着四十个会话，而上限只有五十", "报表占满上限"],
    },
    cure: {
      en: ["move reports to the replica and release after each page", "reports on the replica"],
      ko: ["보고서를 복제본으로 옮기고 페이지마다 반납하게 했습니다", "보고서는 복제본에서"],
      ja: ["レポートをレプリカへ移しページごとに返すようにしました", "レポートはレプリカで"],
      zh: ["把报表移到副本上并且每页之后归还", "报表走副本"],
    },
    patch: ["const reports = primary;", "const reports = replica;"],
  },
  {
    code: "ERR_INVALID_CHAR",
    log: "TypeError [ERR_INVALID_CHAR]: Invalid character in header content",
    symptom: {
      en: ["loses accents and Korean names", "garbles foreign letters"],
      ko: ["한글 이름이 깨져 나옵니다", "글자가 깨지는"],
      ja: ["日本語の名前が化けます", "文字化けする"],
      zh: ["中文名字显示成乱码", "出现乱码"],
    },
    cause: {
      en: [
        "the header is written as latin1 while the body is UTF-8",
        "latin1 header over a UTF-8 body",
      ],
      ko: ["헤더는 latin1로, 본문은 UTF-8로 쓰고 있습니다", "헤더와 본문의 인코딩이 다름"],
      ja: ["ヘッダーはlatin1、本文はUTF-8で書いています", "ヘッダーと本文の符号化が違う"],
      zh: ["头部按latin1写而正文是UTF-8", "头部与正文编码不同"],
    },
    cure: {
      en: [
        "encode the file name after RFC 5987 and set the charset",
        "encode names after RFC 5987",
      ],
      ko: ["파일 이름을 RFC 5987로 인코딩하고 charset을 넣었습니다", "RFC 5987 인코딩"],
      ja: ["ファイル名をRFC 5987で符号化しcharsetを付けました", "RFC 5987で符号化"],
      zh: ["文件名按RFC 5987编码并设置charset", "按RFC 5987编码"],
    },
    patch: ["header(`filename=${name}`);", "header(`filename*=UTF-8''${encodeRfc5987(name)}`);"],
  },
  {
    code: "ERR_DST_GAP",
    log: "warn: ERR_DST_GAP local time 02:30 does not exist",
    symptom: {
      en: ["skipped a day in March", "left out one day in spring"],
      ko: ["3월에 하루를 건너뛰었습니다", "봄에 하루가 빠진"],
      ja: ["三月に一日飛ばしました", "春に一日抜ける"],
      zh: ["三月里漏掉了一天", "春天少了一天"],
    },
    cause: {
      en: [
        "it is scheduled at 02:30 local time, an hour that daylight saving removes",
        "daylight saving removes that hour",
      ],
      ko: [
        "현지 시각 02:30에 잡혀 있는데 서머타임이 그 시간을 없앱니다",
        "서머타임으로 사라진 시간",
      ],
      ja: [
        "現地時刻02:30に予定されていますが、夏時間でその時刻がなくなります",
        "夏時間で消える時刻",
      ],
      zh: ["它定在当地时间02:30，而夏令时会跳过这一小时", "夏令时跳过的一小时"],
    },
    cure: {
      en: ["schedule in UTC and compare with the last run", "scheduling in UTC"],
      ko: ["UTC로 예약하고 마지막 실행과 비교하게 했습니다", "UTC 예약"],
      ja: ["UTCで予定し前回の実行と比べるようにしました", "UTCで予定"],
      zh: ["改用UTC排程并与上次运行比较", "UTC排程"],
    },
    patch: ['at("02:30", localZone)', 'at("01:30", "UTC")'],
  },
  {
    code: "E_STALE_CACHE",
    log: "debug: E_STALE_CACHE hit age=86400s key=v1",
    symptom: {
      en: ["shows yesterday's data after a deploy", "serves old content"],
      ko: ["배포 후에도 어제 데이터를 보여 줍니다", "옛날 내용이 나오는"],
      ja: ["デプロイ後も昨日のデータを表示します", "古い内容が出る"],
      zh: ["部署之后仍显示昨天的数据", "显示旧内容"],
    },
    cause: {
      en: [
        "the cache key holds no build number, so entries outlive the release",
        "entries outlive the release",
      ],
      ko: [
        "캐시 키에 빌드 번호가 없어 항목이 릴리스보다 오래 남습니다",
        "항목이 릴리스보다 오래 남음",
      ],
      ja: [
        "キャッシュキーにビルド番号がなく、項目がリリースより長く残ります",
        "項目がリリースより長く残る",
      ],
      zh: ["缓存键里没有构建号，条目比版本活得更久", "条目比版本活得久"],
    },
    cure: {
      en: ["put the build hash into the key and cap the age at an hour", "build hash in the key"],
      ko: ["키에 빌드 해시를 넣고 수명을 한 시간으로 줄였습니다", "키에 빌드 해시"],
      ja: ["キーにビルドハッシュを入れ寿命を一時間にしました", "キーにビルドハッシュ"],
      zh: ["把构建哈希放进键里并把寿命限制为一小时", "键里放构建哈希"],
    },
    patch: ["const key = `v1:${id}`;", "const key = `${buildHash}:${id}`;"],
  },
  {
    code: "ERR_WORKER_OOM",
    log: "FATAL ERROR: ERR_WORKER_OOM Reached heap limit Allocation failed",
    symptom: {
      en: ["grows until the process is killed", "eats more and more memory"],
      ko: ["메모리가 계속 늘다가 죽습니다", "메모리를 점점 더 먹는"],
      ja: ["メモリが増え続けて落ちます", "メモリをどんどん食う"],
      zh: ["内存一直增长直到被杀死", "越来越吃内存"],
    },
    cause: {
      en: ["each retry adds a listener and none is ever taken off", "listeners pile up"],
      ko: ["재시도마다 리스너를 더하고 하나도 떼지 않습니다", "리스너가 쌓임"],
      ja: ["再試行のたびにリスナーを足し、一つも外していません", "リスナーが溜まる"],
      zh: ["每次重试都加一个监听器而且从不移除", "监听器堆积"],
    },
    cure: {
      en: [
        "register once with an AbortSignal and abort it on close",
        "one listener with an AbortSignal",
      ],
      ko: [
        "AbortSignal로 한 번만 등록하고 닫을 때 해제하게 했습니다",
        "AbortSignal로 한 번만 등록",
      ],
      ja: [
        "AbortSignalで一度だけ登録し閉じるときに外すようにしました",
        "AbortSignalで一度だけ登録",
      ],
      zh: ["改用AbortSignal只注册一次并在关闭时中止", "用AbortSignal只注册一次"],
    },
    patch: ['socket.on("drain", retry);', 'socket.once("drain", retry, { signal });'],
  },
];
