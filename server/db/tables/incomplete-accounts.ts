import { type SqlBool, sql } from "kysely";
import type { Missing } from "#contract/endpoints/account.ts";

/**
 * The bits of `users.missing`: what was not given yet. Columns of what is missing hold placeholders,
 * which nothing may read.
 */
export const MISSING = { identity: 1, details: 2 } as const satisfies Record<Missing, number>;

/** What an account that was opened by a code lacks until its owner gives it. */
export const missingOf = (bits: number): Missing[] =>
  (["identity", "details"] as const).filter((part) => isMissing(bits, part));

export const isMissing = (bits: number, part: Missing): boolean => (bits & MISSING[part]) !== 0;

/** Whether an account has a name. Others are shown to nobody (R495). */
export const HAS_IDENTITY = sql<SqlBool>`(users.missing & ${sql.lit(MISSING.identity)}) = 0`;

/** What stands in columns that cannot be null, beside a random nickname. */
export const NO_IDENTITY = { name: "", communication_consent_at: 0 };

/**
 * The same for details. From these the statement that notes a vote makes the cell `UNKNOWN`, without
 * asking what is missing: the first gender, the first age, and a plate code that no province has.
 */
export const NO_DETAILS = { gender: "man", birth_date: "9999-12-31", city_id: 127 } as const;
