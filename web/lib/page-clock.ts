import { ssrContext } from "./ssr-context.ts";

let changesAt = Number.POSITIVE_INFINITY;

/**
 * Says, while a page is rendered on the server, until when what it shows of the time is true, in
 * milliseconds since 1970. A document is not sent afterwards.
 */
export function trueUntil(moment: number): void {
  if (ssrContext()) changesAt = Math.min(changesAt, moment);
}

/** The earliest moment that `trueUntil` was told while `render` ran, which does not wait for anything. */
export function renderWithClock<T>(render: () => T): { answer: T; changesAt: number } {
  changesAt = Number.POSITIVE_INFINITY;
  const answer = render();
  return { answer, changesAt };
}
