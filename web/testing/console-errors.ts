import { expect } from "vitest";

const errors: string[] = [];

/** Records what React and the product report in the console, and prints it. */
export function recordErrors(): void {
  const { error: print } = console;
  console.error = (...report: unknown[]) => {
    errors.push(report.map(String).join(" "));
    print(...report);
  };
}

/** Returns what was reported so far and forgets it, for a test that causes it on purpose. */
export const takeErrors = (): string[] => errors.splice(0);

export function expectNoErrors(): void {
  expect(takeErrors(), "errors in the console").toEqual([]);
}
