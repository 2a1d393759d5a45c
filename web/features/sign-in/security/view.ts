import type { Proof } from "./security.api.ts";

/** What the dialog shows; each step returns the next, undefined means the first. */
export type View =
  | { step: "confirm"; why: string; run: (proof: Proof) => Promise<View | undefined> }
  | { step: "totp"; secret: string; uri: string }
  | { step: "codes"; codes: readonly string[] };
