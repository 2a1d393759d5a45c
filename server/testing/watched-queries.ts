import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Database } from "#server/db/open.ts";

/** The database with an eye on it: `seen` holds each different statement that it was given. */
export function watchQueries(db: Database): { db: Database; seen: Map<string, CompiledQuery> } {
  const seen = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.query.getExecutor().compileQuery(node, queryId);
      seen.set(sql, CompiledQuery.raw(sql, [...parameters]));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: { ...db, query: db.query.withPlugin(plugin) }, seen };
}
