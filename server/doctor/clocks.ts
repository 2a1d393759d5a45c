import { type Outcome, ok, warning } from "./check.ts";

const OFFSET_MS = 5000;

/** Compares another machine's clock with this one's; half a second of HTTP's whole seconds is lost. */
export function compareClocks(
  whose: string,
  theirs: number,
  { sentAt, receivedAt }: { sentAt: number; receivedAt: number },
): Outcome {
  // It was read somewhere between the two.
  const offset = theirs < sentAt ? theirs - sentAt : Math.max(0, theirs - receivedAt);
  const seconds = (Math.abs(offset) / 1000).toFixed(1);
  if (Math.abs(offset) <= OFFSET_MS) return ok(`${whose} clock is within ${OFFSET_MS / 1000} s`);
  const way = offset > 0 ? "ahead of" : "behind";
  return warning(`${whose} clock is ${seconds} s ${way} this machine's: run NTP on both`);
}
