/** As in monitoring plugins: 0, 1 and 2; a skipped check has no code of its own. */
const EXIT_CODES = { ok: 0, skipped: 0, warning: 1, error: 2 } as const;
type State = keyof typeof EXIT_CODES;

/** Result of a check, in one line: what is wrong and what to do. */
export interface Outcome {
  state: State;
  text: string;
}
export interface Finding extends Outcome {
  check: string;
}
export type Check = readonly [name: string, run: () => Outcome | Promise<Outcome>];

export const ok = (text: string): Outcome => ({ state: "ok", text });
export const warning = (text: string): Outcome => ({ state: "warning", text });
export const error = (text: string): Outcome => ({ state: "error", text });
export const skipped = (text: string): Outcome => ({ state: "skipped", text });

/**
 * Runs the checks one after another; an error that a check throws becomes its finding. The texts
 * may contain passwords, which the command's output hides.
 */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of checks) {
    const { state, text } = await attempt(run);
    findings.push({ check, state, text: text.replaceAll(/\s+/g, " ").trim() });
  }
  return findings;
}

async function attempt(run: Check[1]): Promise<Outcome> {
  try {
    return await run();
  } catch (thrown) {
    const { message, code, cause } = Object(thrown);
    return error([message || code, Object(cause).message].filter(Boolean).join(": "));
  }
}

/** The exit code of the worst finding. */
export const exitCodeOf = (findings: readonly Finding[]): number =>
  Math.max(0, ...findings.map(({ state }) => EXIT_CODES[state]));
