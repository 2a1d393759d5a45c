import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { DAY_MS, DAY_S, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { getSite } from "#contract/endpoints/site.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import * as limits from "#contract/limits.ts";
import { GROUP_VOTERS } from "#contract/shapes/groups.ts";
import { Variables } from "#server/config/config.ts";
import { findUnknownSettings, SETTING_NAMES } from "#server/config/unknown-settings.ts";
import { CONSENT_VERSION } from "#server/features/accounts/consents.ts";
import { LIFETIME_MS } from "#server/features/email/mail-links.writes.ts";
import { KEPT_MS as MARKS_KEPT_MS } from "#server/features/votes/vote-marks.writes.ts";
import { GIVE_UP_MS } from "#server/mail/mail.ts";
import { type Condition, isCondition, type TextNode } from "#web/ui/text-node.ts";
import { parseText } from "../build/markdown.ts";

const read = (file: string) => readFileSync(file, "utf8");
const defaults: Record<string, unknown> = Variables.parse({});
const countedDays =
  Math.max(...Object.values(limits.RATE_LIMITS).map((one) => one.perSeconds)) / DAY_S;
const days = Math.max(...limits.UNASKED_LETTERS.map((one) => one.perSeconds)) / DAY_S;

const VERSION = `Sürüm: ${CONSENT_VERSION}`;

/** Sentences shown to people, with the numbers that the code uses. */
const SENTENCES: Record<string, readonly string[]> = {
  about: [`En az ${limits.SEALED_FROM_VOTES} oy alan bir anket bitince`],
  support: [
    `en az ${limits.OPTION_COUNT.min}, en fazla ${limits.OPTION_COUNT.max} şık`,
    `en az ${GROUP_VOTERS.one} kişilik grupların`,
    `sonuçları ise ${limits.SHOWN_FROM_VOTES} oydan ya da planlanan bitişten önce kimseye görünmez`,
    `${limits.ESTABLISHED_DAYS} günden yeni hesaplar bu sayıya katılmaz`,
    `bağlantı ${LIFETIME_MS.reset / MINUTE_MS} dakika geçerlidir`,
  ],
  privacy: [
    VERSION,
    `yalnızca en az ${GROUP_VOTERS.one} kişilik grupların`,
    `En az ${limits.SEALED_FROM_VOTES} oy alan bir anket bitince`,
    `Anketin bitişinden ${MARKS_KEPT_MS / DAY_MS} gün sonra`,
    `en fazla ${["", "bir", "iki", "üç", "dört", "beş"][limits.KNOWN_BROWSERS_MAX]} tane`,
    `son girişinizden ${limits.KNOWN_PLACE_DAYS} gün sonra`,
    `kayıttan ${limits.REGISTRATION_NETWORK_DAYS} gün sonra`,
    `en fazla ${["", "bir", "iki"][countedDays]} gün boyunca sayılır`,
    `en fazla ${GIVE_UP_MS / HOUR_MS} saat, veritabanında bekler`,
  ],
  kvkk: [
    VERSION,
    `**Bildirimleriniz:** ${limits.NOTIFICATION_LIFETIME_DAYS} gün.`,
    `Anket sona erdikten ${MARKS_KEPT_MS / DAY_MS} gün sonra`,
    `en fazla ${limits.REMEMBERED_SESSION_DAYS} gün, değilse ${limits.SESSION_HOURS} saat`,
    `son girişinizden ${limits.KNOWN_PLACE_DAYS} gün sonra`,
    `kayıttan ${limits.REGISTRATION_NETWORK_DAYS} gün sonra`,
    `denemelerinin sayaçları en geç ${["", "bir", "iki"][countedDays]} gün,`,
    `e-postaların sayaçları en geç ${["", "bir", "iki"][days]} gün sonra`,
    `sunucuda ${limits.DRAFT_LIFETIME_DAYS} gün`,
  ],
};

/** What the privacy policy says about data that pages keep in the browser, by storage key. */
const KEPT_IN_BROWSER: Record<string, string> = {
  token: "oturum anahtarınız",
  expires_at: "oturum anahtarınız",
  "replaced-token": "oturum anahtarınız",
  "kanaat-token": "oturum anahtarınız",
  isLogin: "kaldığınız yer",
  isLogout: "kaldığınız yer",
  "known-browsers": "bu tarayıcıda giriş yaptığınızı gösteren anahtarlar",
  "signed-in-before": "daha önce giriş yapıldığı",
  "passkey-used": "geçiş anahtarı kullanıldığı",
  "email-verified-at": "e-posta adresinin doğrulandığı an",
  "choice:": "seçtiğiniz **şık**",
  "waiting:": "veremediğiniz **oyun şıkkı**",
  "install-offer": "kaç oy verildiği",
  "option-order": "şıkları hangi sırayla gördüğünüz",
  "code-attempt": "istediğiniz **kodun anahtarı**",
  registration: "kayıt formu",
  "registration-link": "kayıt formu",
  "registration-sent": "kayıt formu",
  "provider-trip": "başka bir sağlayıcıyla girişin",
  "provider-newcomer": "başka bir sağlayıcıyla girişin",
  "mail-link:": "**bağlantının anahtarı**",
  "verify-later": "ertelediğiniz hatırlatmalar",
  "strip-room": "notun **yüksekliği**",
  "resumed-act": "kaldığınız yer",
  "reloaded-for": "kaldığınız yer",
  "carried:": "kaldığınız yer",
};

/** The words that an installation with these offers shows. */
function wordsOf(nodes: readonly TextNode[], offers: Partial<Record<Condition, boolean>>): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if ("daysOf" in node) return "";
      if ("condition" in node && offers[node.condition] !== node.expected) return "";
      return wordsOf(node.children, offers);
    })
    .join(" ");
}

const shownWhere = (mail: boolean, providers: boolean): string =>
  globSync("content/*.md", { exclude: ["content/README.md"] })
    .map((file) => wordsOf(parseText(read(file), file, {}), { mail, providers }))
    .join("\n");

describe("the texts of the site", () => {
  for (const [name, sentences] of Object.entries(SENTENCES)) {
    it(`contain the numbers that the code uses: ${name} (R388)`, () => {
      const text = read(`content/${name}.md`);
      assert.deepEqual(
        sentences.filter((sentence) => !text.includes(sentence)),
        [],
      );
    });
  }

  it("mention mail and providers only where the installation has them (R388)", () => {
    assert.deepEqual(Object.keys(siteShape()).filter(isCondition), ["mail", "providers"]);
    const [promised, missing] = [
      /göndeririz|e-postalar gönderir/,
      /e-posta göndermez|göndermediği/,
    ];
    assert.match(shownWhere(true, true), promised);
    assert.doesNotMatch(shownWhere(true, true), missing);
    assert.match(shownWhere(false, false), missing);
    assert.doesNotMatch(shownWhere(false, false), promised);
    assert.match(shownWhere(false, true), /sağlayıcıdan adınızı/);
    assert.doesNotMatch(shownWhere(true, false), /sağlayıcıdan adınızı/);
  });

  it("promise nothing temporary (R388)", () => {
    assert.doesNotMatch(shownWhere(true, true) + shownWhere(false, false), /henüz|bugün için/i);
  });

  it("name everything that pages keep in the browser (R388)", () => {
    const keys = storageKeys();
    assert.ok(keys.length > 15, keys.join());
    assert.deepEqual(
      keys.filter((key) => !(key in KEPT_IN_BROWSER)),
      [],
    );
    const privacy = read("content/privacy.md");
    assert.deepEqual(
      Object.values(KEPT_IN_BROWSER).filter((words) => !privacy.includes(words)),
      [],
    );
  });
});

function siteShape(): object {
  return getSite.answers[200].shape.item.shape;
}

/** The keys under which the product's pages write to localStorage and sessionStorage. */
function storageKeys(): string[] {
  const sources = globSync("web/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
  const found = sources.flatMap((file) => {
    const source = read(file);
    if (!/\b(browserStorage|tabStorage)\.set\(/.test(source)) return [];
    const constants = [...source.matchAll(/const \w+ = "([a-z:_-]+)";/gi)].map(([, key]) => key);
    const patterns = [...source.matchAll(/const key = `([a-z-]+:)\$/g)].map(([, key]) => key);
    return [...constants, ...patterns].filter((key) => key !== undefined);
  });
  return [...new Set(found)];
}

const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "content/README.md",
  "deploy/README.md",
  ...globSync("docs/*.md").filter((file) => file !== "docs/rules-coverage.md"),
];
const documents = DOCUMENTS.map((file) => [file, read(file)] as const);
/** Every text between backticks in the documents, with the file's name. */
const quoted = documents.flatMap(([file, text]) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => [file, words] as const),
);
const readme = read("README.md");
const { scripts } = JSON.parse(read("package.json"));

describe("the documents", () => {
  it("list every setting with its default (R389)", () => {
    assert.deepEqual(
      SETTING_NAMES.filter((name) => !readme.includes(`\`${name}\``)),
      [],
    );
    const rows = [...readme.matchAll(/^\| (`[A-Z].*?) \|(.*?)\|/gm)];
    assert.ok(rows.length > 30);
    const wrong = rows.flatMap(([, names = "", said = ""]) =>
      wordsIn(names)
        .filter((name) => name in defaults)
        .filter((name) => !says(said.trim(), defaults[name]))
        .map((name) => `${name}: ${said}, not ${defaults[name]}`),
    );
    assert.deepEqual(wrong, []);
    const elsewhere = documents.flatMap(([file, text]) =>
      [...text.matchAll(/`([A-Z][A-Z_]+)` \((\d+)\)/g)]
        .filter(([, name = "", said]) => name in defaults && String(defaults[name]) !== said)
        .map(([words]) => `${file}: ${words}`),
    );
    assert.deepEqual(elsewhere, []);
  });

  it("name no setting that does not exist (R389)", () => {
    const ofRelease = read("deploy/release.sh");
    const unknown = quoted.flatMap(([file, words]) => {
      const [, name] = /^([A-Z][A-Z0-9_]+)(?:=.*)?$/.exec(words) ?? [];
      if (!name || ofRelease.includes(name)) return [];
      const faults = findUnknownSettings({ [name]: "x" });
      return faults.map((fault) => `${file}: ${fault}`);
    });
    assert.deepEqual(unknown, []);
  });

  it("name the browsers that the build is for (R389)", () => {
    const [, list = ""] = /const BROWSERS = \[(.*)\]/.exec(read("vite.config.ts")) ?? [];
    const versions = Object.fromEntries(
      [...list.matchAll(/"([a-z]+)([\d.]+)"/g)].map(([, name, version]) => [name, version]),
    );
    assert.equal(versions.chrome, versions.edge);
    const { chrome, firefox, safari } = versions;
    const sentence = `Chrome and Edge from ${chrome}, Firefox from ${firefox}, Safari from ${safari} on`;
    assert.ok(readme.includes(sentence), sentence);
  });

  it("name commands that there are, CONTRIBUTING all of them (R389)", () => {
    const named = documents.flatMap(([file, text]) =>
      [...text.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)].map(([, name = ""]) => ({ file, name })),
    );
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter(({ name }) => !(name in scripts)),
      [],
    );
    const contributing = read("CONTRIBUTING.md");
    const missing = Object.keys(scripts).filter((name) => {
      const short = name.startsWith("bench:") ? `\`:${name.slice("bench:".length)}\`` : name;
      return ![name, short].some((one) => contributing.includes(one));
    });
    assert.deepEqual(
      missing.filter((name) => !documents.some(([, text]) => text.includes(`npm run ${name}`))),
      [],
    );
  });

  it("name files that exist (R389)", () => {
    assert.ok(quoted.length > 1000);
    const files = globSync(
      "{*,{bench,content,contract,deploy,docs,e2e,scripts,server,testing,web}/**}",
    );
    const missing = quoted.filter(([, words]) => {
      if (!/^(?!DATA_DIR)[\w@.-]+(\/[\w@.-]+)+\.\w+$|^[\w.-]+\.(ts|tsx|mjs)$/.test(words))
        return false;
      return !files.some((file) => `/${file}`.endsWith(`/${words}`));
    });
    assert.deepEqual(missing, []);
  });

  it("name every event of the security log (R389)", () => {
    const source = read("server/http/server/security-log.ts");
    const [, union = ""] = /type SecurityEvent =(.+?)\n\n/s.exec(source) ?? [];
    const events = [...union.matchAll(/\| "(\w+)"/g)].map(([, event = ""]) => event);
    assert.ok(events.length > 20, events.join());
    const list = read("docs/operations.md")
      .split("\n")
      .find((line) => line.startsWith("- `event`: "));
    assert.deepEqual(wordsIn(list ?? "").toSorted(), ["event", ...events].toSorted());
  });

  it("are right that nobody votes without an account", () => {
    assert.match(readme, /It does not have today: .*votes without an account/);
    assert.equal(castVote.auth, "required");
  });
});

const wordsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** Whether a cell of README names this default; a missing default need not be named. */
function says(cell: string, value: unknown): boolean {
  if (value === undefined || `${value}` === "") return cell === "" || /file|none/.test(cell);
  const onOff = value ? "on" : "off";
  return wordsIn(cell).includes(typeof value === "boolean" ? onOff : `${value}`);
}
