import { hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { imageIdOf } from "#server/images/image-paths.ts";

const BATCH_ROWS = 1000;
/** A person's own picture is deleted without its account; those of surveys are deleted with them. */
const KINDS = ["survey", "picture", "account"] as const;
export type DeletedKind = (typeof KINDS)[number];
const TABLES = { survey: "surveys", picture: "users", account: "users" } as const;

interface Row {
  id: number;
  created_at: number;
  image: string | null;
}

/** A survey, the picture of an account, or an account, that a note of a deletion stands for. */
export interface NotedRow {
  kind: DeletedKind;
  /** Of the survey or account. */
  id: number;
  /** An `image_path`, as the row has it. */
  image: string | null;
}

/**
 * 64 hexadecimal digits that stand for a row in the notes of deletions; undefined for an account without a
 * picture. The time of creation tells rows apart that had the same id, one before and one after a restore.
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

/** Removed surveys that wait for their rows to be deleted are left out. */
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
