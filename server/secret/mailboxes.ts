import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Tells mailboxes apart, also those of deleted accounts, without keeping an address (R211). */
export interface Mailboxes {
  /** The number of an address's mailbox: one for all spellings that reach it. */
  numberOf(email: string): number;
  /** What stays of a deleted account's vote: a number that no other mailbox has in this survey. */
  markOf(mailbox: number, surveyId: number): number;
  /** A number for what is to be told apart without being kept; `text` says what it is for. */
  pseudonymOf(text: string): number;
}

export interface SecretLocation {
  dataDir: string;
  /** Replaces the file in `dataDir`. */
  markSecret?: string | undefined;
}

/** Makes the secret at the first start. Throws where its file is empty. */
export async function openMailboxes(where: SecretLocation): Promise<Mailboxes> {
  const key = createSecretKey(await openSecret(where), "utf8");
  /** 52 bits, which JavaScript counts exactly. */
  const numberFrom = (text: string) =>
    Number.parseInt(createHmac("sha256", key).update(text).digest("hex").slice(0, 13), 16);
  return {
    numberOf: (email) => numberFrom(canonicalAddress(email)),
    // Without an "@", so that it cannot be an address.
    markOf: (mailbox, surveyId) => numberFrom(`${surveyId}:${mailbox}`),
    pseudonymOf: (text) => numberFrom(`pseudonym ${text}`),
  };
}

export const SECRET_FILE = "kanaat.secret";

/** The secret of this installation; undefined where no server has made one yet. */
export async function readSecret(where: SecretLocation): Promise<string | undefined> {
  if (where.markSecret) return where.markSecret;
  const path = join(where.dataDir, SECRET_FILE);
  const secret = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (secret === "") throw new Error(`${path} is empty: put it back from a backup.`);
  return secret;
}

/** The same; made where there is none. */
export const openSecret = async (where: SecretLocation): Promise<string> =>
  (await readSecret(where)) ?? makeSecret(where.dataDir);

async function makeSecret(dataDir: string): Promise<string> {
  await writeSecret(dataDir, randomBytes(32).toString("base64url"), { replace: false });
  // Of servers that start at once on a shared folder, all go by the one that was first.
  return (await readSecret({ dataDir })) ?? "";
}

/** Keeps it in `dataDir`, whole or not at all; unless told to replace it, the one that is there stays. */
export async function writeSecret(
  dataDir: string,
  secret: string,
  { replace }: { replace: boolean },
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = join(dataDir, `${SECRET_FILE}.${randomBytes(8).toString("hex")}`);
  try {
    await using file = await open(unfinished, "wx", 0o600);
    await file.writeFile(secret);
    await file.sync();
    const publish = replace ? rename : link;
    await publish(unfinished, join(dataDir, SECRET_FILE)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  await using folder = await open(dataDir);
  await folder.sync();
}

/** Providers for whom several domains, or several ways to write a name, are one mailbox. */
const PROVIDERS: readonly { domains: string; nameOf: (written: string) => string }[] = [
  { domains: "gmail.com googlemail.com", nameOf: (name) => name.replaceAll(".", "") },
  { domains: "proton.me protonmail.com pm.me", nameOf: (name) => name.replace(/[._-]/g, "") },
  { domains: "icloud.com me.com mac.com", nameOf: (name) => name },
  {
    domains: "yandex.com yandex.com.tr yandex.ru yandex.by yandex.kz ya.ru",
    nameOf: (name) => name.replaceAll(".", "-"),
  },
];

/** One spelling for all addresses of a mailbox. */
export function canonicalAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = asciiLower(email.slice(at + 1));
  // The first letter stays, so that no address becomes empty.
  const name = asciiLower(email.slice(0, at)).replace(/(?<=.)\+.*/, "");
  const provider = PROVIDERS.find(({ domains }) => domains.split(" ").includes(domain));
  if (!provider) return `${name}@${domain}`;
  return `${provider.nameOf(name)}@${provider.domains.split(" ")[0]}`;
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
