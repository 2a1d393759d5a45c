import type { DatabaseFault } from "../database.ts";
import { OutcomeUnknown, WriteRefused } from "../write-deadline.ts";

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FAULTS: Record<string, DatabaseFault> = {
  "23505": "unique",
  "23503": "foreign_key",
  "40001": "conflict",
  "40P01": "conflict",
  "53100": "full",
};
/** Connection lost, too many connections, shutting down, starting up, statement or lock timeout. */
const UNAVAILABLE = /^(08...|53300|57P0[1-5]|57014|55P03|25006)$/;
const BROKEN_SOCKET =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN|NOENT)$/;
const BROKEN_CLIENT = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

export function fault(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return null;
  if (error instanceof OutcomeUnknown) return "unknown";
  if (error instanceof WriteRefused) return "unavailable";
  const code = "code" in error ? String(error.code) : "";
  if (FAULTS[code]) return FAULTS[code];
  const lost =
    UNAVAILABLE.test(code) || BROKEN_SOCKET.test(code) || BROKEN_CLIENT.test(error.message);
  return lost ? "unavailable" : null;
}
