import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/db/database.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import type { SigningKey } from "./signing-key.ts";

/** How many times votes are read if their numbers do not match. */
export const ATTEMPTS = 3;

/** What every step of sealing uses. */
export interface Sealing {
  db: Database;
  sealer: Sealer;
  key: SigningKey;
  log: FastifyBaseLogger;
  /** Surveys with more votes are sealed and compared in steps of this many. */
  votesAtOnce: number;
}
