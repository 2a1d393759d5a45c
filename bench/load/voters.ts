import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { DAY_MS } from "#contract/durations.ts";
import type { Instance } from "#testing/instance.ts";
import { Random } from "#testing/random.ts";

export interface Voter {
  id: number;
  token: string;
}

/**
 * Creates `count` signed-in people directly in the database, since each would cost two password hashes
 * through the API. They are copies of the person with the id `model`, except that genders, ages and
 * provinces are distributed as in the population, because votes are counted by these.
 */
export async function createVoters(
  instance: Instance,
  model: number,
  count: number,
): Promise<Voter[]> {
  const prefix = randomBytes(4).toString("hex");
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const person = population();
  const given = JSON.stringify(
    tokens.map((token, i) => [
      `${prefix}_${i}`,
      createHash("sha256").update(token).digest("base64url"),
      ...person(),
    ]),
  );
  const expires = Date.now() + DAY_MS;
  const ids = instance.databaseUrl
    ? await onPostgres(instance.databaseUrl, { given, model, expires, prefix })
    : onSqlite(join(instance.dataDir, "kanaat.sqlite"), { given, model, expires, prefix });
  return ids.map((id, i) => ({ id, token: tokens[i] ?? "" }));
}

const POPULATION = join(import.meta.dirname, "../../content/population.json");
type Facts = Record<"gender" | "age" | "province", { people: Record<string, number> }>;

/** Returns a generator of people: gender, birth date and plate code, the same sequence each time. */
function population(): () => [gender: string, birthDate: string, city: number] {
  const { gender, age, province }: Facts = JSON.parse(readFileSync(POPULATION, "utf8"));
  const random = new Random(1);
  const pick = ({ people }: Facts["age"]): string => {
    const all = Object.values(people).reduce((sum, count) => sum + count, 0);
    let left = random.share() * all;
    for (const [name, count] of Object.entries(people)) {
      left -= count;
      if (left < 0) return name;
    }
    return "";
  };
  const year = new Date().getUTCFullYear();
  return () => {
    const born = year - Number.parseInt(pick(age), 10) - 1 - random.int(6);
    return [pick(gender), `${born}-0${1 + random.int(9)}-15`, Number(pick(province))];
  };
}

interface Given {
  /** JSON: nickname, token hash, gender, birth date and plate code of each. */
  given: string;
  model: number;
  expires: number;
  prefix: string;
}

/** The columns in which the new people differ from their model, with their value in a row of `given`. */
const OWN: Record<string, string> = {
  nickname: "(value ->> 0)",
  email: "(value ->> 0) || '@ornek.com'",
  canonical_email: "(value ->> 0) || '@ornek.com'",
  gender: "value ->> 2",
  birth_date: "value ->> 3",
  city_id: "cast(value ->> 4 as bigint)",
};

/** Columns and values of an insert into `users`, whose columns differ between releases. */
function copyOf(columns: readonly string[]): { columns: string; values: string } {
  const copied = columns.filter((name) => name !== "id");
  return {
    columns: copied.join(),
    values: copied.map((name) => OWN[name] ?? `users.${name}`).join(),
  };
}

function onSqlite(path: string, { given, model, expires, prefix }: Given): number[] {
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma busy_timeout = 5000; begin immediate");
    const all = file.prepare("select name from pragma_table_info('users')").all();
    const { columns, values } = copyOf(all.map(({ name }) => String(name)));
    file
      .prepare(
        `insert into users (${columns})
        select ${values} from json_each(?) as given join users on users.id = ?`,
      )
      .run(given, model);
    file
      .prepare(
        `insert into sessions (token_hash, user_id, expires_at)
        select value ->> 1, users.id, ? from json_each(?) join users on nickname = value ->> 0`,
      )
      .run(expires, given);
    file.exec("commit");
    const rows = file
      .prepare("select id from users where nickname like ? order by id")
      .all(`${prefix}%`);
    return rows.map((row) => Number(row.id));
  } finally {
    file.close();
  }
}

async function onPostgres(url: string, { given, model, expires, prefix }: Given) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const all = await client.query(
      "select column_name from information_schema.columns where table_name = 'users' and table_schema = current_schema()",
    );
    const { columns, values } = copyOf(all.rows.map((row) => row.column_name));
    await client.query(
      `insert into users (${columns})
      select ${values} from json_array_elements($1::json) with ordinality as given (value, position)
      join users on users.id = $2 order by position`,
      [given, model],
    );
    await client.query(
      `insert into sessions (token_hash, user_id, expires_at)
      select value ->> 1, users.id, $1
      from json_array_elements($2::json) as given (value) join users on nickname = value ->> 0`,
      [expires, given],
    );
    await client.query("analyze users, sessions");
    const { rows } = await client.query("select id from users where nickname like $1 order by id", [
      `${prefix}%`,
    ]);
    return rows.map((row) => Number(row.id));
  } finally {
    await client.end();
  }
}
