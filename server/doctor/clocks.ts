import type { Offset } from "#server/db/clock-offset.ts";
import { type Outcome, ok, warning } from "./check.ts";

const OFFSET_MS = 5000;

/** Judges another machine's clock by how much it is ahead of this one's. */
export function judgeOffset(whose: string, { least, most }: Offset): Outcome {
  const offset = least > 0 ? least : Math.min(0, most);
  const seconds = (Math.abs(offset) / 1000).toFixed(1);
  if (Math.abs(offset) <= OFFSET_MS) return ok(`${whose} clock is within ${OFFSET_MS / 1000} s`);
  const way = offset > 0 ? "ahead of" : "behind";
  return warning(`${whose} clock is ${seconds} s ${way} this machine's: run NTP on both`);
}
