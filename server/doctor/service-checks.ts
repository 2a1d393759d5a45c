import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { createTransport } from "nodemailer";
import { BRAND } from "#contract/brand.ts";
import type { Config } from "#server/config/config.ts";
import { clockOffset } from "#server/db/clock-offset.ts";
import { newImageId } from "#server/images/image-paths.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { type Check, error, type Outcome, ok, skipped, warning } from "./check.ts";
import { judgeOffset } from "./clocks.ts";

const WAIT_MS = 10_000;

/** Checks beyond this machine: store, mail server, providers, and access from outside. */
export function serviceChecks(config: Config, trialRecipient: string | undefined): Check[] {
  return [
    ["pictures", () => checkStore(config)],
    ["clock of the store", () => checkStoreClock(config)],
    ["mail", () => checkMail(config, trialRecipient)],
    ...config.oidcProviders.map(
      ({ id, issuer }): Check => [`sign-in with ${id}`, () => checkProvider(issuer)],
    ),
    ["site", () => checkSite(config.publicUrl)],
  ];
}

/** Writes, reads and deletes a test file. */
async function checkStore(config: Config): Promise<Outcome> {
  const folder = config.s3 ? undefined : await stat(config.dataDir).catch(() => null);
  if (folder === null) return error("there is no DATA_DIR");
  // The server could not delete what another user writes.
  if (folder && process.getuid && folder.uid !== process.getuid()) {
    return skipped(`run it as the server's user (${folder.uid}), as which it writes`);
  }
  const store = await openImageStore(config);
  const [id, bytes] = [newImageId(), randomBytes(32)];
  const name = "320.webp";
  await store.put(id, [{ name, bytes }]);
  try {
    const file = await store.get(id, name);
    const isSame = Buffer.isBuffer(file?.content) && file.content.equals(bytes);
    if (!isSame) return error("what was written was read back as something else");
  } finally {
    await store.delete(id);
  }
  if (await store.get(id, name)) return error("what was deleted is still there");
  return ok(`written, read and deleted in ${config.s3 ? config.s3.bucket : "DATA_DIR/images"}`);
}

async function checkStoreClock({ s3 }: Config): Promise<Outcome> {
  if (!s3) return skipped("there is no S3_BUCKET");
  const ask = async () => {
    const { headers } = await fetch(s3.bucketUrl, {
      method: "HEAD",
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return { time: Date.parse(headers.get("date") ?? ""), resolutionMs: 1000 };
  };
  const offset = await clockOffset(ask, Date.now);
  if (Number.isNaN(offset.least)) return skipped("the store tells no time");
  return judgeOffset("the store's", offset);
}

async function checkMail({ mail }: Config, recipient: string | undefined): Promise<Outcome> {
  if (!mail) return skipped("there is no MAIL_URL");
  if (mail.url === "file:") return warning("MAIL_URL=file: sends nothing: it is for trying");
  const { username, hostname } = new URL(mail.url);
  const transport = createTransport({
    url: mail.url,
    requireTLS: username !== "" && !/^(localhost|127\..*|\[::1\])$/.test(hostname),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  try {
    await transport.verify();
    if (!recipient) return ok(`${hostname} takes the connection; -- --mail <address> sends one`);
    const subject = `${BRAND}: deneme e-postası`;
    const text = "Bu bir denemedir. E-posta ayarları çalışıyor.";
    await transport.sendMail({
      from: mail.from,
      to: { name: "", address: recipient },
      subject,
      text,
    });
    return ok(`${hostname} has taken a mail to ${recipient}`);
  } finally {
    transport.close();
  }
}

async function checkProvider(issuer: string): Promise<Outcome> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(WAIT_MS) });
  if (!response.ok) return error(`${address} returns ${response.status}`);
  const found = Object(await response.json()).issuer;
  if (found === issuer) return ok(issuer);
  return error(`it calls itself ${found}, the setting says ${issuer}: they must be the same`);
}

async function checkSite(publicUrl: string | undefined): Promise<Outcome> {
  if (!publicUrl) return skipped("there is no PUBLIC_URL");
  const response = await fetch(`${publicUrl}/readyz`, {
    signal: AbortSignal.timeout(WAIT_MS),
  }).catch((cause: unknown) => String(Object(Object(cause).cause).code ?? Object(cause).message));
  if (typeof response === "string") return warning(`${publicUrl} cannot be reached: ${response}`);
  const { status, database } = Object(await response.json().catch(() => null));
  if (response.status === 200 && status === "ready") {
    if (database !== "ok") return error(`${publicUrl} is there, but not its database`);
    return ok(`${publicUrl} is ready`);
  }
  return error(`${publicUrl}/readyz returns ${response.status}, and is not this server's`);
}
