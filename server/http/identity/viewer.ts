import type { Endpoint } from "#contract/endpoint.ts";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { Role } from "#contract/endpoints/moderation.ts";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { ApiError } from "#server/errors.ts";
import type { VoterNumbers } from "./voter-numbers.reads.ts";

/** What blocks and mutes hide from a person (ADR-077). */
export interface Veil {
  /** Who has blocked them: as if those people were not there. */
  readonly absent: ReadonlySet<number>;
  /** Whom they have blocked or muted: in none of their lists. */
  readonly unwanted: ReadonlyMap<number, BlockKind>;
}

/** A signed-in account. */
export interface Member extends VoterNumbers {
  readonly id: number;
  readonly role: Role;
  /** Whether moderators have suspended it: it can read, and do what `whileSuspended` says. */
  readonly isSuspended: boolean;
  /** Bits of what the account still lacks (`incomplete-accounts.ts`). */
  readonly missing: number;
  /** Undefined for nearly everybody: nothing is hidden from them. */
  readonly veil?: Veil | undefined;
}

/** The caller of a request; null is a visitor. */
export type Viewer = Member | null;

/** The people who are in none of a viewer's lists. */
export const hiddenPeople = (viewer: Viewer): number[] => hiddenBehind(viewer?.veil);

export const hiddenBehind = (veil: Veil | undefined): number[] =>
  veil ? [...veil.absent, ...veil.unwanted.keys()] : [];

/** In ascending order: each may do what those before it may. */
const ROLES: readonly Role[] = Role.options;

/**
 * Returns the caller. Throws unless the endpoint admits visitors, members who are no staff (404, as
 * for an address that does not exist), suspended accounts, or accounts that lack something.
 */
export function admitted(endpoint: Endpoint, viewer: Viewer): Viewer {
  const { auth, needs, staff } = endpoint;
  if (viewer === null && auth === "required") throw new ApiError("unauthenticated");
  if (viewer && staff && (viewer.isSuspended || !hasRole(viewer, staff)))
    throw new ApiError("not_found", { isRefusal: true });
  if (viewer?.isSuspended && !isOpenToSuspended(endpoint)) throw new ApiError("account_suspended");
  if (viewer && needs !== undefined && isMissing(viewer.missing, needs)) {
    throw new ApiError("account_incomplete");
  }
  return viewer;
}

const hasRole = ({ role }: Member, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Reads, and what keeps an account safe or ends it (R633). */
export const isOpenToSuspended = ({ method, limit, proof, whileSuspended }: Endpoint): boolean =>
  (method === "GET" && limit !== "write") || proof !== undefined || whileSuspended === true;
