import { type Kysely, sql } from "kysely";

/** The words of listed surveys in the engine's full-text index, instead of a row per beginning. */
export const up = (engine: "sqlite" | "postgres") => async (db: Kysely<never>) => {
  const isSqlite = engine === "sqlite";
  await sql`create table survey_words (
    survey_id ${sql.raw(isSqlite ? "integer" : "bigint")} primary key
      references surveys on delete cascade,
    words text ${sql.raw(isSqlite ? "" : 'collate "C"')} not null
  )`.execute(db);
  await fillWords(db);
  for (const statement of isSqlite ? FTS5 : [GIN]) await sql.raw(statement).execute(db);
  await sql`drop table survey_terms`.execute(db);

  for (const index of ["surveys_new", "surveys_popular", "surveys_ending", "surveys_endless"]) {
    await sql`drop index ${sql.id(index)}`.execute(db);
  }
  const orders = {
    new: "start_time",
    popular: "popularity",
    // Surveys without an end come last, the newest first.
    ending: "coalesce(expire_time, 9007199254740991 - id)",
  };
  // The further columns allow skipping rows by the index alone.
  for (const [order, place] of Object.entries(orders)) {
    const columns = `${place}, id, start_time, expire_time, type`;
    for (const statement of [
      `create index surveys_${order} on surveys (${columns}) where listed = 1`,
      `create index surveys_${order}_by_category on surveys (category_id, ${columns})
        where listed = 1`,
    ]) {
      await sql.raw(statement.replace("start_time, id, start_time", "start_time, id")).execute(db);
    }
  }
};

const GIN = `create index survey_words_gin on survey_words
  using gin (array_to_tsvector(string_to_array(trim(words), ' '))) with (fastupdate = off)`;

/**
 * Holds no texts; those are in the table, whose rows are never updated. Any character but a space
 * counts as a letter.
 */
const FTS5 = [
  `create virtual table survey_words_fts using fts5(words, content = survey_words,
    content_rowid = survey_id, tokenize = "ascii tokenchars ':'", prefix = '1 2 3',
    detail = none, columnsize = 0)`,
  "insert into survey_words_fts (survey_words_fts) values ('rebuild')",
  `create trigger survey_words_added after insert on survey_words begin
    insert into survey_words_fts (rowid, words) values (new.survey_id, new.words);
  end`,
  `create trigger survey_words_deleted after delete on survey_words begin
    insert into survey_words_fts (survey_words_fts, rowid, words)
      values ('delete', old.survey_id, old.words);
  end`,
];

const AT_ONCE = 500;

interface Listed {
  id: number;
  type: string;
  category_id: number;
  question: string;
  description: string;
  options: string | null;
}

async function fillWords(db: Kysely<never>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Listed>`
      select id, type, category_id, question, description, (select string_agg(content, ' ')
        from options where survey_id = surveys.id) as options from surveys
      where listed = 1 and id > ${last} order by id limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    const values = rows.map((row) => sql`(cast(${row.id} as bigint), ${wordsOf(row)})`);
    await sql`insert into survey_words (survey_id, words) values ${sql.join(values)}`.execute(db);
  }
}

/** As the surveys feature created them when this was written. */
function wordsOf({ type, category_id, question, description, options }: Listed): string {
  const category = CATEGORIES[category_id - 1] ?? "";
  const folded = `${question} ${description} ${category} ${options ?? ""}`
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/\p{C}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i");
  const words = new Set([`type:${type.toLowerCase()}`, `category:${category_id}`]);
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu)) {
    const letters = [...word].slice(0, 50);
    words.add(letters.join(""));
    for (const [at, letter] of letters.entries()) {
      const [shortest, hard] = SOFTENED[letter] ?? [Infinity, ""];
      const isSoftened =
        at + 1 >= shortest &&
        (letter !== "g" || /[aeioun]/.test(letters[at - 1] ?? "")) &&
        /^[aeiou]$/.test(letters[at + 1] ?? "");
      if (isSoftened) words.add(letters.slice(0, at).join("") + hard);
    }
  }
  return ` ${[...words].join(" ")} `;
}

const CATEGORIES = [
  "Gündem",
  "Şehir ve Yaşam",
  "Yemek",
  "Spor",
  "Müzik",
  "Sinema ve Dizi",
  "Kitap",
  "Oyun",
  "Teknoloji",
  "Bilim ve Doğa",
  "Tarih ve Sanat",
  "Eğitim",
  "Sağlık",
  "Seyahat",
];
const SOFTENED: Record<string, [shortest: number, hard: string]> = {
  b: [5, "p"],
  d: [5, "t"],
  g: [4, "k"],
};
