// Moves a SQLite installation to PostgreSQL and an S3 store and back, where each step is killed --kills
// times before it may end; a restore then continues, a backup starts again:
//   npm run bench:move -- --votes 1000000 --pictures 300 [--kills 3] [--sabotage]
// All printed checksums must be the same in all three places, and the product must give the same
// responses. --sabotage raises a counter of votes on the way, which must be found. TMPDIR says where
// everything is stored: a million votes take some 2 GB.
// Rules: R278.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fillInstance } from "#testing/fill-instance.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { asWebp } from "#testing/picture-parts.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { providePostgres, query } from "../engines.ts";

const { values } = parseArgs({
  options: {
    votes: { type: "string", default: "20000" },
    pictures: { type: "string", default: "100" },
    kills: { type: "string", default: "3" },
    sabotage: { type: "boolean", default: false },
  },
});
const VOTES = Number(values.votes);
const PICTURES = Number(values.pictures);
const KILLS = Number(values.kills);
/** Approximately what `fillInstance` gives a survey. */
const VOTES_A_SURVEY = 10;
const WIDTHS = [320, 640, 800, 1280];
const PATHS = [
  "/api/surveys?limit=20",
  "/api/surveys?order=popular&limit=20",
  "/api/users/popular",
];

interface Place {
  name: string;
  instance: Instance;
  env: NodeJS.ProcessEnv;
}

interface Checksums {
  rows: string;
  pictures: string;
}

/** Runs a script of the product to its end, after killing some earlier runs; returns its output. */
async function run(what: string, { env, instance }: Place, script: string, ...args: string[]) {
  let killAfterMs = 400;
  for (let kill = 0; kill <= KILLS; kill++) {
    const again = kill > 0 && script === "restore" ? ["--replace"] : [];
    const begun = performance.now();
    const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args, ...again], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        DATA_DIR: instance.dataDir,
        DATABASE_URL: instance.databaseUrl ?? "",
        ...env,
      },
    });
    const lines = linesOf(child);
    const exit = once(child, "close").then(([code]): number => code ?? -1);
    const isKilled =
      kill < KILLS && (await Promise.race([exit, sleep(killAfterMs, null)])) === null;
    if (isKilled) child.kill("SIGKILL");
    const code = await exit;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (code === 0) {
      console.log(`${what}: ${seconds} s`);
      return lines;
    }
    if (!isKilled) throw new Error(`${what} failed`);
    console.log(`${what}: killed after ${seconds} s`);
    killAfterMs *= 3;
  }
  throw new Error(`${what} never ended`);
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on("line", (line) => lines.push(line));
  return lines;
}

/** The checksums in the output of a backup or a restore. */
function checksumsIn(lines: readonly string[]): Checksums {
  const sum = (of: string) =>
    lines
      .find((line) => line.startsWith(`checksum of the ${of} `))
      ?.split(" ")
      .at(-1) ?? "";
  return { rows: sum("rows"), pictures: sum("pictures") };
}

/** Stores pictures in the instance's image folder, and assigns them to surveys. */
async function fillPictures(instance: Instance): Promise<void> {
  const sql = await openPlainSql(instance);
  await sql.run("begin");
  for (let i = 0; i < PICTURES; i++) {
    const id = randomBytes(16).toString("hex");
    const folder = join(instance.dataDir, "images", id.slice(0, 2), id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const width of WIDTHS)
      await writeFile(join(folder, `${width}.webp`), asWebp(randomBytes(width * 40)), {
        mode: 0o600,
      });
    const path = `/images/${id.slice(0, 2)}/${id}/1280.webp`;
    await sql.run(`update surveys set image = '${path}' where id = ${i + 1}`);
  }
  await sql.run("commit");
  await sql.close();
}

/** The product's responses for an instance. */
async function responses({ instance, env }: Place): Promise<string> {
  const server = new ServerProcess(instance, { env: { ...env, LOG_LEVEL: "fatal" } });
  await server.start();
  const texts = await Promise.all(
    PATHS.map(async (path) => (await fetch(server.url + path)).text()),
  );
  const [{ image } = { image: "" }] = await query<{ image: string }>(
    instance,
    "select image from surveys where id = 1",
  );
  const picture = await fetch(server.url + image);
  texts.push(`${picture.status} ${(await picture.arrayBuffer()).byteLength}`);
  await server.stop();
  return texts.join("\n");
}

const found: string[] = [];
const stopPostgres = await providePostgres();
await using s3 = await S3Server.start();
await using atEnd = new AsyncDisposableStack();
atEnd.defer(async () => stopPostgres());

async function place(name: string, engine: "sqlite" | "postgres", env = {}): Promise<Place> {
  const instance = await createInstance(engine);
  atEnd.use(instance.atEnd);
  return { name, instance, env };
}

const start = await place("SQLite and a folder", "sqlite");
const away = await place("PostgreSQL and S3", "postgres", s3.env);
const back = await place("SQLite and a folder again", "sqlite");
const server = new ServerProcess(start.instance);
await server.start();
await server.stop();
await fillInstance(start.instance, Math.ceil(VOTES / VOTES_A_SURVEY));
await fillPictures(start.instance);
const [counted] = await query<{ vote_count: number }>(
  start.instance,
  "select count(*) as vote_count from votes",
);
console.log(`${counted?.vote_count} votes, ${PICTURES} pictures`);

const places = [start, away, back];
let sums: Checksums | undefined;
// No server runs meanwhile, because its jobs would change rows.
for (const [i, from] of places.entries()) {
  const backup = join(start.instance.dataDir, `backup-${i}`);
  const made = checksumsIn(await run(`backup of ${from.name}`, from, "backup", backup, "--whole"));
  console.log(`checksum of the rows ${made.rows}\nchecksum of the pictures ${made.pictures}`);
  sums ??= made;
  if (made.rows !== sums.rows || !made.rows) found.push(`${from.name} has other rows`);
  if (made.pictures !== sums.pictures) found.push(`${from.name} has other pictures`);
  const to = places[i + 1];
  if (!to) break;
  await run(`restore to ${to.name}`, to, "restore", backup);
  if (values.sabotage && to === away)
    await query(
      to.instance,
      "update options set vote_count = vote_count + 1 where id = (select min(id) from options)",
    );
}
const before = await responses(start);
for (const one of [away, back])
  if ((await responses(one)) !== before) found.push(`${one.name} returns something else`);
for (const one of found) console.log(`FOUND: ${one}`);
console.log(found.length === 0 ? "Nothing changed." : `${found.length} promises broken`);
process.exitCode = found.length > 0 === values.sabotage ? 0 : 1;
