import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { freePort } from "#testing/free-port.ts";
import { S3Server } from "#testing/servers/s3-server.ts";

const PASSWORD = "cok/gizli@parola-77";
const S3_SECRET = "baska-bir-gizli-anahtar-4711";
/** Correct calls, by the names in package.json and CONTRIBUTING.md; `audit` is a check. */
const CALLS: Record<string, string[]> = {
  audit: [],
  backup: [],
  demo: [],
  "docs-commands": [],
  doctor: [],
  images: ["copy", "disk", "s3"],
  "invite-people": ["--list"],
  migrate: [],
  openapi: [],
  people: ["find", "ayse", "Deneme"],
  postgres: [],
  restore: [],
  role: ["ayse", "moderator", "Deneme"],
  rules: [],
  secret: ["replace"],
  takedown: ["/surveys/1", "crime", "Deneme"],
  verify: ["--database"],
};
const names = Object.keys(CALLS);
const needingDatabase = [
  "migrate",
  "backup",
  "restore",
  "role",
  "people",
  "invite-people",
  "secret",
  "takedown",
  "verify",
];

const root = mkdtempSync(join(tmpdir(), "kanaat-commands-"));
chmodSync(root, 0o755);
after(() => rmSync(root, { recursive: true, force: true }));
const s3 = await S3Server.start();
after(() => s3[Symbol.asyncDispose]());

const { PATH, NODE_COMPILE_CACHE = join(root, "compiled") } = process.env;
const ENV = { PATH, NODE_COMPILE_CACHE };

let folders = 0;
const newFolder = (): string => join(root, `${++folders}`);

interface Result {
  status: number | null;
  output: string;
}

async function run(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  user?: number,
): Promise<Result> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: {
      ...ENV,
      DATA_DIR: join(newFolder(), "data"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { status, output: output + errors };
}

/** Runs `check` for all, at most as many at once as there are processors. */
async function forEach(all: readonly string[], check: (name: string) => Promise<void>) {
  const left = [...all];
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift()) await check(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function assertPlain(name: string, { output }: Result): void {
  const told = `${name}: ${output}`;
  assert.doesNotMatch(output, /\bat (async )?\S*(file:|node:)/, told);
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), S3_SECRET, "AWS4-HMAC"])
    assert.ok(!output.includes(secret), told);
  const lines = output.trim().split("\n");
  assert.ok(lines.length >= 1 && lines.length <= 3 && lines[0], told);
}

async function assertFails(name: string, result: Result, reason: RegExp): Promise<void> {
  assertPlain(name, result);
  assert.equal(result.status, 1, `${name}: ${result.output}`);
  assert.match(result.output, reason, name);
}

const argsOf = (name: string): string[] => {
  if (name === "backup" || name === "restore") return [newFolder()];
  return CALLS[name] ?? [];
};

/** A folder with a database and its secret, and a backup of both. */
async function newInstallation(): Promise<{ dataDir: string; backup: string }> {
  const [dataDir, backup] = [newFolder(), newFolder()];
  const env = { DATA_DIR: dataDir, MARK_SECRET: "the-secret-of-this-installation-1" };
  assert.equal((await run("secret", ["attest"], env)).status, 0);
  assert.equal((await run("backup", [backup], env)).status, 0);
  return { dataDir, backup };
}
const installation = await newInstallation();

describe("every command", () => {
  it("is tried here, and is run by runCommand", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const own = Object.values(scripts as Record<string, string>).flatMap(
      (line) => /scripts\/([\w-]+)\.ts/.exec(line)?.[1] ?? [],
    );
    for (const name of own.filter((one) => one !== "check")) assert.ok(names.includes(name), name);
    for (const name of names)
      assert.match(readFileSync(`scripts/${name}.ts`, "utf8"), /^await runCommand\(/m, name);
  });

  it("refuses an unknown option and shows the right call (R358)", () =>
    // All do so by `runCommand`; one without names, one with names, one with its own exit code.
    forEach(["migrate", "images", "doctor"], async (name) => {
      const result = await run(name, ["--wohle", ...argsOf(name)]);
      assertPlain(name, result);
      assert.equal(result.status, name === "doctor" ? 3 : 2, result.output);
      assert.match(result.output, /^Unknown option '--wohle'\.\nCall it as: \S.+\n$/);
    }));

  it("refuses names that are missing or too many, and explains itself with --help", async () => {
    const few = await run("secret", []);
    assert.deepEqual([few.status, few.output.split("\n")[0]], [2, "An argument is missing."]);
    const many = await run("migrate", ["now"]);
    assert.deepEqual([many.status, many.output.split("\n")[0]], [2, "Not understood: now"]);
    const { status, output } = await run("backup", ["--help"]);
    assert.equal(status, 0);
    assert.match(output, /^npm run backup -- <new folder> .+\n\nCopies everything/);
  });

  it("names a wrong setting in one line without its value where that is secret (R358)", async () => {
    const wrong = await run("demo", [], { PORT: "abc" });
    await assertFails("demo", wrong, /^PORT=abc is wrong: .+\n$/);
    const short = await run("migrate", [], { MARK_SECRET: "too-short" });
    await assertFails("migrate", short, /^MARK_SECRET=… is wrong: expected at least 32 char\w+\n$/);
  });

  it("says that the secret is not the database's (R358)", async () => {
    const MARK_SECRET = `${S3_SECRET}${S3_SECRET}`;
    const env = { DATA_DIR: installation.dataDir, MARK_SECRET };
    await assertFails(
      "verify",
      await run("verify", ["--database"], env),
      /secret of this database/,
    );
    const restored = await run("restore", [installation.backup], { MARK_SECRET });
    await assertFails("restore", restored, /^MARK_SECRET is not that of the backup/);
  });

  it("says that the database does not exist, without its password (R358)", () =>
    forEach(needingDatabase, async (name) => {
      const address = `postgres://kanaat:${encodeURIComponent(PASSWORD)}@127.0.0.1:1/kanaat`;
      const args = name === "restore" ? [installation.backup] : argsOf(name);
      const result = await run(name, args, { DATABASE_URL: address });
      await assertFails(name, result, /ECONNREFUSED 127\.0\.0\.1:1: check the address/);
    }));

  it("says that the store refuses its key, without the request that it signed (R358)", () =>
    forEach(["backup", "restore", "images"], async (name) => {
      const { dataDir, backup } = installation;
      const args = name === "restore" ? [backup] : argsOf(name);
      const DATA_DIR = name === "restore" ? newFolder() : dataDir;
      const env = { DATA_DIR, ...s3.env, S3_SECRET_ACCESS_KEY: S3_SECRET };
      const result = await run(name, args, env);
      await assertFails(name, result, /403.*: check S3_ACCESS_KEY_ID,/);
    }));

  it("says that the store cannot be reached", async () => {
    const env = { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    const result = await run("images", ["copy", "disk", "s3"], env);
    await assertFails("images", result, /^The image store cannot be reached: .*ECONNREFUSED/m);
  });

  it("says which folder it may not write to, or that there is none (R358)", async (t) => {
    const user = process.getuid?.() === 0 ? 65534 : undefined;
    const trial = spawnSync(process.execPath, ["scripts/migrate.ts", "--help"], { uid: user });
    if (trial.status !== 0) return t.skip("another user may not read the checkout");
    const closed = newFolder();
    mkdirSync(closed, { mode: 0o555 });
    if (user) chownSync(closed, user, user);
    for (const name of ["migrate", "images", "secret"]) {
      const env = { ...s3.env, DATA_DIR: name === "migrate" ? closed : join(closed, "data") };
      const result = await run(name, argsOf(name), env, user);
      await assertFails(
        name,
        result,
        new RegExp(`${closed}\\S*.* [Rr]un it as the user that`, "s"),
      );
    }
  });

  it("finishes where nobody reads what it prints (R384)", async () => {
    const dataDir = newFolder();
    const keys = Array.from(
      { length: 5 },
      (_, i) => `images/0${i}/0${i}${"0".repeat(30)}/640.webp`,
    );
    for (const key of keys) {
      mkdirSync(dirname(join(dataDir, key)), { recursive: true });
      writeFileSync(join(dataDir, key), key);
    }
    const child = spawn(process.execPath, ["scripts/images.ts", "copy", "disk", "s3"], {
      env: { ...ENV, DATA_DIR: dataDir, ...s3.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    child.stderr.destroy();
    assert.deepEqual(await once(child, "exit"), [0, null]);
    for (const key of keys) assert.ok(existsSync(s3.pathOf(dirname(key))), key);
  });

  it("refuses a folder that is not a backup", async () => {
    await assertFails("restore", await run("restore", [newFolder()]), /is not a backup/);
    const broken = newFolder();
    mkdirSync(broken);
    const manifest = join(broken, "backup.json");
    for (const content of ["{", '{"format":2}']) {
      spawnSync("sh", ["-c", 'printf %s "$1" > "$2"', "sh", content, manifest]);
      await assertFails(
        "restore",
        await run("restore", [broken]),
        /is not a backup: its backup.json/,
      );
    }
  });
});
