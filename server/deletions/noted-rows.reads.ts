import { hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { imageIdOf } from "#server/images/image-paths.ts";

const BATCH_ROWS = 1000;
/**
 * A person's picture can be deleted without the account; a survey's are deleted with the survey.
 */
const KINDS = ["survey", "picture", "account"] as const;
export type DeletedKind = (typeof KINDS)[number];
const TABLES = { survey: "surveys", picture: "users", account: "users" } as const;

interface Row {
  id: number;
  created_at: number;
  image: string | null;
}

/** A survey, an account, or an account's picture that a deletion note identifies. */
export interface NotedRow {
  kind: DeletedKind;
  /** Id of the survey or account. */
  id: number;
  /** The `image_path` in the row. */
  image: string | null;
}

/**
 * 64 hexadecimal digits that identify a row in the deletion notes; undefined for the picture of an
 * account without one. The time of creation distinguishes rows with the same id from before and
 * after a restore.
 */
function fingerprintOf(kind: DeletedKind, { id, created_at, image }: Row): string | undefined {
  if (kind !== "picture") return hash("sha256", `${kind} ${id} ${created_at}`);
  const imageId = imageIdOf(image ?? "");
  return imageId && hash("sha256", `picture ${imageId}`);
}

/** `id` is that of the survey or account. Undefined where there is no such row or picture. */
export async function readFingerprint(
  { query }: Database,
  kind: DeletedKind,
  id: number,
): Promise<string | undefined> {
  const row = await query
    .selectFrom(TABLES[kind])
    .select(["id", "created_at", "image"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && fingerprintOf(kind, row);
}

/**
 * Yields every row whose fingerprint is among `noted`: surveys, then pictures, then accounts. Reads all
 * surveys and accounts, in batches.
 */
export async function* findNoted(
  db: Database,
  noted: ReadonlySet<string>,
): AsyncGenerator<NotedRow> {
  for (const kind of KINDS) {
    for await (const { id, created_at, image } of rowsOf(db, kind)) {
      const fingerprint = fingerprintOf(kind, { id, created_at, image });
      if (fingerprint && noted.has(fingerprint)) yield { kind, id, image };
    }
  }
}

/** Skips removed surveys whose rows have yet to be deleted. */
async function* rowsOf({ query }: Database, kind: DeletedKind): AsyncGenerator<Row> {
  const unremoved = kind === "survey" ? sql`and owner_id is not null` : sql``;
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows }: { rows: Row[] } = await sql<Row>`select id, created_at, image
      from ${sql.table(TABLES[kind])} where id > ${last} ${unremoved}
      order by id limit ${BATCH_ROWS}`.execute(query);
    yield* rows;
    last = rows.at(-1)?.id;
    await yieldToEventLoop();
  }
}
