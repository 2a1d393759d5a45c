import { AccountExport } from "#contract/endpoints/account-export.ts";
import type { Database } from "#server/db/database.ts";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { DownloadPart, DownloadRequest, FeatureContext } from "../feature.ts";
import { readAccount } from "./accounts.reads.ts";
import { jsonPieces } from "./json-pieces.ts";

export type ExportContext = Pick<
  FeatureContext,
  "db" | "mailboxes" | "sealer" | "toJson" | "features"
>;

/**
 * An `AccountExport` as pieces of JSON text, read from the database while they are sent, with the
 * parts of every feature in the contract's order. Throws `invalid_token`, before the first piece,
 * if the account is gone.
 */
export async function readExport(
  context: ExportContext,
  id: number,
  asked: DownloadRequest,
): Promise<AsyncGenerator<string>> {
  const parts: Record<string, object | string> = {};
  for (const name of AccountExport.keyof().options) {
    const read = readerOf(context.features, name);
    // Parts in batches are read later, with their pieces.
    parts[name] = await read(context, id, asked);
  }
  return jsonPieces(parts, context.toJson);
}

function readerOf(features: FeatureContext["features"], name: DownloadPart) {
  const read = features.map(({ download }) => download?.[name]).find((one) => one !== undefined);
  if (!read) throw new Error(`No feature has ${name} for the download.`);
  return read;
}

export async function exportAccount(db: Database, id: number) {
  const account = await readAccount(db, id);
  const { created_at } = await db.query
    .selectFrom("users")
    .select("created_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...account, created_at: toTimestamp(created_at) };
}

export async function readConsents(db: Database, id: number) {
  const row = await db.query
    .selectFrom("users")
    .select(["consent_version", "explicit_consent_at", "communication_consent_at", "missing"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    version: row.consent_version,
    explicit_consent_at: toTimestamp(row.explicit_consent_at),
    communication_consent_at: isMissing(row.missing, "identity")
      ? null
      : toTimestamp(row.communication_consent_at),
  };
}
