/** What a check found: as it was signed, not so, or not known because the signer is not known. */
type Verdict = "GOOD" | "WRONG" | "UNKNOWN";

const EXIT_CODES: Record<Verdict, number> = { GOOD: 0, WRONG: 1, UNKNOWN: 3 };

/** Prints what was found; the process ends with the code of the worst verdict. */
export function say(verdict: Verdict, text: string): void {
  const isFirst = !process.exitCode;
  if (verdict === "WRONG" || isFirst) process.exitCode = EXIT_CODES[verdict];
  console.log(`${verdict}  ${text}`);
}
