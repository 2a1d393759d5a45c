/**
 * What an operator is shown of a failure: the message alone where it is a sentence for operators or
 * comes from the system or the database, the stack where the program is at fault.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown: ${String(error)}`;
  if (FAULTS.some((fault) => error instanceof fault)) return error.stack ?? String(error);
  // A failed connection to a host with several addresses has a code, but an empty message.
  return error.message || String(Object(error).code);
}

const FAULTS = [TypeError, RangeError, ReferenceError, SyntaxError];
