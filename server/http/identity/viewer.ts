import type { Endpoint } from "#contract/endpoint.ts";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { ApiError } from "#server/errors.ts";
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

/** Returns the caller. Throws unless the endpoint admits visitors, or accounts that lack something. */
export function admitted({ auth, needs }: Endpoint, viewer: Viewer): Viewer {
  if (viewer === null && auth === "required") throw new ApiError("unauthenticated");
  if (viewer && needs !== undefined && isMissing(viewer.missing, needs)) {
    throw new ApiError("account_incomplete");
  }
  return viewer;
}
