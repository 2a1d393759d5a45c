import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what a copy of the database alone must not reveal. */
export interface Sealer {
  /** Encrypts a text; it opens only for the same `purpose`, such as "totp 5". */
  seal(text: string, purpose: string): string;
  /** Throws if the text was sealed for another purpose, with another secret, or was changed. */
  open(sealed: string, purpose: string): string;
  /** 32 bytes that are always the same for a purpose and reveal nothing about it. */
  bytesFor(purpose: string): Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key derived from the installation's secret (see `secret-file.ts`). */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kanaat sealer", 32));
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, "base64url");
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv("aes-256-gcm", key, iv, options)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    bytesFor: (purpose) => createHmac("sha256", key).update(purpose).digest(),
  };
}
