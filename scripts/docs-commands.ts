import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { login } from "#contract/endpoints/account.ts";
import { createApi } from "#testing/api.ts";
import { freePort } from "#testing/free-port.ts";
import { signUp } from "#testing/people.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { runCommand } from "./command.ts";
import { type Documented, readBlocks, readCommands } from "./docs/documented-commands.ts";
import { OperatorsMachine, type Result, type Running } from "./docs/operators-machine.ts";

const command = {
  call: "npm run docs:commands",
  help: `Runs every command of docs/operations.md and deploy/README.md as it is written there, on a machine of
its own (bubblewrap) that has only what the documents have installed: with a release built of this
checkout's commit, PostgreSQL, an S3 store and a mail server. Ends with 1 where one fails. Names those that
cannot run here, with the reason. Takes some minutes.`,
};

const CURRENT = "/opt/kanaat/current";
const CHECKOUT = "/home/kanaat";
const DATA_DIR = "/var/lib/kanaat";
/** It exits with 1 for warnings about this machine, such as few open files. */
const DOCTOR_CODES = [0, 1];
/** The documents' command that lists who guesses passwords. */
const GUESSES = readCommands().find(({ command: line }) => line.startsWith("jq "))?.command ?? "";
/** On SIGTERM npm exits with 143, whatever the exit code of the server that it started. */
const SERVER_CODES = [0, 143];

/** The state of the machine that a command needs; by default a server runs on SQLite. */
interface Situation {
  folder?: string;
  /** No server runs. */
  isStopped?: boolean;
  env?: Record<string, string>;
  prepare?: () => unknown;
  codes?: number[];
  /** The command is a server, which is ended once it is ready. */
  serves?: boolean;
}

const TAKEDOWN = "npm run takedown -- https://kanaat.example";
const HIDE = `${TAKEDOWN}/surveys/1 personal_data "Karar 2026/123"`;
const SUSPEND = `${TAKEDOWN}/profile/ayse crime "Karar 2026/124" --days 30`;
const PUT_BACK = `${TAKEDOWN}/surveys/1 "Karar 2026/123 kaldırıldı" --undo`;

await runCommand(command, async () => {
  const machine = new OperatorsMachine();
  process.on("exit", () => machine.remove());
  await using s3 = await S3Server.start();
  await using otherS3 = await S3Server.start();
  const mail = await MailServer.start();
  const postgres = new PostgresServer();
  process.on("exit", () => postgres.remove());
  await postgres.start();
  const database = postgres.url.replace(/[^/]*$/, "kanaat");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ DATA_DIR, PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: url, MAX_CONNECTIONS: "500" },
    ...{ MAIL_URL: mail.url, MAIL_FROM: "posta@kanaat.example", CHALLENGE: "off" },
  };
  const onPostgres = { ...settings, ...s3.env, DATABASE_URL: database };
  const intoBucket = { ...settings, ...otherS3.env };

  /** Replaces the placeholders for an operator's own values. */
  const filled = (line: string) =>
    line
      .replace("DATABASE_URL=… S3_BUCKET=…", `DATABASE_URL=${database} S3_BUCKET=$S3_BUCKET`)
      .replace("curl https://…", `curl --fail ${url}`)
      .replace(" DATA_DIR/", ` ${DATA_DIR}/`);

  const stopped: Situation = { isStopped: true };
  const situations: Record<string, Situation> = {
    "sh /opt/kanaat/release.sh install main": { prepare: () => machine.commitNext() },
    "npm start": { isStopped: true, serves: true, codes: SERVER_CODES },
    "WORKERS=4 npm start": { isStopped: true, serves: true, codes: SERVER_CODES, env: onPostgres },
    "npm run doctor": { codes: DOCTOR_CODES },
    "npm run doctor -- --json": { codes: DOCTOR_CODES },
    "npm run doctor -- --mail ayse@ornek.example": { codes: DOCTOR_CODES },
    "npm run restore -- /backups/2026-11-21": {
      isStopped: true,
      prepare: () => rmSync(machine.path(DATA_DIR), { recursive: true }),
    },
    "npm run restore -- --check /backups/2026-11-21T00-12-09Z": {
      prepare: () =>
        cpSync(machine.path("/backups/2026-11-21"), machine.path("/backups/2026-11-21T00-12-09Z"), {
          recursive: true,
        }),
    },
    "npm run backup -- /backups/move": stopped,
    "DATABASE_URL=… S3_BUCKET=… npm run restore -- /backups/move": {
      isStopped: true,
      env: { ...settings, ...s3.env },
    },
    'npm run invite-people -- --uses 30 --days 14 "9-B sınıfı"': stopped,
    "npm run invite-people -- --list": stopped,
    "npm run invite-people -- --end 1": stopped,
    'npm run people -- second-factor ayse "Telefonunu kaybetti"': stopped,
    'npm run people -- find ayse "Talep 2026/12"': stopped,
    'npm run people -- suspend ali 30 "Otomatik kayıtlar"': stopped,
    'npm run people -- restore ali "Otomatik kayıt değil"': stopped,
    'npm run --silent people -- export ayse "Talep 2026/12" > ayse.json': stopped,
    'npm run role -- ayse moderator "Yeni yetkili"': stopped,
    [HIDE]: stopped,
    [SUSPEND]: stopped,
    [PUT_BACK]: stopped,
    "npm run migrate": stopped,
    "npm run secret -- replace": stopped,
    "npm run secret -- attest": stopped,
    "npm run restore -- --only-deletions": stopped,
    "npm run images -- copy disk s3": { env: intoBucket },
    "npm run images -- copy s3 disk": { env: intoBucket },
    [GUESSES]: { prepare: () => guess(url, machine.path(`${DATA_DIR}/security-log`)) },
    "sha256sum -c SHA256SUMS": { folder: "/backups/2026-11-21" },
  };

  let server: Running | undefined;
  const startServer = async () => {
    server = await machine.serve("npm start", CURRENT, settings);
    if (server.isFirst) await fill(url);
  };
  const stopServer = async () => {
    const code = await server?.end();
    server = undefined;
    if (!SERVER_CODES.includes(code ?? 0)) throw new Error(`npm start ended with ${code}`);
  };

  const runSql = async (sql: string): Promise<Result> => {
    const isAtFirst = sql.startsWith("create database");
    const client = new pg.Client(isAtFirst ? postgres.url : database);
    await client.connect();
    const { rowCount } = await client.query(sql).finally(() => client.end());
    return { code: 0, output: `${rowCount} rows` };
  };

  const runOne = async ({ command: line, place }: Documented): Promise<Result> => {
    const { folder, isStopped, env = settings, prepare, serves } = situations[line] ?? {};
    const isOfServer = place.startsWith("docs/") && existsSync(machine.path(CURRENT));
    if (isStopped) await stopServer();
    else if (isOfServer && !server) await startServer();
    await prepare?.();
    if (/^(select|create database) /.test(line)) return await runSql(line);
    const own = folder ?? (isOfServer ? CURRENT : CHECKOUT);
    if (!serves) return await machine.run(filled(line), own, env);
    const served = await machine.serve(line, own, env);
    return { code: await served.end(), output: served.output };
  };

  await machine.run("git clone --quiet https://git.example/kanaat.git kanaat", "/home", {});
  const commands = readCommands();
  const failed: string[] = [];
  const tryOne = async (name: string, codes: number[], run: () => Promise<Result>) => {
    const begun = performance.now();
    const { code, output } = await run().catch((error) => ({ code: -1, output: String(error) }));
    const isRight = codes.includes(code ?? -1);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${isRight ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (isRight) return;
    failed.push(name);
    console.log(output.trimEnd().replace(/^/gm, "       | "));
  };
  const isRun = commands.filter(({ notRun }) => !notRun);
  for (const one of inOrder(isRun))
    await tryOne(`${one.place}: ${one.command}`, situations[one.command]?.codes ?? [0], () =>
      runOne(one),
    );
  await stopServer();
  const sites = readBlocks().filter(({ info }) => info === "nginx");
  for (const { place, text } of sites)
    await tryOne(`${place}: nginx takes it`, [0], () => checkNginx(machine, text));
  await mail.kill();
  postgres.stop();
  await postgres.exit();

  console.log(`\nNot run here:`);
  for (const reason of new Set(commands.map(({ notRun }) => notRun))) {
    const names = commands.filter((one) => one.notRun === reason).map((one) => one.command);
    if (reason) console.log(`- ${reason}: ${[...new Set(names)].join("; ")}`);
  }
  const rest = commands.length - isRun.length;
  console.log(`\n${isRun.length} commands ran, ${failed.length} failed, ${rest} are named above.`);
  if (failed.length > 0) throw new Error(`These failed:\n${failed.join("\n")}`);
});

/** Sorts commands that others depend on first, such as creating the database before filling it. */
function inOrder(commands: readonly Documented[]): Documented[] {
  const isFirst = ({ command: line }: Documented) => line.startsWith("create database");
  return [...commands.filter(isFirst), ...commands.filter((one) => !isFirst(one))];
}

/** Creates people, one with a survey, under the names that the commands use. */
async function fill(url: string): Promise<void> {
  const api = createApi(url, fetch);
  const ayse = await signUp(api, { nickname: "ayse" });
  await publishSurvey(api, ayse);
  await signUp(api, { nickname: "ali" });
}

/** Signs in with a wrong password; returns when the attempt is in the security log. */
async function guess(url: string, folder: string): Promise<void> {
  const body = { email: "ayse@ornek.example", password: "yanlis-sifre" };
  await createApi(url, fetch).call(login, { body });
  while (!existsSync(folder) || readdirSync(folder).length === 0) await sleep(50);
}

/** Puts a block where its comments say that it belongs; without such comments, inside http { }. */
async function checkNginx(machine: OperatorsMachine, text: string): Promise<Result> {
  const [http = "", inServer = ""] = text.split(/^# nginx, inside server \{ \}$/m);
  for (const folder of ["/var/log/kanaat", "/var/log/nginx", "/var/lib/nginx"])
    mkdirSync(machine.path(folder), { recursive: true });
  writeFileSync(
    machine.path("/tmp/nginx.conf"),
    `pid /tmp/nginx.pid; events {} http { ${http} server { listen 127.0.0.1:1; ${inServer} } }`,
  );
  return await machine.run("nginx -t -e stderr -c /tmp/nginx.conf", "/tmp", {});
}
