import { readFileSync } from "node:fs";
import { isSecret } from "./secret-files.ts";

/** Shorter secrets occur in common words and numbers; those in addresses are always hidden. */
const LEAST_LENGTH = 8;
/** Ids that stores and their operators use as names. */
const IS_NAME = new Set(["S3_ACCESS_KEY_ID"]);
/** Users and passwords in addresses, and signatures of requests to an S3 store. */
const CREDENTIALS =
  /(?<=:\/\/)[^\s"'<>@/?#]+(?=@)|(?<=AWS4-HMAC-SHA256)[^"'<>]+|(?<=\bX-Amz-(?:Signature|Credential|Security-Token)=)[^\s&"'<>]+/gi;

/**
 * Returns a function that replaces with "…" the secrets of the environment, in their forms in text,
 * JSON and addresses, and all credentials in addresses.
 */
export function createHider(environment: NodeJS.ProcessEnv): (text: string) => string {
  const longestFirst = secretsIn(environment).sort((one, other) => other.length - one.length);
  return (text) =>
    longestFirst
      .reduce((left, secret) => left.replaceAll(secret, "…"), text)
      .replace(CREDENTIALS, "…");
}

/**
 * Applies `createHider` to everything that this process prints with `console`, as warnings and from
 * its threads. Output that cannot be written, because nothing reads it any more or the disk is
 * full, is dropped without ending the process (R384).
 */
export function guardOutput(environment: NodeJS.ProcessEnv): void {
  const hide = createHider(environment);
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      const hidden = hide(text);
      return write(hidden === text ? chunk : hidden, ...rest);
    };
    stream.on("error", () => undefined);
  }
}

function secretsIn(environment: NodeJS.ProcessEnv): string[] {
  const values = Object.entries(environment).flatMap(([name, value = ""]) => {
    const secret = name.replace(/_FILE$/, "");
    const text = secret !== name && isSecret(secret) ? contentOf(value) : value;
    const isWhole = isSecret(secret) && !IS_NAME.has(secret);
    return [...(isWhole ? [text] : []), ...passwordsOf(text)];
  });
  const written = values.flatMap(formsOf).filter((text) => text.length >= LEAST_LENGTH);
  return [...new Set(written)];
}

/** A value that names no file may be the secret itself, written into the wrong variable. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return path;
  }
}

/** Passwords in an address, also where a character such as "/" or "@" is not escaped. */
const passwordsOf = (address: string): string[] =>
  [
    /^[a-z][a-z\d+.-]*:\/\/[^:@/]*:([^@/]*)@/is,
    /^[a-z][a-z\d+.-]*:\/\/[^:@/]*:(.*)@/is,
    /[?&](?:ssl)?password=([^&]*)/i,
  ].flatMap((pattern) => pattern.exec(address)?.[1] ?? []);

function formsOf(value: string): string[] {
  const secret = value.trim();
  const plain = decoded(secret);
  return [...new Set([secret, plain])].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
  ]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
