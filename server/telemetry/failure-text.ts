/**
 * What operators see of a failure that ends the server: one line that says what to do if operators
 * can do something, the stack if the program is at fault.
 */
export function failureText(error: unknown): string {
  const reason = reasonOf(error);
  return isDefect(reason) ? stackOf(reason) : sentenceOf(reason);
}

/** One line, even if the program is at fault. */
export function failureLine(error: unknown): string {
  const reason = reasonOf(error);
  if (!isDefect(reason)) return sentenceOf(reason);
  return `This is a defect of the program: ${oneLine(String(reason))}. LOG_LEVEL=debug shows where.`;
}

export const stackOf = (error: unknown): string => String(Object(error).stack ?? error);

const DEFECTS = [TypeError, RangeError, ReferenceError, SyntaxError];
const isDefect = (error: unknown): boolean =>
  DEFECTS.some((defect) => error instanceof defect) && Object(error).code !== "ERR_INVALID_URL";

/** The most informative error: those of the API and of `fetch` only name the call that failed. */
function reasonOf(error: unknown): unknown {
  const { cause, code, message } = Object(error);
  const isWrapped = code === message || message === "fetch failed";
  return isWrapped && cause instanceof Error ? reasonOf(cause) : error;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown: ${String(error)}`;
  const { message, code, severity, syscall, errors } = Object(error);
  // A failed connection to a host with several addresses has an empty message.
  const causes = Array.isArray(errors) ? errors.map((one) => Object(one).message) : [];
  const text = oneLine(message || causes.join(", ") || String(code));
  const hint = HINTS[severity || syscall || isNetwork(code) ? code : ""];
  const advice = hint && !text.includes(hint) ? `: ${hint}` : "";
  return `${text}${advice}`;
}

const MAX_LENGTH = 600;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}

const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const isNetwork = (code: unknown): boolean => NETWORK.test(String(code));

const UNREACHABLE = "check the address in the settings, and that the server there runs";
const NOT_OURS = "run it as the user that the files belong to, or correct their owner or mode";
/** By codes of the system and of PostgreSQL. */
const HINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"].map(
      (code) => [code, UNREACHABLE],
    ),
  ),
  EAI_AGAIN: UNREACHABLE,
  EACCES: NOT_OURS,
  EPERM: NOT_OURS,
  EROFS: "the file system is mounted read-only",
  ENOSPC: "free some space",
  EADDRINUSE: "another program uses the port; end it, or set another PORT",
  "28P01": "check the user and the password in DATABASE_URL",
  "28000": "check the user and the password in DATABASE_URL, and pg_hba.conf",
  "3D000": "create it, or name another one in DATABASE_URL",
  "42501": "grant the role of DATABASE_URL what it lacks",
  "53300": "raise max_connections, or close other connections",
  "57P03": "wait until PostgreSQL has started",
};
