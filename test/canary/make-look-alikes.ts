/** Owns the look-alikes: texts that resemble secrets and are none, seeded. */
import { DIGITS, HEX, LOWER, seededRandom, UPPER, type SeededRandom } from "./seeded-random.ts";

const WORDS =
  "risk task token budget learn pipeline secret agent memory session index archive password reset limit parser render stream worker policy vector cache shard branch merge retry window service account access refresh manager schema".split(
    " ",
  );
const ALNUM = UPPER + LOWER + DIGITS;

type Maker = (random: SeededRandom) => string;

const uuid: Maker = (random) =>
  [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join("-");
const words = (random: SeededRandom, joint: string, count: number): string =>
  Array.from({ length: count }, () => random.pick(WORDS)).join(joint);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const camel: Maker = (random) =>
  random.pick(WORDS) +
  Array.from({ length: 2 + random.below(2) }, () => capital(random.pick(WORDS))).join("");
const base64 = (random: SeededRandom, length: number): string => random.text(`${ALNUM}+/`, length);

const MAKERS: readonly Maker[] = [
  (r) => r.text(HEX, 40),
  (r) => `commit ${r.text(HEX, 40)}`,
  (r) => `index ${r.text(HEX, 7)}..${r.text(HEX, 7)} 100644`,
  (r) => `${r.text(HEX, 40)}\trefs/heads/${words(r, "-", 2)}`,
  (r) => `git checkout ${r.text(HEX, 12)} -- src/${words(r, "/", 2)}.ts`,
  uuid,
  (r) => `"sessionId":"${uuid(r)}"`,
  (r) => `"uuid":"${uuid(r)}","parentUuid":"${uuid(r)}"`,
  (r) => `request id ${uuid(r)} took ${r.below(900)} ms`,
  (r) => `"integrity": "sha512-${base64(r, 86)}=="`,
  (r) => `integrity sha1-${base64(r, 27)}=`,
  (r) => `sha256:${r.text(HEX, 64)}`,
  (r) => `checksum = "${r.text(HEX, 64)}"`,
  (r) => `h1:${base64(r, 43)}=`,
  (r) => `data:image/png;base64,iVBORw0KGgo${base64(r, 240)}`,
  (r) => `<img src="data:image/jpeg;base64,/9j/${base64(r, 180)}">`,
  (r) => base64(r, 76),
  (r) => `sk-${words(r, "-", 3)}`,
  (r) => `${r.pick(["risk", "task", "disk", "desk"])}-${words(r, "-", 4)}`,
  (r) => `task-${r.pick(["a", "b", "0"]).repeat(48)}`,
  (r) => `toolu_${r.text(ALNUM, 24)}`,
  (r) => `msg_${r.text(ALNUM, 24)}`,
  (r) => `call_${r.text(ALNUM, 24)}`,
  (r) => `"requestId":"req_${r.text(ALNUM, 24)}"`,
  (r) =>
    `!function(e,t){var n=e.${r.text(LOWER, 1)}${r.below(9)},r=t[${r.below(99)}];return n.token=r.secret||t.key}(${r.text(LOWER, 2)},${r.text(LOWER, 2)});`,
  (r) => `const ${camel(r)} = ${camel(r)}.${camel(r)}(${r.below(100)});`,
  (r) => `const token = await ${camel(r)}(${r.below(9)});`,
  (r) => `max_tokens: ${r.below(9000) + 1000}, token_count=${r.below(90000)}`,
  (r) => `"input_tokens":${r.below(90000)},"cache_read_input_tokens":${r.below(90000)}`,
  (r) => `password: string; secret: ${capital(camel(r))}; token?: Token${r.below(9)}`,
  (r) => `if (password === ${camel(r)}) return "${words(r, " ", 3)}";`,
  (r) => `password = req.body.${camel(r)}`,
  (r) => `API_KEY=\${${words(r, "_", 2).toUpperCase()}}`,
  (r) => `api_key: process.env.${words(r, "_", 3).toUpperCase()}`,
  (r) => `token: \${{ secrets.${words(r, "_", 2).toUpperCase()} }}`,
  (r) => `export OPENAI_API_KEY=<your-${words(r, "-", 2)}-key>`,
  (r) => `export OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxx${"x".repeat(r.below(20))}`,
  (r) => `Authorization: Bearer $${words(r, "_", 2).toUpperCase()}`,
  (r) => `Authorization: Bearer <${words(r, "_", 2)}>`,
  (r) => `"Authorization": \`Bearer \${${camel(r)}}\``,
  (r) => `PASSWORD=changeme # ${words(r, " ", 3)}`,
  (r) => `postgres://${r.pick(WORDS)}:\${DB_PASSWORD}@localhost:5432/${r.pick(WORDS)}`,
  () => "postgres://postgres:postgres@localhost:5432/app",
  (r) =>
    `http://localhost:${3000 + r.below(5000)}/@vite/client?t=${1700000000000 + r.below(99999999)}`,
  (r) => `https://example.test/${words(r, "/", 3)}/${r.text(HEX, 40)}`,
  (r) =>
    `https://registry.example.test/@scope/${words(r, "-", 2)}/-/${words(r, "-", 2)}-${r.below(9)}.${r.below(20)}.${r.below(20)}.tgz`,
  (r) => `src/${words(r, "/", 3)}/password-${r.pick(WORDS)}.test.ts:${r.below(900)}:${r.below(90)}`,
  (r) => `import { ${camel(r)} } from "./${words(r, "-", 3)}.ts";`,
  (r) =>
    `the secret is ${r.pick(["patience", "simple", "out", "documented-in-the-readme"])} and the token is ${r.pick(["missing", "invalid", "expired"])}`,
  (r) =>
    `비밀번호는 ${r.pick(["설정하지 않았습니다", "필요합니다", "바꿔야 합니다"])} (${r.below(99)})`,
  (r) => `パスワードを${r.pick(["変更しました", "忘れた場合", "入力してください"])} ${r.below(99)}`,
  (r) => `密码${r.pick(["错误", "不能为空", "已重置"])} ${r.below(99)}`,
  (r) => `"keywords": ["${words(r, '", "', 4)}"]`,
  (r) =>
    `2026-03-17T09:00:${10 + r.below(49)}.${100 + r.below(899)}Z [${r.pick(WORDS)}] token refresh in ${r.below(900)}ms`,
  (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(r, 43)} ${r.pick(WORDS)}@host`,
  (r) => `-----BEGIN CERTIFICATE-----\nMIIC${base64(r, 60)}\n-----END CERTIFICATE-----`,
  (r) => `if (text.startsWith("-----BEGIN RSA PRIVATE KEY-----")) ${camel(r)}();`,
  (r) => `nextPageToken: "${r.text(ALNUM, 32)}"`,
  (r) => `"cacheKey":"${words(r, ":", 2)}:${r.below(9999)}"`,
  (r) => `fingerprint SHA256:${base64(r, 43)}`,
  (r) => `ETag: W/"${r.text(HEX, 32)}"`,
  (r) => `.${words(r, "-", 2)}_${r.text(LOWER + DIGITS, 6)}{color:#${r.text(HEX, 6)}}`,
  (r) => `main.${r.text(HEX, 20)}.js chunk-${r.text(UPPER + DIGITS, 8)}.mjs`,
  (r) =>
    `passwordHint: "${words(r, " ", 4)}", tokenLimit: ${r.below(9000)}, secretName: "${words(r, "-", 3)}"`,
  (r) => `docker run -u 1000:1000 -p ${8000 + r.below(900)}:80 img@sha256:${r.text(HEX, 64)}`,
  (r) => `"_resolved": "https://example.test/x-${r.below(9)}.tgz#${r.text(HEX, 40)}"`,
  (r) => `[redacted:github-pat:${r.text(HEX, 8)}] password=[redacted:password:${r.text(HEX, 8)}]`,
  (r) =>
    `token_type: ${r.pick(["bearer", "refresh"])}, auth_mode: ${words(r, "_", 2)}, secretRef: ${words(r, "-", 3)}`,
  (r) => `x-request-id: ${r.text(HEX, 32)}`,
  (r) => `traceparent: 00-${r.text(HEX, 32)}-${r.text(HEX, 16)}-01`,
];

/** `count` look-alikes: each shape as often as the others. */
export function makeLookAlikes(seed: number, count = 1000): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) =>
    (MAKERS[index % MAKERS.length] ?? uuid)(random),
  );
}
