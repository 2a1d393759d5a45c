import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** As the sending server wrote it. */
  recipient: string;
  id: string;
  subject: string;
  text: string;
  html: string;
  headers: { key: string; value: string }[];
}

/** A real SMTP server on a free local port that keeps the mails it accepts. */
export class MailServer {
  /** The mails that it accepted and acknowledged, in order. */
  readonly mails: ReceivedMail[] = [];
  /** Refuses a recipient with this reply or status code; undefined accepts. */
  refuse: ((recipient: string) => number | string | undefined) | undefined;
  /** Refuses a recipient's mail with this reply after all of its data has arrived. */
  refuseData: ((recipient: string) => string | undefined) | undefined;
  /** Called once, with the next accepted mail, instead of acknowledging it. */
  cutAfterData: (() => void) | undefined;
  /** Refuses every password with 535. */
  refusesPasswords = false;
  /** How the last client introduced itself (EHLO). */
  greeting = "";
  #server: SMTPServer | undefined;
  #port = 0;

  static async start(): Promise<MailServer> {
    const mailServer = new MailServer();
    await mailServer.#listen();
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Resolves with the newest mail to an address as soon as there is one. */
  async newest(recipient: string, subject?: RegExp): Promise<ReceivedMail> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const mail = this.mails.findLast(
        (one) => one.recipient === recipient && (!subject || subject.test(one.subject)),
      );
      if (mail) return mail;
      await sleep(20);
    }
    throw new Error(`no mail to ${recipient}${subject ? ` like ${subject}` : ""} came`);
  }

  /** Cuts all connections, like a broken link; accepts new ones. */
  cut(): void {
    const { connections } = this.#server as unknown as Connections;
    for (const { _socket } of connections) _socket.destroy();
  }

  /** Stops like a machine that loses power: what it has not acknowledged is lost. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    // By then, acknowledgements are on the wire.
    await sleep(5);
    const closed = new Promise<void>((resolve) => server?.close(resolve) ?? resolve());
    for (const { _socket } of (server as unknown as Connections | undefined)?.connections ?? []) {
      _socket.destroy();
    }
    await closed;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username }, _session, callback) => {
        if (this.refusesPasswords) callback(replyError("535 5.7.8 no such password"));
        else callback(null, { user: username });
      },
      onMailFrom: (_address, { hostNameAppearsAs }, callback) => {
        this.greeting = String(hostNameAppearsAs);
        callback();
      },
      onRcptTo: ({ address }, _session, callback) => {
        callback(replyError(this.refuse?.(address)));
      },
      onData: async (stream, session, callback) => {
        const parts: Buffer[] = [];
        try {
          for await (const part of stream) parts.push(part as Buffer);
        } catch {
          // Cut off: nothing was accepted.
          return;
        }
        const mail = await PostalMime.parse(Buffer.concat(parts));
        if (this.#server !== server) return;
        const [recipient] = session.envelope.rcptTo;
        const refused = replyError(this.refuseData?.(recipient?.address ?? ""));
        if (refused) return callback(refused);
        for (const { address } of session.envelope.rcptTo) {
          this.mails.push({
            recipient: address,
            id: mail.messageId ?? "",
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            html: mail.html ?? "",
            headers: mail.headers,
          });
        }
        const cut = this.cutAfterData;
        this.cutAfterData = undefined;
        if (cut) cut();
        else callback();
      },
    });
    server.on("error", () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.server.address() as { port: number }).port;
    this.#server = server;
  }
}

/** The error for which the server's library sends this reply; undefined for none. */
function replyError(reply: number | string | undefined): Error | undefined {
  if (reply === undefined) return undefined;
  const [, code, text = "no"] = /^(\d{3}) ?(.*)$/.exec(String(reply)) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

interface Connections {
  connections: Set<{ _socket: { destroy(): void } }>;
}
