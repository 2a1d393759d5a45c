// Kills the mail server repeatedly while mails are sent; each must arrive once:
//   npm run bench:outbox -- --mails 1000 --kills 20 --engine both [--sabotage]
// On PostgreSQL two servers send from one outbox. Promised: every mail arrives, and none that the mail
// server acknowledged arrives twice. --sabotage forgets that mails were sent; the harness must report it.
// Rules: R246.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { MINUTE_MS } from "#contract/durations.ts";
import { register } from "#contract/endpoints/account.ts";
import { type Api, createApi, succeed } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { registrationForm } from "#testing/people.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres, query } from "../engines.ts";

const { values } = parseArgs({
  options: {
    mails: { type: "string", default: "1000" },
    kills: { type: "string", default: "20" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const MAILS = Number(values.mails);
const KILLS = Number(values.kills);
const AT_ONCE = 8;
const DOWN_MS = 300;
/** Longer than the pauses of a mail that fails several times. */
const GIVE_UP_MS = 4 * MINUTE_MS;
const PRELOAD = values.sabotage
  ? join(import.meta.dirname, "../sabotage/sent-mails-stay.ts")
  : "./testing/cheap-passwords.ts";

async function outbox(engine: Engine): Promise<string[]> {
  await using parts = new AsyncDisposableStack();
  const mailServer = await MailServer.start();
  parts.defer(() => mailServer.kill());
  const instance = await createInstance(engine);
  parts.defer(() => instance.atEnd.disposeAsync());
  const env = {
    LOG_LEVEL: "fatal",
    PUBLIC_URL: "https://kanaat.example",
    MAIL_URL: mailServer.url,
    MAIL_FROM: "posta@kanaat.example",
  };
  const servers: ServerProcess[] = [];
  for (let i = 0; i < (engine === "postgres" ? 2 : 1); i++) {
    const server = new ServerProcess(instance, { preload: PRELOAD, env });
    await server.start();
    parts.defer(() => server.kill());
    servers.push(server);
  }
  const begun = performance.now();
  const [recipients] = await Promise.all([
    registerAll(servers.map(({ url }) => createApi(url, fetch))),
    killAll(mailServer),
  ]);
  const left = await waitUntilSent(instance);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const arrived = new Map<string, number>();
  for (const { recipient } of mailServer.mails) {
    arrived.set(recipient, (arrived.get(recipient) ?? 0) + 1);
  }
  const lost = recipients.filter((recipient) => !arrived.has(recipient)).length;
  const twice = [...arrived.values()].filter((times) => times > 1).length;
  console.log(
    `${engine}, ${servers.length} servers: ${MAILS} mails, mail server killed ${KILLS} times: ` +
      `${arrived.size} arrived in ${seconds} s, ${lost} lost, ${twice} twice`,
  );
  return [
    ...(left > 0 ? [`${engine}: ${left} mails still wait`] : []),
    ...(lost > 0 ? [`${engine}: ${lost} mails were lost`] : []),
    ...(twice > 0 ? [`${engine}: ${twice} acknowledged mails came again`] : []),
  ];
}

/** Each registration sends a mail. */
async function registerAll(apis: Api[]): Promise<string[]> {
  const forms = Array.from({ length: MAILS }, () => registrationForm());
  await pLimit(AT_ONCE).map(forms, (body, i) =>
    succeed((apis[i % apis.length] as Api).call(register, { body })),
  );
  return forms.map(({ email }) => email);
}

async function killAll(mailServer: MailServer): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(DOWN_MS * (1 + Math.random()));
    await mailServer.kill();
    await sleep(DOWN_MS);
    await mailServer.restart();
  }
}

async function waitUntilSent(instance: Parameters<typeof query>[0]): Promise<number> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    const [row] = await query<{ count: number }>(instance, "select count(*) as count from mails");
    const left = Number(row?.count);
    if (left === 0 || performance.now() > deadline) return left;
    await sleep(500);
  }
}

const found: string[] = [];
const stop = await providePostgres();
for (const engine of enginesOf(values.engine)) found.push(...(await outbox(engine)));
stop();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "outbox: every promise held" : `outbox: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
