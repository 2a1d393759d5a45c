import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { type MaintenanceJob, runMaintenance } from "#server/maintenance/maintenance.ts";
import { createBackgroundTasks } from "#server/processes/background-tasks.ts";
import type { Scope } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { createInstance, engineUnderTest, type Instance } from "#testing/instance.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import type { Letter } from "./letter.ts";
import type { Postage } from "./letter-limits.ts";
import { createMail, type Mail } from "./mail.ts";
import type { Recipient } from "./recipients.reads.ts";
import { nicknameWords, operatorWords, words } from "./words.ts";

const FROM = "Kanaat <posta@kanaat.example>";
const clock = new TestClock();
const letter = (subject: string): Letter => ({
  kind: "new_browser",
  subject: operatorWords(subject),
  paragraphs: [words`Şöyle böyle: ığüşöç.`],
  action: { label: words`Aç`, url: words`https://kanaat.example/password/reset#abc` },
});

/** Refusals that neither an operator nor time can change. */
const FINAL = [
  "550 5.1.1 no such user",
  "550 5.1.2 no such domain",
  "553 5.1.3 not an address",
  "556 5.1.10 takes no mail",
  "550 #5.1.0 Address rejected.",
  "553 sorry, no mailbox here by that name. (#5.1.1)",
  "550 5.2.1 mailbox disabled",
  "552 5.2.3 message too long for this mailbox",
];
/** Refusals that may end: temporary ones, and those the operator or the recipient can resolve. */
const FOR_NOW = [
  "554 5.7.1 <kisi@ornek.com>: Relay access denied",
  "550 relay not permitted",
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  "554 daily limit exceeded",
  "550 5.4.5 Daily user sending limit exceeded",
  "552 5.2.2 mailbox full",
  "550 5.1.8 sender's domain not found",
  "550 5.7.26 unauthenticated mail",
  "552 5.3.4 message too big for the system",
  "550 5.4.6 routing loop",
  "555 5.5.4 unsupported parameters",
  "550 4.1.1 not yet known",
  "450 4.2.0 greylisted",
  "452 4.2.2 mailbox full",
  "421 4.3.2 shutting down",
];

const mailServer = await MailServer.start();
after(() => mailServer.kill());
const instance = await createInstance(engineUnderTest());
after(() => instance.atEnd.disposeAsync());

interface Sender {
  db: Database;
  mail: Mail;
  instance: Instance;
  runMaintenance(): Promise<void>;
}

/** A server that does nothing but send mail. */
async function openSender(
  instance: Instance,
  mailConfig: Config["mail"] | null = { url: mailServer.url, from: FROM },
  role: Config["role"] = "both",
  publicUrl = "https://kanaat.example",
): Promise<Sender> {
  const { publicUrl: _, ...rest } = readConfig({ PUBLIC_URL: publicUrl });
  const config = { ...rest, publicUrl, ...instance, role, mail: mailConfig ?? undefined };
  const db = await openDatabase(config);
  const app = fastify();
  const backgroundTasks = createBackgroundTasks(app);
  const jobs: MaintenanceJob[] = [];
  const mail = await createMail(app, { db, clock, config, jobs, backgroundTasks });
  instance.atEnd.defer(() => app.close().then(() => db.close()));
  await app.ready();
  const turn = { clock, log: app.log, signal: backgroundTasks.signal };
  return { db, mail, instance, runMaintenance: () => runMaintenance(jobs, turn) };
}

async function ownInstance(scope: Scope): Promise<Instance> {
  const own = await createInstance(engineUnderTest());
  scope.after(() => own.atEnd.disposeAsync());
  return own;
}

const kanaat = await openSender(instance);

const PAID = { isPaid: true } as Postage;
const verified = (email: string) =>
  ({ email, nickname: nicknameWords("ayse"), isVerified: true }) as Recipient;
async function queue({ db, mail }: Sender, email: string, subject: string): Promise<void> {
  const recipient = verified(email);
  await db.query.transaction().execute((tx) => mail.queue(tx, recipient, letter(subject), PAID));
}
const waiting = async ({ db }: Sender = kanaat) =>
  (await db.query.selectFrom("mails").selectAll().execute()).length;
async function allSent(sender: Sender): Promise<void> {
  while ((await waiting(sender)) > 0) await sleep(10);
}

describe("a mail", () => {
  beforeEach(() => {
    mailServer.mails.length = 0;
    mailServer.refuse = undefined;
    mailServer.refuseData = undefined;
  });

  it("is sent once its transaction has committed, and leaves nothing behind (R246)", async () => {
    await queue(kanaat, "ayse@ornek.com", "Günaydın İğdır");
    const mail = await mailServer.newest("ayse@ornek.com");
    assert.equal(mail.subject, "Günaydın İğdır");
    assert.match(mail.text, /^Merhaba ayse,\n\nŞöyle böyle: ığüşöç\./);
    assert.match(mail.html, /href="https:\/\/kanaat\.example\/password\/reset#abc"/);
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    assert.equal(headers.from, FROM);
    assert.equal(headers["auto-submitted"], "auto-generated");
    await allSent(kanaat);
  });

  it("is not sent when its transaction fails (R246)", async () => {
    const failing = kanaat.db.query.transaction().execute(async (tx) => {
      await kanaat.mail.queue(tx, verified("ayse@ornek.com"), letter("Geri alındı"), PAID);
      throw new Error("no");
    });
    await assert.rejects(failing);
    await queue(kanaat, "ayse@ornek.com", "Sonraki");
    await mailServer.newest("ayse@ornek.com", /Sonraki/);
    await kanaat.runMaintenance();
    assert.deepEqual(
      mailServer.mails.map(({ subject }) => subject),
      ["Sonraki"],
    );
  });

  it("gets no headers or other recipients from its text (R246)", async () => {
    await queue(kanaat, "ayse@ornek.com", "Konu\r\nBcc: kurban@ornek.com\r\n\r\nmetin");
    const mail = await mailServer.newest("ayse@ornek.com");
    assert.deepEqual(
      mail.headers.filter(({ key }) => key === "bcc"),
      [],
    );
    assert.equal(mailServer.mails.length, 1);
  });

  it("waits with growing pauses while the mail server is away, and is sent by the next server (R246)", async () => {
    const { db } = kanaat;
    await mailServer.kill();
    await queue(kanaat, "ayse@ornek.com", "Bekleyen");
    const dueIn = async () => {
      const mail = await db.query.selectFrom("mails").selectAll().executeTakeFirst();
      return { attempts: mail?.attempts, seconds: ((mail?.due_at ?? 0) - clock.now()) / 1000 };
    };
    const tried = async (attempts: number) => {
      let state = await dueIn();
      // While it is being sent, `due_at` is the end of its lease.
      while (state.attempts !== attempts || state.seconds === 300) {
        await sleep(10);
        state = await dueIn();
      }
      return state.seconds;
    };
    const pauses = [await tried(1)];
    for (let attempt = 2; attempt <= 4; attempt++) {
      clock.advance(1000 * (pauses.at(-1) ?? 0));
      await kanaat.runMaintenance();
      pauses.push(await tried(attempt));
    }
    assert.deepEqual(pauses, [5, 10, 30, 60]);
    await mailServer.restart();
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    await mailServer.newest("ayse@ornek.com", /Bekleyen/);
    await allSent(kanaat);
  });

  it("is dropped after a day (R246)", async () => {
    await mailServer.kill();
    await queue(kanaat, "ayse@ornek.com", "Geç");
    await kanaat.runMaintenance();
    clock.advance(DAY_MS);
    await kanaat.runMaintenance();
    assert.equal(await waiting(), 0);
    await mailServer.restart();
  });

  for (const stage of ["RCPT", "DATA"] as const) {
    it(`is dropped immediately where a refusal at ${stage} is about its recipient, and tried again otherwise (R325)`, async () => {
      const replies = [
        ...FINAL.map((reply) => [reply, true]),
        ...FOR_NOW.map((reply) => [reply, false]),
      ];
      const recipientOf = (index: number) => `kisi${index}@ornek.com`;
      const replyTo = (recipient: string) =>
        String(replies[Number(/^kisi(\d+)@/.exec(recipient)?.[1])]?.[0]);
      if (stage === "RCPT") mailServer.refuse = replyTo;
      else mailServer.refuseData = replyTo;
      for (const index of replies.keys()) await queue(kanaat, recipientOf(index), `Posta ${index}`);
      const untried = async () =>
        (await kanaat.db.query.selectFrom("mails").select("due_at").execute()).some(
          // Due now, or being sent.
          ({ due_at: due }) => due === clock.now() || due === clock.now() + 5 * MINUTE_MS,
        );
      while (await untried()) {
        await kanaat.runMaintenance();
        await sleep(10);
      }
      const left = await kanaat.db.query.selectFrom("mails").select("recipient").execute();
      assert.deepEqual(
        replies
          .filter((_, index) => left.some(({ recipient }) => recipient === recipientOf(index)))
          .map(([reply]) => reply),
        FOR_NOW,
      );
      mailServer.refuse = undefined;
      mailServer.refuseData = undefined;
      clock.advance(5000);
      await kanaat.runMaintenance();
      await allSent(kanaat);
      assert.equal(mailServer.mails.length, FOR_NOW.length);
    });
  }

  it("is sent once the mail server takes the operator's password again (R246, R325)", async (t) => {
    const url = mailServer.url.replace("//", "//kanaat:gizli@");
    const own = await openSender(await ownInstance(t), { url, from: FROM });
    mailServer.refusesPasswords = true;
    await queue(own, "ayse@ornek.com", "Parola");
    await own.runMaintenance();
    assert.equal(await waiting(own), 1);
    mailServer.refusesPasswords = false;
    clock.advance(5000);
    await own.runMaintenance();
    await mailServer.newest("ayse@ornek.com", /Parola/);
    await allSent(own);
  });

  it("keeps its Message-ID where the link breaks before the mail server's acknowledgement (R246)", async () => {
    mailServer.cutAfterData = () => mailServer.cut();
    await queue(kanaat, "ayse@ornek.com", "Kopuk");
    await mailServer.newest("ayse@ornek.com", /Kopuk/);
    await kanaat.runMaintenance();
    clock.advance(5000);
    await kanaat.runMaintenance();
    await allSent(kanaat);
    const [first, second, ...others] = mailServer.mails;
    assert.equal(first?.id, second?.id);
    assert.deepEqual(others, []);
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    assert.equal(mailServer.mails.length, 2);
  });

  it("is sent by a client that gives the site's host as its name (R325)", async (t) => {
    for (const [publicUrl, greeting] of [
      ["https://kanaat.example", /^kanaat\.example$/],
      ["https://görüş.örnek.example:8443", /^xn--gr-fkaz90c\.xn--rnek-4qa\.example$/],
      ["http://192.0.2.7:3000", /^\[192\.0\.2\.7\]$/],
      ["http://[2001:db8::7]", /^\[ipv6:2001:db8::7\]$/],
      ["http://localhost:3000", /[.\]]/],
    ] as const) {
      const own = await openSender(await ownInstance(t), undefined, "both", publicUrl);
      await queue(own, "ayse@ornek.com", publicUrl);
      await allSent(own);
      assert.match(mailServer.greeting, greeting);
    }
  });

  it("is sent immediately by a server that runs jobs, where one with ROLE=web has queued it", async (t) => {
    if (kanaat.db.engine === "sqlite") return;
    const own = await ownInstance(t);
    const web = await openSender(own, undefined, "web");
    await queue(web, "ayse@ornek.com", "Önce kimse yok");
    await sleep(300);
    assert.equal(mailServer.mails.length, 0);
    await openSender(own, undefined, "worker");
    await queue(web, "ayse@ornek.com", "Hemen");
    await mailServer.newest("ayse@ornek.com", /Hemen/);
    await allSent(web);
    assert.equal(mailServer.mails.length, 2);
  });

  it("arrives once from two servers on one database, whatever happens to the mail server (R246)", async () => {
    const others = kanaat.db.engine === "postgres" ? [await openSender(instance)] : [];
    const subjects = Array.from({ length: 120 }, (_, i) => `Posta ${i}`);
    for (const [i, subject] of subjects.entries()) {
      await queue([kanaat, ...others][i % (others.length + 1)] ?? kanaat, "a@ornek.com", subject);
      if (i % 30 === 15) await mailServer.restart();
    }
    while ((await waiting()) > 0) {
      clock.advance(MINUTE_MS);
      await Promise.all([kanaat, ...others].map((app) => app.runMaintenance()));
      await sleep(20);
    }
    const arrived = mailServer.mails.map(({ subject }) => subject);
    assert.deepEqual(arrived.toSorted(), subjects.toSorted());
    assert.equal(new Set(mailServer.mails.map(({ id }) => id)).size, subjects.length);
  });
});

describe("without a mail server", () => {
  it("mails are written into a folder where MAIL_URL is file:, readable by their owner alone (R246)", async (t) => {
    const own = await openSender(await ownInstance(t), { url: "file:", from: FROM });
    await queue(own, "ayse@ornek.com", "Dosya");
    await allSent(own);
    const folder = join(own.instance.dataDir, "outbox");
    const names = await readdir(folder);
    assert.match(names.join(), /^\d+\.\d+-new_browser\.eml$/);
    assert.match(await readFile(join(folder, names[0] ?? ""), "utf8"), /^Subject: Dosya$/m);
    assert.equal((await stat(join(folder, names[0] ?? ""))).mode & 0o077, 0);
  });

  it("none is stored where mail is not set up (R246)", async (t) => {
    const own = await openSender(await ownInstance(t), null);
    await queue(own, "ayse@ornek.com", "Hiç");
    assert.equal(own.mail.on, false);
    assert.equal(await waiting(own), 0);
  });
});
