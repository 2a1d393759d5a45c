import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type AddressedLetter, toHtml, toText } from "./letter.ts";

/** Where mails go. */
export interface Transport {
  /** Resolves once the mail server has taken the mail. */
  send(mail: { id: string; recipient: string; letter: AddressedLetter }): Promise<void>;
  close(): void;
}

/** Limits for opening a connection, signing in and sending; after them a mail has failed. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Sends by SMTP, or writes into `folder` where the URL is `file:`. */
export const openTransport = (options: TransportOptions): Transport =>
  options.url === "file:" ? toFolder(options) : bySmtp(options);

interface TransportOptions {
  url: string;
  from: string;
  /** Its host is used in EHLO. */
  publicUrl: string | undefined;
  folder: string;
  /** How many mails are sent at once. */
  connections: number;
}

function bySmtp({ url, from, publicUrl, connections }: TransportOptions): Transport {
  const { username, hostname } = new URL(url);
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  const transport = createTransport({
    pool: true,
    url,
    name: publicUrl && greetingName(publicUrl),
    maxConnections: connections,
    // The outbox retries; the pool would do so behind its back.
    maxRequeues: 0,
    // A password is not sent unencrypted.
    requireTLS: username !== "" && !isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, from));
    },
    close: () => transport.close(),
  };
}

/**
 * The name in EHLO (RFC 5321, 4.1.3): the host, an IP address as a literal. Returns undefined for
 * names without a dot, which many mail servers refuse; the machine's own name is used then.
 */
function greetingName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1, -1)}]`;
  if (isIP(hostname)) return `[${hostname}]`;
  return hostname.includes(".") ? hostname : undefined;
}

function toFolder({ from, folder }: TransportOptions): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}-${mail.letter.kind}.eml`);
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    close: () => transport.close(),
  };
}

function toMessage(
  { id, recipient, letter }: { id: string; recipient: string; letter: AddressedLetter },
  from: string,
): SendMailOptions {
  const domain = domainToASCII(/@([^>]+)>?$/.exec(from)?.[1] ?? "");
  return {
    from,
    // Not as text, which could be parsed into several addresses.
    to: { name: "", address: recipient },
    subject: letter.subject,
    text: toText(letter),
    html: toHtml(letter),
    // The same at every attempt, so that mail programs recognize a mail that arrives twice.
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}
