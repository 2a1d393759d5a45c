import type { Kysely } from "kysely";
import type { Tables } from "#server/db/tables/tables.ts";

/** The recipient of a letter about an account. */
export const findRecipient = (query: Kysely<Tables>, userId: number) =>
  query.selectFrom("users").select(["email", "name"]).where("id", "=", userId).executeTakeFirst();
