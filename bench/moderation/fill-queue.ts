import { createHash, randomBytes } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Instance } from "#testing/instance.ts";
import { openPlainSql, type PlainSql } from "#testing/plain-sql.ts";

export interface Sizes {
  surveys: number;
  people: number;
  /** Open reports; twice as many are decided. */
  reports: number;
}

/** The account whose surveys have the most decisions. */
const MOST_DECIDED = 2;
const PICTURE = "'/images/00/00000000000000000000000000000000/1280.webp'";
const SNAPSHOT = JSON.stringify({
  ...{ title: "Sorulan soru mu?", text: "Açıklama. ".repeat(20), image_path: null },
  options: ["Çay", "Kahve"].map((content) => ({ content, image_path: "" })),
});

/**
 * Fills the database of an instance that a server has prepared and closed, without votes. Returns the
 * tokens of its admin and of the account with the most decisions. `sabotage` leaves out the index of
 * the queue.
 */
export async function fillQueue(
  instance: Instance,
  sizes: Sizes,
  now: number,
  sabotage: boolean,
): Promise<{ admin: string; decided: string }> {
  const sql = await openPlainSql(instance);
  try {
    const sequences = instance.databaseUrl ? SEQUENCES : [];
    await sql.run("begin");
    for (const statement of [...statements(sql, sizes, now), ...sequences])
      await sql.run(statement);
    const tokens = { admin: newToken(), decided: newToken() };
    for (const [token, id] of [[tokens.admin, 1] as const, [tokens.decided, MOST_DECIDED] as const])
      await sql.run(`insert into sessions (token_hash, user_id, expires_at)
        values ('${hashOf(token)}', ${id}, ${now + 30 * DAY_MS})`);
    if (sabotage) await sql.run("drop index moderation_queue");
    await sql.run("commit");
    await sql.run(instance.databaseUrl ? "vacuum analyze" : "pragma wal_checkpoint(truncate)");
    return tokens;
  } finally {
    await sql.close();
  }
}

const newToken = () => randomBytes(32).toString("base64url");
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

function statements(sql: PlainSql, { surveys, people, reports }: Sizes, now: number): string[] {
  // Most cases have one or two reports, some many; survey cases first, then people's.
  const cases = Math.ceil(reports / 2);
  const surveyCases = Math.min(Math.ceil(cases * 0.9), surveys);
  const decided = reports * 2;
  const openedAt = `${now} - i * ${MINUTE_MS}`;
  return [
    `insert into users (id, name, nickname, email, canonical_email, gender, birth_date, city_id,
        consent_version, explicit_consent_at, communication_consent_at, created_at, role)
      select i, 'Kişi ' || i, 'kisi_' || i, 'kisi_' || i || '@ornek.com',
        'kisi_' || i || '@ornek.com', 'other', '1990-04-23', 1 + i % 81, '1', ${now}, ${now},
        ${now} - i * 1000, (case when i = 1 then 'admin' else 'member' end)
      from ${sql.series(people)}`,
    `insert into surveys (id, owner_id, type, question, description, image, category_id,
        option_theme_id, result_visibility, visibility, start_time, invitation_code, created_at,
        published_at, listed)
      select i, 2 + i % ${people - 2}, 'SURVEY', 'Soru ' || i || ' mi?', 'Açıklama', ${PICTURE},
        1 + i % 12, 1, 'before', 'public', ${now} - i * 1000, 'kod' || i, ${now} - i * 1000,
        ${now} - i * 1000, 1 from ${sql.series(surveys)}`,
    `insert into options (id, survey_id, position, content, image)
      select s.i * 2 + o.i, s.i, o.i, 'Seçenek ' || o.i, ${PICTURE}
      from (select i from ${sql.series(surveys)}) as s
      cross join (select 0 as i union select 1) as o`,
    `insert into moderation_cases (survey_id, person_id, reports, weight, opened_at, urgency,
        has_objection, version)
      select (case when i <= ${surveyCases} then i end),
        (case when i > ${surveyCases} then 2 + i - ${surveyCases} end), 2, 20, ${openedAt},
        43200000 - (${openedAt}), (case when i % 50 = 0 then 1 else 0 end), 2
      from ${sql.series(cases)} order by i`,
    // Every tenth report is about the first hundred cases.
    `insert into reports (case_id, reporter_id, reason, text, snapshot, weight, created_at)
      select (case when i % 10 = 0 then 1 + i / 10 % 100 else 1 + i % ${cases} end),
        2 + i % ${people - 2}, 'spam', 'Aynı soru.', '${SNAPSHOT}', 10, ${now} - i * 1000
      from ${sql.series(reports)} where true on conflict do nothing`,
    `insert into reports (case_id, reporter_id, reason, text, snapshot, weight, created_at,
        decided_at)
      select 1 + i % ${cases}, 2 + i % ${people - 2}, 'hate', '',
        '${SNAPSHOT}', 10, ${now} - i * 1000, ${now} - i * 10 from ${sql.series(decided)}`,
    `insert into decisions (case_id, person_id, moderator_id, act, reason, words, decided_at)
      select 1 + i % ${cases}, (case when i % 100 = 0 then ${MOST_DECIDED}
        else 2 + i % ${people - 2} end), 1, 'warn', 'spam', 'Aynı soru çok kez soruldu.',
        ${now} - i * 1000 from ${sql.series(decided)}`,
    `insert into moderation_record (number, at, actor, act, target, reason, words, hash)
      select i, ${now} - (${decided} - i) * 1000, 1, 'warn', 'survey ' || i, 'spam',
        'Aynı soru çok kez soruldu.', '-' from ${sql.series(decided)}`,
  ];
}

const SEQUENCES = ["users", "surveys", "options"].map(
  (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
);
