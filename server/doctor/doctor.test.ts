import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { DAY_MS } from "#contract/durations.ts";
import { recordBackup, recordBackupCheck } from "#server/backup/last-backup.ts";
import { LATER_MIGRATIONS } from "#server/db/tables/tables.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { signUp } from "#testing/people.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { publishSurvey } from "#testing/surveys.ts";
import type { Finding } from "./check.ts";
import { judgeOffset } from "./clocks.ts";
import { examine } from "./examine.ts";

/** A server that runs meanwhile. */
const kanaat = await testApp({ after }, { clock: new TestClock(new Date().toISOString()) });
const site = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
const { dataDir } = kanaat.config;
await chmod(dataDir, 0o700);
await chmod(join(dataDir, "images"), 0o700);
for (const name of ["kanaat.sqlite", "kanaat.secret"])
  await chmod(join(dataDir, name), 0o600).catch(() => undefined);

const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
const { databaseUrl: DATABASE_URL = "" } = kanaat.instance;
const OWN = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, DATABASE_URL };

/** The findings by check with these settings. */
async function doctor(env: Record<string, string> = {}) {
  const findings = await examine({ ...OWN, ...env }, Date.now());
  return { of: (check: string) => textOf(findings, check) };
}

const textOf = (findings: readonly Finding[], check: string): string => {
  const { state, text } = findings.find((one) => one.check === check) ?? {};
  return `${state}: ${text}`;
};

/** The same by `npm run doctor -- --json`, which hides secrets, with its exit code. */
async function doctorCommand(env: Record<string, string> = {}, ...args: string[]) {
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    const options = { env: { ...OWN, ...env } };
    const command = ["scripts/doctor.ts", "--json", ...args];
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
  const findings: Finding[] = code === 3 ? [] : JSON.parse(text);
  return { code, text, of: (check: string) => textOf(findings, check) };
}

async function httpServer(answer: (path: string) => [status: number, body: unknown]) {
  const server = createServer(({ url = "" }, response) => {
    const [status, body] = answer(url);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  after(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("npm run doctor", () => {
  it("finds nothing wrong beside a running server that is well, and changes nothing (R344)", async () => {
    const made_at = new Date().toISOString();
    await recordBackup(dataDir, { made_at, folder: "/backups/1", seconds: 1 });
    await recordBackupCheck(dataDir, {
      ...{ made_at, checked_at: made_at, folder: "/backups/1", seconds: 1 },
    });
    const found = await doctorCommand({ PUBLIC_URL: site, MAX_CONNECTIONS: "100" });
    assert.equal(found.code, 0, found.text);
    for (const check of ["settings", "limits", "address", "content", "version", "open files"])
      assert.match(found.of(check), /^ok/, check);
    for (const check of [
      "disk",
      "folder",
      "backup",
      "trial restore",
      "database",
      "migrations",
      "secret",
      "seals",
    ])
      assert.match(found.of(check), /^ok/, check);
    for (const check of ["site", "client address", "forged address", "host and protocol"])
      assert.match(found.of(check), /^ok/, check);
    for (const check of ["pictures", "memory", "inodes", "event streams"])
      assert.match(found.of(check), /^(ok|skipped)/, check);
    for (const check of ["mail", "pooler", "replica", "proxies", "clock of the store"])
      assert.match(found.of(check), /^skipped/, check);
    assert.equal((await kanaat.app.inject("/readyz")).statusCode, 200);
  });

  it("names settings that endanger people or do nothing (R344)", async () => {
    const found = await doctorCommand({
      ...{ METRIC_PORT: "9464", RATE_LIMITS: "off", CHALLENGE: "off", TRUST_PROXY: "on" },
      ...{ PUBLIC_URL: "http://kanaat.invalid", MAX_CONNECTIONS: "2000000", WORKERS: "1" },
      MIN_FREE_DISK_MB: "1000000000",
    });
    assert.equal(found.code, 2);
    assert.match(found.of("settings"), /^warning: METRIC_PORT .* METRICS_PORT/);
    assert.match(found.of("limits"), /^error: RATE_LIMITS=off and CHALLENGE=off/);
    assert.match(found.of("address"), /^error: .*without TLS/);
    assert.match(found.of("proxies"), /^warning: TRUST_PROXY=on/);
    assert.match(found.of("open files"), /^warning: .*2000300/);
    assert.match(found.of("disk"), /^error: .*refused/);
    assert.match(found.of("site"), /^warning: .*cannot be reached/);
  });

  it("names the wrong setting, and refuses unknown arguments", async () => {
    const wrong = await doctorCommand({ PORT: "x" });
    assert.deepEqual([wrong.code, wrong.of("settings").slice(0, 13)], [2, "error: PORT=x"]);
    assert.equal((await doctorCommand({}, "--what")).code, 3);
  });

  it("finds a folder that is open to others, missing or of a backup long ago (R344)", async () => {
    await chmod(dataDir, 0o755);
    assert.match((await doctor()).of("folder"), /^warning: others can read/);
    await chmod(dataDir, 0o700);
    await recordBackup(dataDir, { made_at: "2020-01-01T00:00:00Z", folder: "/b", seconds: 1 });
    const old = await doctor();
    assert.match(old.of("backup"), /^error: the last one is \d+ hours old/);
    await rm(join(dataDir, "last-backup.json"));
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const check = { made_at: daysAgo(50), folder: "/b", seconds: 1 };
    await recordBackupCheck(dataDir, { ...check, checked_at: daysAgo(44) });
    assert.match((await doctor()).of("trial restore"), /^ok: the last one was 44 days ago/);
    await recordBackupCheck(dataDir, { ...check, checked_at: daysAgo(45) });
    assert.match((await doctor()).of("trial restore"), /^warning: the last one was 45 days ago/);
    const missing = join(dataDir, "missing");
    const none = await doctor({ DATA_DIR: missing });
    assert.match(none.of("folder"), /^error: .* is not there/);
    assert.match(none.of("backup"), /^warning: none is recorded/);
    assert.match(none.of("trial restore"), /^warning: none is recorded/);
    assert.match(none.of("pictures"), /^error: there is no DATA_DIR/);
    await assert.rejects(stat(missing));
  });

  it("finds another secret, one that is missing, and migrations that are to be done (R344)", async () => {
    const found = await doctorCommand({ MARK_SECRET: "another secret that is long enough" });
    assert.match(found.of("secret"), /^error: it is not the database's/);
    assert.doesNotMatch(found.text, /another secret that/);
    const path = join(dataDir, "kanaat.secret");
    await rename(path, `${path}.away`);
    assert.match((await doctor()).of("secret"), /^error: kanaat.secret is missing/);
    await rename(`${path}.away`, path);
    await sql`delete from ${sql.table(LATER_MIGRATIONS)}`.execute(kanaat.db.query);
    assert.match((await doctor()).of("migrations"), /^warning: \d+ are to be done/);
  });

  it("finds seals that differ (R344)", async () => {
    const survey = await publishSurvey(kanaat, await signUp(kanaat));
    const { query } = kanaat.db;
    await query.insertInto("signing_keys").values({ key_id: "k", x: "x" }).execute();
    const seal = { survey_id: survey.id, document: "{}", signature: "s", key_id: "k" };
    const values = { ...seal, checked_at: 0, difference: "the votes of an option" };
    await query.insertInto("seals").values(values).execute();
    assert.match((await doctor()).of("seals"), /^error: 1 surveys are not as they were signed/);
  });

  it("says that the database is away, without its password (R344)", async () => {
    const found = await doctorCommand({
      DATABASE_URL: "postgres://kanaat:geheim@127.0.0.1:1/kanaat",
    });
    assert.match(found.of("database"), /^error: .*ECONNREFUSED/);
    assert.doesNotMatch(found.text, /geheim/);
  });

  it("finds a replica that is none (R344)", async () => {
    if (kanaat.db.engine === "sqlite") return;
    const found = await doctor({ DATABASE_REPLICA_URL: kanaat.instance.databaseUrl ?? "" });
    assert.match(found.of("replica"), /^error: .*no standby/);
    assert.match(found.of("clock of the database"), /^ok/);
  });

  it("names the servers on the database, and those of another release (R344)", async () => {
    if (kanaat.db.engine === "sqlite") return;
    assert.match((await doctor()).of("servers"), /^ok: .+ \(.+, \d+ connections\)$/);
    for (const [name, says] of [
      ["kanaat@web2 (0.1.9, 0123456789ab)", "web2 (0.1.9, 0123456789ab, 1 connections)"],
      ["kanaat@web3", "web3 (before 0.2.0, 1 connections)"],
    ] as const) {
      const client = new pg.Client({
        connectionString: kanaat.instance.databaseUrl,
        application_name: name,
      });
      await client.connect();
      const found = (await doctor()).of("servers");
      await client.end();
      assert.match(found, /^warning: not all are /);
      assert.ok(found.includes(says), found);
    }
  });

  it("writes, reads and deletes in a bucket, and says why it cannot (R344)", async () => {
    await using store = await S3Server.start();
    assert.match((await doctor(store.env)).of("pictures"), /^ok: written, read and deleted/);
    assert.match((await doctor(store.env)).of("clock of the store"), /^ok/);
    store.trouble = (method) => (method === "PUT" ? 403 : undefined);
    assert.match((await doctor(store.env)).of("pictures"), /^error/);
    store.trouble = (method) => (method === "DELETE" ? 403 : undefined);
    assert.match((await doctor(store.env)).of("pictures"), /^error/);
  });

  it("connects to the mail server, and sends a mail only when asked to (R344)", async () => {
    const mail = await MailServer.start();
    const env = {
      MAIL_URL: mail.url,
      MAIL_FROM: "posta@kanaat.example",
      PUBLIC_URL: "http://localhost:1",
    };
    assert.match((await doctor(env)).of("mail"), /^ok: .*takes the connection/);
    assert.equal(mail.mails.length, 0);
    const sent = await doctorCommand(env, "--mail", "ayse@ornek.example");
    assert.match(sent.of("mail"), /^ok: .*has taken a mail/);
    assert.deepEqual(
      mail.mails.map(({ recipient }) => recipient),
      ["ayse@ornek.example"],
    );
    await mail.kill();
    assert.match((await doctor(env)).of("mail"), /^error: .*ECONNREFUSED/);
  });

  it("checks providers, and whether the site is ready (R344)", async () => {
    const away = await httpServer((path) =>
      path === "/readyz" ? [502, {}] : [200, { issuer: "https://else.example" }],
    );
    const env = {
      ...{ OIDC_PROVIDERS: "okul", OIDC_OKUL_ISSUER: away, OIDC_OKUL_CLIENT_ID: "kanaat" },
      ...{ OIDC_OKUL_CLIENT_SECRET: "geheim", PUBLIC_URL: away },
    };
    const found = await doctorCommand(env);
    assert.match(found.of("sign-in with okul"), /^error: it calls itself https:\/\/else/);
    assert.match(found.of("site"), /^error: .*returns 502/);
    assert.match(
      found.of("client address"),
      /^warning: .*returns 200 instead of what this server received/,
    );
    assert.doesNotMatch(found.text, /geheim/);
  });

  it("finds a clock that is before the newest row (R353)", async () => {
    const { db } = kanaat;
    await signUp(kanaat);
    const at = Date.now() + DAY_MS;
    await db.query.updateTable("users").set({ created_at: at }).execute();
    const found = await doctor();
    assert.match(found.of("clock and rows"), /^warning: the newest row is 86\d{3} s ahead/);
    await db.query
      .updateTable("users")
      .set({ created_at: at - 2 * DAY_MS })
      .execute();
    assert.match((await doctor()).of("clock and rows"), /^ok/);
  });

  it("compares clocks by the span in which they were read (R344)", () => {
    assert.equal(judgeOffset("its", { least: -9000, most: 9000 }).state, "ok");
    assert.equal(judgeOffset("its", { least: 4000, most: 9000 }).state, "ok");
    assert.match(judgeOffset("its", { least: 6000, most: 9000 }).text, /6\.0 s ahead/);
    assert.match(judgeOffset("its", { least: -9000, most: -6000 }).text, /6\.0 s behind/);
  });
});
