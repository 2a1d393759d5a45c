import assert from "node:assert/strict";
import { it } from "node:test";
import { LINE_RULES } from "./line-rules.ts";

const complaintsAbout = (line: string, file: string) =>
  LINE_RULES.filter((rule) => rule.holdsIn(file) && rule.isBrokenBy(line)).map(
    ({ complaint }) => complaint,
  );

const DURATION = "take this duration from contract/durations.ts";
const FILE = "server/mail/mail.ts";

for (const line of [
  "const LIFETIME_MS = 24 * 60 * 60 * 1000;",
  "const KEPT_MS = 30 * 24 * 3600 * 1000;",
  "const DAY_MS = 24 * HOUR;",
  "const [MINUTE, HOUR] = durations;",
  "const EVERY_MS = 86_400_000;",
  "const oldest = now - days * 86400000;",
  "  register: { max: 20, perSeconds: 3600 },",
  "const hours = seconds / 3_600;",
  "  idleMs: 60_000,",
  "  clock.advance(120_000);",
  "  kanaat.clock.advance(900000);",
  "  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);",
  "const later = new Date(Date.now() + 3 * 60_000);",
  "      ? { maxAge: 31_536_000, includeSubDomains: true }",
]) {
  it(`refuses a duration that is spelled out: ${line.trim()}`, () => {
    assert.deepEqual(complaintsAbout(line, FILE), [DURATION]);
  });
}

for (const line of [
  "const GRACE_MS = 30_000;",
  "  idleMs: 5 * MINUTE_MS,",
  "  clock.advance(MINUTE_MS + 1);",
  '  const NAMED = "public, max-age=3600, stale-if-error=86400";',
  "  const limits = { sendingMs: MINUTE_MS, heldBytes: 300_000 };",
  '  "ş".repeat(60_000),',
  '  it("refuses an answer that began in another browser (R267)", async () => {',
  '  const words = "told";',
  '  import { x } from "#contract/x.ts";',
]) {
  it(`accepts ${line.trim()}`, () => assert.deepEqual(complaintsAbout(line, FILE), []));
}

for (const [line, isRefused] of [
  ["        Türkiye'nin her yerinden", true],
  [`  return \`%\${percent}'\${ending}\`;`, true],
  ['  "WhatsApp\'ta paylaş",', true],
  ["        Türkiye’nin her yerinden", false],
  ['  summary: "The caller\'s own account",', false],
  ["  /** Türkiye'nin */", false],
] as const) {
  it(`${isRefused ? "refuses" : "accepts"} the apostrophe of ${line.trim()}`, () => {
    const complaints = complaintsAbout(line, "web/features/home/hero.tsx");
    assert.deepEqual(complaints, isRefused ? ["write ’ for the apostrophe"] : []);
  });
}

for (const line of [
  "// The votes of before stay.",
  " * Whoever has the link may see it.",
  '  it("tells whoever asks", async () => {',
  '  test("a vote is answered as unknown (R281)", async () => {',
  'describe("reading anew", () => {',
  '    "answers a token (R19)",',
  "    it(`is told by mail (R269)`, async (t) => {",
  '  it.only("is kept for good", () => {',
  '  it("refuses what one may only see: forbidden", async () => {',
  'describe("deleting one\'s account", () => {',
  '  it("goes with the account (R251)", async (t) => {',
]) {
  it(`refuses quaint words: ${line.trim()}`, () => {
    assert.deepEqual(complaintsAbout(line, "web/ui/x.test.ts"), [
      "say this in the words of STYLE.md",
    ]);
  });
}

for (const line of [
  `const ESCAPES = { "&": "&amp;", "<": "&lt;" };`,
  'const escaped = text.replaceAll("<", "&lt;");',
  `const escaped = text.replaceAll("'", "&#39;");`,
]) {
  it(`refuses a second escaping: ${line.trim()}`, () => {
    assert.deepEqual(complaintsAbout(line, FILE), ["escape this with contract/html.ts"]);
    assert.deepEqual(complaintsAbout(line, "contract/html.ts"), []);
  });
}

for (const line of [
  '  const BUTTON = { background: "#cc211e" };',
  "  color: #FFF;",
  "  --color-shade: oklch(0.23 0.035 262 / 0.45);",
  "  box-shadow: 0 1px 2px rgb(0 0 0 / 0.2);",
  '  <path fill="#0b132080" />',
]) {
  it(`refuses a colour beside the palette: ${line.trim()}`, () => {
    for (const file of ["web/styles/app.css", FILE]) {
      assert.deepEqual(complaintsAbout(line, file), [
        "take this colour from contract/palette.ts or contract/tiles.ts",
      ]);
    }
    assert.deepEqual(complaintsAbout(line, "contract/palette.ts"), []);
    assert.deepEqual(complaintsAbout(line, "web/testing/fixtures.ts"), []);
  });
}

for (const [line, complaint] of [
  ['  const shares = sharesOf("single", counts);', /kind of ballot/],
  ["    select 1 from votes where survey_id = 1 and user_id = 2", /voters/],
  ["    left join votes on votes.user_id = input.viewer", /voters/],
] as const) {
  it(`refuses ${line.trim()}`, () => {
    const found = complaintsAbout(line, "server/features/surveys/feeds.reads.ts");
    assert.equal(found.length, 1);
    assert.match(found[0] ?? "", complaint);
  });
}

it("accepts kinds of ballots and voters where they are defined", () => {
  const kind = 'sql.lit("single")';
  assert.deepEqual(complaintsAbout(kind, "server/features/ballots/ballots.reads.ts"), []);
  const voter = "where votes.user_id = 1";
  assert.deepEqual(complaintsAbout(voter, "server/features/voters/voters.reads.ts"), []);
});

it("accepts spelled-out durations in the module that names them and in migrations", () => {
  const line = "const DAY_MS = 24 * 3_600_000;";
  assert.deepEqual(complaintsAbout(line, "contract/durations.ts"), []);
  assert.deepEqual(complaintsAbout(line, "server/db/migrations/041-x.ts"), []);
});
