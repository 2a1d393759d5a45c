import { readFileSync } from "node:fs";

/** Variables that may be files and appear in no message; DATABASE_URL contains a password. */
const SECRET_NAME =
  /^(DATABASE_(DIRECT_|REPLICA_)?URL|MAIL_URL|MARK_SECRET|S3_ACCESS_KEY_ID|S3_SECRET_ACCESS_KEY|OIDC_\w+_SECRET)$/;
const FILE_OF_SECRET = /^(.+)_FILE$/;

export const isSecret = (variable: string): boolean => SECRET_NAME.test(variable);

/** A variable's value for messages: "…" for secrets and addresses with a password. */
export const shownValue = (variable: string, value = ""): string =>
  isSecret(variable) || /:\/\/[^/]*@/.test(value) ? "…" : value;

/** The variables that are set, with the secrets read from files. */
export function withSecretFiles(set: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = { ...set };
  for (const [fileVariable, path = ""] of Object.entries(set)) {
    const [, name = ""] = FILE_OF_SECRET.exec(fileVariable) ?? [];
    if (!isSecret(name)) continue;
    // Without its value, since people who confuse the two variables write the secret there.
    if (set[name]) throw new Error(`${fileVariable} is wrong: ${name} is set too`);
    all[name] = readSecretFile(fileVariable, path);
  }
  return all;
}

function readSecretFile(variable: string, path: string): string {
  const found = readText(path);
  // Not as the cause, which would show the path.
  if ("code" in found) {
    throw new Error(`${variable} is wrong: its file cannot be read (${found.code})`);
  }
  const secret = found.text.replace(/[\r\n]+$/, "");
  if (!secret.trim()) throw new Error(`${variable} is wrong: its file is empty`);
  return secret;
}

function readText(path: string): { text: string } | { code: string | undefined } {
  try {
    return { text: readFileSync(path, "utf8") };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}
