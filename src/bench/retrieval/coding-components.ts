/** Owns the parts of a program that generated coding sessions are about, named as people of four languages name them. */
import type { HistoryLanguage } from "../history/language-words.ts";

/** The first wording is what a session says, the second what a later question may say. */
export type Wordings = Readonly<Record<HistoryLanguage, readonly [string, string]>>;

export interface CodingComponent {
  readonly file: string;
  readonly test: string;
  readonly symbol: string;
  readonly names: Wordings;
}

export const codingComponents: readonly CodingComponent[] = [
  {
    file: "src/auth/refresh-token.ts",
    test: "test/auth/refresh-token.test.ts",
    symbol: "refreshAccessToken",
    names: {
      en: ["the token refresh", "renewing the login token"],
      ko: ["로그인 토큰 갱신", "토큰 재발급"],
      ja: ["ログイントークンの更新", "トークン再発行"],
      zh: ["登录令牌刷新", "令牌续期"],
    },
  },
  {
    file: "src/net/event-stream.ts",
    test: "test/net/event-stream.test.ts",
    symbol: "openEventStream",
    names: {
      en: ["the event stream", "streaming of live events"],
      ko: ["이벤트 스트림", "실시간 이벤트 수신"],
      ja: ["イベントストリーム", "イベントのリアルタイム受信"],
      zh: ["事件流", "实时事件推送"],
    },
  },
  {
    file: "src/upload/chunk-queue.ts",
    test: "test/upload/chunk-queue.test.ts",
    symbol: "drainChunkQueue",
    names: {
      en: ["the upload queue", "uploading large files"],
      ko: ["업로드 대기열", "큰 파일 업로드"],
      ja: ["アップロードキュー", "大きなファイルのアップロード"],
      zh: ["上传队列", "大文件上传"],
    },
  },
  {
    file: "src/billing/invoice-export.ts",
    test: "test/billing/invoice-export.test.ts",
    symbol: "exportInvoices",
    names: {
      en: ["the invoice export", "the monthly invoices"],
      ko: ["청구서 내보내기", "월별 청구서"],
      ja: ["請求書の出力", "毎月の請求書"],
      zh: ["发票导出", "每月发票"],
    },
  },
  {
    file: "src/search/suggest-index.ts",
    test: "test/search/suggest-index.test.ts",
    symbol: "buildSuggestIndex",
    names: {
      en: ["the search suggestions", "autocomplete of the search box"],
      ko: ["검색어 추천", "검색창 자동완성"],
      ja: ["検索候補", "検索欄の補完"],
      zh: ["搜索建议", "搜索框补全"],
    },
  },
  {
    file: "src/jobs/nightly-backup.ts",
    test: "test/jobs/nightly-backup.test.ts",
    symbol: "runNightlyBackup",
    names: {
      en: ["the nightly backup", "backups at night"],
      ko: ["야간 백업", "밤에 도는 백업"],
      ja: ["夜間バックアップ", "夜のバックアップ"],
      zh: ["夜间备份", "晚上的备份"],
    },
  },
  {
    file: "src/db/connection-pool.ts",
    test: "test/db/connection-pool.test.ts",
    symbol: "acquireConnection",
    names: {
      en: ["the connection pool", "database connections"],
      ko: ["커넥션 풀", "데이터베이스 커넥션"],
      ja: ["コネクションプール", "データベース接続プール"],
      zh: ["连接池", "数据库连接"],
    },
  },
  {
    file: "src/mail/digest-mailer.ts",
    test: "test/mail/digest-mailer.test.ts",
    symbol: "sendWeeklyDigest",
    names: {
      en: ["the weekly digest mail", "the summary mail"],
      ko: ["주간 요약 메일", "요약 메일 발송"],
      ja: ["週次ダイジェストメール", "まとめメール"],
      zh: ["每周摘要邮件", "摘要邮件"],
    },
  },
];
