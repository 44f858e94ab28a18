/** Owns what people decide in generated coding sessions. */
import type { HistoryLanguage } from "../history/language-words.ts";
import type { Wordings } from "./coding-components.ts";

export interface CodingDecision {
  readonly topic: Wordings;
  readonly chosen: string;
  readonly rejected: string;
  readonly reason: Readonly<Record<HistoryLanguage, string>>;
}

export const codingDecisions: readonly CodingDecision[] = [
  {
    topic: {
      en: ["config validation", "checking the settings file"],
      ko: ["설정 검증", "설정 파일 검사"],
      ja: ["設定の検証", "設定ファイルの検査"],
      zh: ["配置校验", "配置文件检查"],
    },
    chosen: "Zod",
    rejected: "Ajv",
    reason: {
      en: "its error paths can be read by people",
      ko: "오류 경로를 사람이 읽을 수 있어서",
      ja: "エラーの経路が人に読めるから",
      zh: "错误路径人能看懂",
    },
  },
  {
    topic: {
      en: ["date arithmetic", "calculating with dates"],
      ko: ["날짜 계산", "날짜 연산"],
      ja: ["日付の計算", "日付の演算"],
      zh: ["日期计算", "日期运算"],
    },
    chosen: "Temporal",
    rejected: "Luxon",
    reason: {
      en: "it will be part of the language",
      ko: "언어에 들어올 예정이라서",
      ja: "言語に入る予定だから",
      zh: "以后会成为语言的一部分",
    },
  },
  {
    topic: {
      en: ["the job scheduler", "scheduling of jobs"],
      ko: ["작업 스케줄러", "작업 예약"],
      ja: ["ジョブスケジューラ", "ジョブの予約"],
      zh: ["任务调度器", "任务调度"],
    },
    chosen: "pg-boss",
    rejected: "BullMQ",
    reason: {
      en: "we do not want to run Redis",
      ko: "Redis를 운영하고 싶지 않아서",
      ja: "Redisを運用したくないから",
      zh: "我们不想运维Redis",
    },
  },
  {
    topic: {
      en: ["the log format", "format of our logs"],
      ko: ["로그 형식", "로그 포맷"],
      ja: ["ログ形式", "ログのフォーマット"],
      zh: ["日志格式", "日志的格式"],
    },
    chosen: "logfmt",
    rejected: "plain JSON",
    reason: {
      en: "people read it in the terminal",
      ko: "터미널에서 사람이 읽으니까",
      ja: "端末で人が読むから",
      zh: "大家在终端里看",
    },
  },
  {
    topic: {
      en: ["the package manager", "managing packages"],
      ko: ["패키지 매니저", "패키지 관리"],
      ja: ["パッケージマネージャ", "パッケージ管理"],
      zh: ["包管理器", "包管理"],
    },
    chosen: "pnpm",
    rejected: "yarn",
    reason: {
      en: "it is strict about undeclared imports",
      ko: "선언하지 않은 의존성을 막아 줘서",
      ja: "宣言していない依存を許さないから",
      zh: "它不允许未声明的依赖",
    },
  },
  {
    topic: {
      en: ["the id format", "format of identifiers"],
      ko: ["식별자 형식", "아이디 형식"],
      ja: ["識別子の形式", "IDの形式"],
      zh: ["标识符格式", "编号格式"],
    },
    chosen: "UUIDv7",
    rejected: "nanoid",
    reason: {
      en: "rows stay in the order of time",
      ko: "행이 시간 순서로 남아서",
      ja: "行が時間順に並ぶから",
      zh: "行会按时间排列",
    },
  },
  {
    topic: {
      en: ["the retry policy", "how often we retry"],
      ko: ["재시도 정책", "재시도 횟수"],
      ja: ["再試行の方針", "再試行の回数"],
      zh: ["重试策略", "重试次数"],
    },
    chosen: "full jitter",
    rejected: "fixed backoff",
    reason: {
      en: "clients must not come back all at once",
      ko: "클라이언트가 한꺼번에 돌아오면 안 되니까",
      ja: "クライアントが一斉に戻ってはいけないから",
      zh: "客户端不能同时回来",
    },
  },
  {
    topic: {
      en: ["the test database", "database used in tests"],
      ko: ["테스트 데이터베이스", "테스트용 DB"],
      ja: ["テスト用データベース", "テストのDB"],
      zh: ["测试数据库", "测试用的库"],
    },
    chosen: "a real Postgres in Docker",
    rejected: "an in-memory SQLite",
    reason: {
      en: "locking behaves as in production",
      ko: "잠금이 운영과 똑같이 동작해서",
      ja: "ロックが本番と同じ動きをするから",
      zh: "锁的行为和生产一致",
    },
  },
];
