import { ssrContext } from "./ssr-context.ts";

let changesAt = Number.POSITIVE_INFINITY;

/**
 * Records, while the server renders a page, until when its time-dependent text is true, in
 * milliseconds since 1970. The document is not sent after that moment.
 */
export function trueUntil(moment: number): void {
  if (ssrContext()) changesAt = Math.min(changesAt, moment);
}

/** `changesAt`: the earliest moment passed to `trueUntil` during `render`, which is synchronous. */
export function renderWithClock<T>(render: () => T): { answer: T; changesAt: number } {
  changesAt = Number.POSITIVE_INFINITY;
  const answer = render();
  return { answer, changesAt };
}
