import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { providePostgres, query } from "../engines.ts";
import { gather, type Kind, lostVotes, type Seen, watch } from "./watching.ts";

const LASTS_MS = 4000;
const BACK_WITHIN_MS = 5000;
const GOOD = new Set([200, 201, 409]);

interface Trouble {
  name: string;
  engine: Engine;
  /** The folder that becomes a small separate file system, below DATA_DIR. */
  folder: "." | "images";
  begin(path: string): void;
  end(path: string): void;
  /** The calls that are refused meanwhile; all others continue. */
  refuses: Kind[];
}

const full = { begin: fill, end: free };
const readOnly = {
  begin: (path: string) => remount(path, "ro"),
  end: (path: string) => remount(path, "rw"),
};

const TROUBLES: Trouble[] = [
  { name: "disk full", engine: "sqlite", folder: ".", ...full, refuses: ["vote", "upload"] },
  { name: "disk full", engine: "postgres", folder: ".", ...full, refuses: ["upload"] },
  { name: "pictures' disk full", engine: "sqlite", folder: "images", ...full, refuses: ["upload"] },
  {
    name: "pictures read-only",
    engine: "sqlite",
    folder: "images",
    ...readOnly,
    refuses: ["upload"],
  },
];

/** Takes the disk away from a running product, then gives it back. */
export async function loseDisks(options: { preload: string | undefined }): Promise<string[]> {
  if (process.getuid?.() !== 0) {
    console.log("disk: skipped, because only root may mount a small file system");
    return [];
  }
  const endPostgres = await providePostgres();
  const found: string[] = [];
  for (const trouble of TROUBLES) found.push(...(await endure(trouble, options.preload)));
  endPostgres();
  return found;
}

async function endure(trouble: Trouble, preload: string | undefined): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance(trouble.engine);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const path = join(instance.dataDir, trouble.folder);
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", path]);
  atEnd.defer(() => void execFileSync("umount", ["--lazy", path]));
  const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "fatal" } });
  await server.start();
  atEnd.defer(() => server.kill());

  const crowd = await gather(server.url, 20, LASTS_MS + BACK_WITHIN_MS + 1000);
  const { pid } = server;
  let [gone, back] = [0, 0];
  const seen = await watch(crowd, ["read", "vote", "upload"], async (elapsed) => {
    await sleep(300);
    trouble.begin(path);
    gone = elapsed();
    await sleep(LASTS_MS);
    back = elapsed();
    trouble.end(path);
    await sleep(BACK_WITHIN_MS + 500);
  });
  const found = judge(trouble, seen, gone, back);
  if (server.pid !== pid || !server.running) found.push("the product has another process id");
  found.push(...(await lostVotes(instance, crowd)), ...(await lostPictures(instance)));
  return found.map((line) => `${trouble.engine}, ${trouble.name}: ${line}`);
}

function judge({ name, engine, refuses }: Trouble, seen: Seen[], gone: number, back: number) {
  const found: string[] = [];
  const refused = seen.filter(({ status, code }) => status === 503 && code === "storage_full");
  const lastBad = Math.max(0, ...refused.map(({ at, took }) => at + took - back));
  console.log(
    `${engine}, ${name}: ${seen.length} calls, ${refused.length} refused; ` +
      `all well ${Math.round(lastBad)} ms after it was back`,
  );
  for (const kind of refuses) {
    if (!refused.some((one) => one.kind === kind)) found.push(`no ${kind} was refused`);
  }
  for (const { kind, at, status, code } of seen) {
    // A machine that is also busy otherwise may answer so.
    const good = GOOD.has(status ?? 0) || code === "overloaded";
    if (!good && !(code === "storage_full" && refuses.includes(kind)))
      found.push(`${kind} got ${status} ${code} ${Math.round(at - gone)} ms after`);
  }
  if (lastBad > BACK_WITHIN_MS) found.push(`not back ${Math.round(lastBad)} ms later`);
  return found;
}

/** Rows whose picture is missing, and pictures without a row. */
async function lostPictures(instance: Instance): Promise<string[]> {
  const rows = await query<{ image: string | null }>(
    instance,
    "select image from surveys union all select image from options union all select image from users",
  );
  const named = new Set(rows.flatMap(({ image }) => image?.split("/").at(-2) ?? []));
  const root = join(instance.dataDir, "images");
  const kept = new Set(readdirSync(root).flatMap((shard) => readdirSync(join(root, shard))));
  return [
    ...[...named].filter((name) => !kept.has(name)).map((name) => `the picture ${name} is missing`),
    ...[...kept].filter((name) => !named.has(name)).map((name) => `nothing names picture ${name}`),
  ];
}

function fill(path: string): void {
  for (let bytes = 1 << 20; bytes >= 1; bytes >>= 2) {
    try {
      for (let i = 0; ; i++) writeFileSync(join(path, `filler-${bytes}-${i}`), "x".repeat(bytes));
    } catch {
      // Full for pieces of this size.
    }
  }
}

function free(path: string): void {
  for (const name of readdirSync(path)) if (name.startsWith("filler")) rmSync(join(path, name));
}

function remount(path: string, mode: "ro" | "rw"): void {
  execFileSync("mount", ["-o", `remount,${mode}`, path]);
}
