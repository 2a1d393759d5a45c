import type pg from "pg";

/** Maximum per connection, as each takes memory in PostgreSQL. */
const PREPARED = 500;
/** Not `select *`: after a migration by another process, such a prepared statement fails. */
const PREPARABLE = /^(?!.*\*\s+from)\s*(select|insert|update|delete|with)\b/is;

/** Names statements, which makes the connection prepare each of them once. */
export function prepareStatements(client: pg.PoolClient): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= PREPARED || !PREPARABLE.test(text)) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client);
  // Kysely calls it with a text and its values.
  client.query = ((text: string, values: unknown[]) =>
    query({ name: nameOf(text), text, values })) as typeof client.query;
}
