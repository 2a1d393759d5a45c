import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Database } from "#server/db/database.ts";

/**
 * A database that records its queries: `seen` holds each different statement by its text. `onQuery`
 * gets every text, in the asynchronous context of its caller.
 */
export function watchQueries(
  db: Database,
  onQuery?: (sql: string) => void,
): { db: Database; seen: Map<string, CompiledQuery> } {
  const seen = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.query.getExecutor().compileQuery(node, queryId);
      onQuery?.(sql);
      seen.set(sql, CompiledQuery.raw(sql, [...parameters]));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const [query, aside] = [db.query.withPlugin(plugin), db.aside.withPlugin(plugin)];
  return { db: { ...db, query, aside }, seen };
}
