import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { NodemailerError } from "nodemailer";
import { DAY_MS, HOUR_S, MINUTE_MS } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { type Letter, PROVING } from "./letter.ts";
import type { Postage } from "./letter-limits.ts";
import {
  countMails,
  deleteMail,
  insertMail,
  postponeMail,
  takeMails,
  type WaitingMail,
} from "./outbox.writes.ts";
import type { Recipient } from "./recipients.reads.ts";
import { isFinal } from "./refusal.ts";
import type { Transport } from "./transport.ts";
import { operatorWords, type Words, words } from "./words.ts";

/** How features send mail. */
export interface Mail {
  /** Whether the operator has set up mail; without it, nothing that needs mail is offered. */
  on: boolean;
  /**
   * Sends a letter once `tx` has committed. Does nothing where mail is not set up, where letters are
   * used up (R405), and where nobody has proved the recipient's address, unless the letter is for
   * that (R403).
   */
  queue(tx: Transaction, recipient: Recipient, letter: Letter, postage: Postage): Promise<void>;
  /** The address of a page of this site, for letters. The part after `#` is not sent to servers. */
  linkTo(path: Words): Words;
}

/** Where `MAIL_URL=file:` writes mails, in the data folder. */
const OUTBOX_FOLDER = "outbox";

/** Longer than the transport takes to send or fail. */
const LEASE_MS = 5 * MINUTE_MS;
/** Mails that this server sends at once. */
const CONNECTIONS = 5;
export const GIVE_UP_MS = DAY_MS;
const PAUSES_S = [5, 10, 30, 60, 300, 900, 1800];
const LONGEST_PAUSE_S = HOUR_S;

/** Sends mails of the outbox: at once when one is put in, and in a maintenance job. */
export async function createMail(
  app: FastifyInstance,
  { db, clock, config, jobs, backgroundTasks }: JobContext,
): Promise<Mail> {
  // A server that only serves leaves mails to the others, which it notifies with an empty name.
  const name = config.role === "web" ? "" : randomUUID();
  if (name !== "") await startSending(app, name, { db, clock, config, jobs, backgroundTasks });
  return outboxOf({ db, clock, config }, name);
}

/** For commands: a running server sends what they put into the outbox, or the next one. */
export function outboxOf(
  { db, clock, config }: Pick<JobContext, "db" | "clock" | "config">,
  name = "",
): Mail {
  if (!config.mail) return { on: false, queue: async () => undefined, linkTo: () => words`` };
  return {
    on: true,
    async queue(tx, recipient, letter, postage) {
      if (!postage.isPaid) return;
      if (!recipient.isVerified && !PROVING.has(letter.kind)) return;
      const addressed = { ...letter, name: recipient.nickname };
      await insertMail(tx, recipient, addressed, clock.now());
      postage.isUsed = true;
      await db.publishSoon("mail-queued", name, tx);
    },
    linkTo: (path) => words`${operatorWords(config.publicUrl ?? "")}${path}`,
  };
}

/** Sends at once what this server (`name`), or one that only serves, puts into the outbox. */
async function startSending(
  app: FastifyInstance,
  name: string,
  { db, clock, config, jobs, backgroundTasks }: JobContext,
): Promise<void> {
  if (!config.mail) return;
  // A server that sends no mail does not need the library in memory.
  const { openTransport } = await import("./transport.ts");
  const folder = join(config.dataDir, OUTBOX_FOLDER);
  const { publicUrl } = config;
  const transport = openTransport({ ...config.mail, publicUrl, folder, connections: CONNECTIONS });
  const sender = createSender(db, transport, () => clock.now(), app.log);
  let timer: NodeJS.Timeout | undefined;

  /** Runs until nothing is due, then sets a timer for the next attempt of failed mails. */
  const deliver = async (stop: AbortSignal) => {
    clearTimeout(timer);
    if (stop.aborted) return;
    const pauseMs = await sender.sendDue(stop);
    if (pauseMs !== undefined && !backgroundTasks.signal.aborted) {
      timer = setTimeout(deliverNow, pauseMs).unref();
    }
  };
  const deliverNow = () => backgroundTasks.add(deliver(backgroundTasks.signal));
  db.subscribe("mail-queued", (by) => {
    if (by === name || by === "") deliverNow();
  });
  app.addHook("onClose", async () => {
    clearTimeout(timer);
    transport.close();
  });
  measure({
    name: "kanaat_mails_waiting",
    help: "Mails in the outbox, the same on every server",
    kind: "gauge",
    read: () => countMails(db),
  });
  jobs.push({ name: "send mails", stage: "prompt", run: ({ signal }) => deliver(signal) });
}

/** Sends mails until none is due; calls made meanwhile wait for the same round. */
function createSender(
  db: Database,
  transport: Transport,
  now: () => number,
  log: FastifyBaseLogger,
) {
  let round: Promise<number | undefined> | undefined;
  let isWanted = false;
  let isFailing = false;
  const ended = { sent: 0, failed: 0, given_up: 0 };
  measure({
    name: "kanaat_mail_attempts_total",
    help: "Mails that this server sent, failed to send for now, and gave up",
    kind: "counter",
    label: "outcome",
    read: () => ended,
  });

  /** Returns in how many milliseconds the first failed mail is due, or undefined. */
  async function sendAll(signal: AbortSignal): Promise<number | undefined> {
    let pauseMs: number | undefined;
    while (!signal.aborted) {
      isWanted = false;
      const mails = await takeMails(db, now(), { most: CONNECTIONS, leaseMs: LEASE_MS });
      const pauses = await Promise.all(mails.map(send));
      const shortest = Math.min(...pauses.filter((pause) => pause !== undefined));
      if (Number.isFinite(shortest)) pauseMs = Math.min(pauseMs ?? Infinity, shortest);
      if (mails.length === 0 && !isWanted) break;
    }
    return pauseMs;
  }

  /** Returns the pause before the next attempt where the mail was not accepted. */
  async function send({ id, recipient, letter, attempts, createdAt }: WaitingMail) {
    try {
      await transport.send({ id: `${createdAt}.${id}`, recipient, letter });
    } catch (err) {
      return failed(err, { id, kind: letter.kind, attempts, createdAt });
    }
    ended.sent += 1;
    await deleteMail(db, id);
    if (isFailing) log.info("mails are sent again");
    isFailing = false;
    return undefined;
  }

  async function failed(
    err: unknown,
    { createdAt, ...mail }: { id: number; kind: string; attempts: number; createdAt: number },
  ) {
    const { code, responseCode, command } = err as NodemailerError;
    // Without the reply's text, which may name the recipient.
    const facts = { mail, code, responseCode, command };
    if (isFinal(err as NodemailerError) || now() - createdAt >= GIVE_UP_MS) {
      ended.given_up += 1;
      await deleteMail(db, mail.id);
      log.warn(facts, "a mail could not be delivered and is dropped");
      return undefined;
    }
    const pauseMs = 1000 * (PAUSES_S[mail.attempts - 1] ?? LONGEST_PAUSE_S);
    ended.failed += 1;
    await postponeMail(db, mail.id, now() + pauseMs);
    if (!isFailing) log.error({ ...facts, waiting: await countMails(db) }, "cannot send mails");
    isFailing = true;
    return pauseMs;
  }

  return {
    sendDue(signal: AbortSignal): Promise<number | undefined> {
      isWanted = true;
      round ??= sendAll(signal).finally(() => {
        round = undefined;
      });
      return round;
    },
  };
}
