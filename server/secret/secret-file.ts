import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export interface SecretLocation {
  dataDir: string;
  /** Replaces the file in `dataDir`. */
  markSecret?: string | undefined;
}

export const SECRET_FILE = "kanaat.secret";

/** The secret of this installation; undefined if no server has made one yet. */
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

/** The same; makes one if there is none. */
export const openSecret = async (where: SecretLocation): Promise<string> =>
  (await readSecret(where)) ?? makeSecret(where.dataDir);

async function makeSecret(dataDir: string): Promise<string> {
  await writeSecret(dataDir, randomBytes(32).toString("base64url"), { replace: false });
  // Servers that start at the same time on a shared folder all use the first one's secret.
  return (await readSecret({ dataDir })) ?? "";
}

/** Writes it to `dataDir` atomically; without `replace`, an existing secret stays. */
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
