import type { Database } from "#server/db/database.ts";
import type { PictureTable } from "#server/db/tables/tables.ts";

/** Returns those of these `image_path`s that a row of these tables refers to. */
export async function readReferencedImages(
  db: Database,
  tables: readonly PictureTable[],
  paths: readonly string[],
): Promise<Set<string | null>> {
  const rows = await Promise.all(
    tables.map((table) =>
      db.query.selectFrom(table).select("image").where("image", "in", db.texts(paths)).execute(),
    ),
  );
  return new Set(rows.flat().map(({ image }) => image));
}

/** Identifies this database by when its first table was created. */
export async function readDatabaseId({ query }: Database): Promise<string> {
  const { timestamp } = await query
    .$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .selectFrom("kysely_migration")
    .select("timestamp")
    .orderBy("name")
    .limit(1)
    .executeTakeFirstOrThrow();
  return timestamp;
}
