import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { userName } from "#server/secret/file-owners.ts";

const isRoot = process.getuid?.() === 0;
/** "nobody", or the user who runs the tests. */
const USER = isRoot ? 65534 : (process.getuid?.() ?? 0);
const skip =
  isRoot &&
  spawnSync(process.execPath, ["scripts/migrate.ts", "--help"], { uid: USER }).status !== 0
    ? "another user may not read the checkout"
    : false;

const root = mkdtempSync(join(tmpdir(), "kanaat-owners-"));
chmodSync(root, 0o755);
after(() => rmSync(root, { recursive: true, force: true }));

const { PATH, NODE_COMPILE_CACHE = join(root, "compiled") } = process.env;
const ENV = { PATH, NODE_COMPILE_CACHE };

let folders = 0;
/** An empty folder that belongs to the server's user. */
function newFolder(): string {
  const folder = join(root, `${++folders}`);
  mkdirSync(folder);
  chownSync(folder, USER, USER);
  return folder;
}

/** Runs as root if the tests do, unless another user is given. */
function start(args: string[], DATA_DIR: string, uid?: number): ChildProcess {
  return spawn(process.execPath, args, {
    env: { ...ENV, DATA_DIR, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot && uid !== undefined && { uid, gid: uid }),
  });
}

async function run(args: string[], dataDir: string, uid?: number) {
  const child = start(args, dataDir, uid);
  // A server that starts in spite of this would keep running.
  child.stdout?.on("data", (printed) => String(printed).includes("//localhost") && child.kill());
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, "exit"),
  ]);
  return { code, output: output + errors };
}
const command = (name: string, args: string[], dataDir: string) =>
  run([`scripts/${name}.ts`, ...args], dataDir);

function ownersIn(folder: string): number[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return [...new Set(paths.map((path) => statSync(path).uid))];
}

describe("a command that root runs", { skip: skip || (!isRoot && "needs root") }, () => {
  it("gives what it makes to the folder's owner, who can work with it (R359)", async () => {
    const [dataDir, backups] = [newFolder(), newFolder()];
    const migrated = await command("migrate", [], dataDir);
    assert.equal(migrated.code, 0);
    assert.match(migrated.output, new RegExp(`Gave files that root made in ${dataDir} to nobody`));
    assert.equal((await command("verify", ["--database"], dataDir)).code, 0);
    const backup = join(backups, "of", "today");
    assert.equal((await command("backup", [backup], dataDir)).code, 0);
    assert.equal((await command("restore", [backup, "--replace"], dataDir)).code, 0);
    assert.deepEqual([ownersIn(dataDir), ownersIn(backups)], [[USER], [USER]]);
    // A new path inside a folder of that user.
    const inside = join(newFolder(), "data");
    assert.equal((await command("restore", [backup], inside)).code, 0);
    assert.deepEqual(ownersIn(join(inside, "..")), [USER]);
    const again = await run(["scripts/migrate.ts"], dataDir, USER);
    assert.equal(again.output, "The tables are up to date.\n");
  });

  it("does so after a failure and a signal too (R359)", async () => {
    const failed = newFolder();
    const replaced = await command("secret", ["replace", "--no-such-option"], failed);
    assert.deepEqual([replaced.code, ownersIn(failed)], [2, []]);
    const program = (then: string) => `
      import { writeFileSync, mkdirSync } from "node:fs";
      import { runCommand } from "./scripts/command.ts";
      await runCommand({ call: "", help: "", accepts: () => true }, async () => {
        mkdirSync(process.env.DATA_DIR + "/uploads");
        writeFileSync(process.env.DATA_DIR + "/uploads/1", "");
        ${then}
      });`;
    const node = (then: string) => ["--input-type=module", "-e", program(then)];
    assert.equal((await run(node('throw new Error("no")'), failed)).code, 1);
    assert.deepEqual(ownersIn(failed), [USER]);
    const ended = newFolder();
    const wait = 'console.log("waits"); await new Promise(() => setInterval(() => {}, 1000));';
    const child = start(node(wait), ended);
    await once(child.stdout as NodeJS.ReadableStream, "data");
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [143, null]);
    assert.deepEqual(ownersIn(ended), [USER]);
  });

  it("gives nothing that lies elsewhere or that it did not make (R359)", async () => {
    const [dataDir, elsewhere] = [newFolder(), join(root, "elsewhere")];
    mkdirSync(elsewhere);
    const names = ["shadow", "linked"].map((name) => join(elsewhere, name));
    for (const path of names) writeFileSync(path, "of root");
    const [, linked = ""] = names;
    symlinkSync(elsewhere, join(dataDir, "uploads"));
    linkSync(linked, join(dataDir, "kanaat.images"));
    writeFileSync(join(dataDir, "kanaat.env"), "of root");
    assert.equal((await command("migrate", [], dataDir)).code, 0);
    assert.deepEqual(ownersIn(elsewhere), [0]);
    assert.equal(statSync(join(dataDir, "kanaat.env")).uid, 0);
    assert.equal(statSync(join(dataDir, "kanaat.sqlite")).uid, USER);
  });

  it("keeps what it makes in a folder of root's", async () => {
    const dataDir = join(root, "of-root");
    const { output } = await command("migrate", [], dataDir);
    assert.doesNotMatch(output, /Gave/);
    assert.deepEqual(ownersIn(dataDir), [0]);
  });
});

describe("a server", { skip }, () => {
  const server = ["server/main.ts", "--dev"];
  const put = (dataDir: string, name: string, mode: number, uid = USER) => {
    const path = join(dataDir, name);
    if (name.endsWith("/")) mkdirSync(path, { recursive: true, mode });
    else writeFileSync(path, "");
    chmodSync(path, mode);
    chownSync(path, uid, uid);
    return path.replace(/\/$/, "");
  };

  /** What is printed for each folder when this user's server would work in it. */
  async function refusals(dataDirs: string[]): Promise<string[]> {
    const program = `import { requireUsable } from "./server/secret/file-owners.ts";
      for (const dataDir of process.argv.slice(1))
        console.log(await requireUsable(dataDir).then(() => "", (error) => error.message));`;
    const args = ["--input-type=module", "-e", program, ...dataDirs];
    return (await run(args, "", USER)).output.trimEnd().split("\n");
  }

  it("refuses to start where it cannot write to what it uses (R359)", async () => {
    const names = ["kanaat.sqlite", "kanaat.sqlite-wal", "kanaat.lock", "uploads/", "images/0a/"];
    const dataDirs = names.map(newFolder);
    const modes = names.map((name) => (name.endsWith("/") ? "0500" : "0400"));
    const lines = names.map((name, i) => {
      const [dataDir = "", mode = ""] = [dataDirs[i], modes[i]];
      if (name.startsWith("images")) put(dataDir, "images/", 0o700);
      const path = put(dataDir, name, Number.parseInt(mode, 8));
      return `${path} has the mode ${mode}, so that ${userName(USER)}, as whom this server runs, cannot use it: run chmod -R u+rwX ${dataDir}`;
    });
    assert.deepEqual(await refusals(dataDirs), lines);
    const { code, output } = await run(server, dataDirs[0] ?? "", USER);
    assert.deepEqual([code, output], [1, `${lines[0]}\n`]);
  });

  it("refuses to start where root has left files, also among pictures (R359)", {
    skip: !isRoot && "needs root",
  }, async () => {
    const names = ["kanaat.sqlite-shm", "images/0a/"];
    const dataDirs = names.map(newFolder);
    const lines = names.map((name, i) => {
      const dataDir = dataDirs[i] ?? "";
      if (name.startsWith("images")) put(dataDir, "images/", 0o700);
      const path = put(dataDir, name, 0o700, 0);
      return `${path} belongs to root, and this server runs as nobody: run chown -R ${USER}:${USER} ${dataDir}`;
    });
    assert.deepEqual(await refusals(dataDirs), lines);
  });

  it("refuses to start as root among another user's files (R359)", {
    skip: !isRoot && "needs root",
  }, async () => {
    const dataDir = newFolder();
    const path = put(dataDir, "kanaat.sqlite", 0o600);
    const { code, output } = await run(server, dataDir);
    assert.equal(code, 1);
    assert.equal(
      output,
      `${path} belongs to nobody, and this server runs as root: run it as nobody\n`,
    );
    assert.deepEqual(readdirSync(dataDir), ["kanaat.sqlite"]);
  });

  it("takes a secret that it may only read, and what is not its own", async () => {
    const dataDir = newFolder();
    put(dataDir, "kanaat.secret", 0o400);
    put(dataDir, "kanaat.sqlite.copy", 0o000);
    assert.deepEqual(await refusals([dataDir]), [""]);
    assert.deepEqual(await refusals([join(dataDir, "none")]), [""]);
    assert.ok(!existsSync(join(dataDir, "none")));
  });
});
