import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/db/database.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import type { SigningKey } from "./signing-key.ts";

/** How often votes are read again where their numbers do not fit. */
export const ATTEMPTS = 3;

/** What every step of sealing uses. */
export interface Sealing {
  db: Database;
  sealer: Sealer;
  key: SigningKey;
  log: FastifyBaseLogger;
  /** Surveys with more votes are sealed and compared in steps of so many. */
  votesAtOnce: number;
}
