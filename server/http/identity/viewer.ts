import type { VoterNumbers } from "./voter-numbers.reads.ts";

/** A signed-in account. Every account is a `member`; other roles would come with the session. */
export interface Member extends VoterNumbers {
  readonly id: number;
  readonly role: "member";
  /** Bits of what the account still lacks (`incomplete-accounts.ts`). */
  readonly missing: number;
}

/** The caller of a request; null is a visitor. */
export type Viewer = Member | null;
