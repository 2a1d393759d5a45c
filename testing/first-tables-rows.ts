import { DAY_MS } from "#contract/durations.ts";
import type { PlainSql } from "./plain-sql.ts";

export interface FirstSizes {
  people: number;
  /** How many more people have voted and since deleted their accounts; their ids follow the others'. */
  departed: number;
  /** At least this many; every survey that has begun gets the same number. */
  votes: number;
  now: number;
}

/** The rows that `fillFirstTables` wrote, to be compared after every migration. */
export interface FirstCounts {
  surveys: number;
  listed: number;
  votes: number;
  removed: number;
}
const LONG = "'Ğüşıöç İIıi 🗳️👩‍👩‍👧 kitabı ' ";

/**
 * Fills the tables of migration 001 with a few statements: people, every fifth with the mailbox of the
 * previous one, every kind of survey (drafts, scheduled, ended, private, removed), long and odd texts, null
 * wherever it is allowed, and votes, every seventh anonymous.
 */
export async function fillFirstTables(sql: PlainSql, sizes: FirstSizes): Promise<FirstCounts> {
  const { people, now } = sizes;
  const surveys = people;
  const begun = Math.floor(surveys * 0.7);
  const votesEach = Math.ceil(sizes.votes / begun);
  // -1 owned removed surveys in versions that had only this table.
  await sql.run(`insert into users (id, name, nickname, email, password_hash, gender, birth_date,
      city_id, consent_version, explicit_consent_at, communication_consent_at, created_at)
    values (-1, '', '', '', '', 'other', '', 0, '', 0, 0, 0)`);
  await sql.run(`insert into users (id, name, nickname, email, password_hash, image, gender,
      birth_date, city_id, biography, show_details, consent_version, explicit_consent_at,
      communication_consent_at, follower_count, following_count, created_at)
    select i, case when i % 100 = 0 then substr(replace(cast('${"a".repeat(400)}' as text), 'a',
        'Çiğdem 🌷 '), 1, 4000) else ${LONG} || i end, 'kisi_' || i,
      case when i % 5 = 0 then 'Kisi' || (i - 1) || '+ikinci@ornek.com'
        else 'kisi' || i || '@ornek.com' end,
      'parola ' || i, case when i % 3 = 0 then '/images/00/' || i || '/320.webp' end,
      case when i % 2 = 0 then 'women' else 'man' end, '1990-04-23', 1 + i % 81,
      case when i % 4 = 0 then ${LONG} end, i % 2, '1', ${now}, ${now}, 1, 1, ${now} - i
    from ${sql.series(people)}`);
  await sql.run(`insert into sessions (token_hash, user_id, expires_at)
    select 'oturum ' || i, i, ${now + DAY_MS} from ${sql.series(people)}`);
  // The first 70 % have begun: public, ended with or without notifications, private, and some removed.
  await sql.run(`insert into surveys (id, owner_id, draft_key, type, question, description,
      search_text, image, category_id, option_theme_id, result_visibility, visibility, start_time,
      expire_time, invitation_code, view_count, vote_count, created_at, published_at, end_told_at)
    select i, case when i % 50 = 1 then -1 else i end,
      case when i > ${begun} and i % 2 = 0 then 'taslak ' || i end,
      case when i % 2 = 0 then 'TEST' else 'SURVEY' end, ${LONG} || i, ${LONG}, 'kitabi ' || i, '',
      1 + i % 14, 1 + i % 2, case when i % 3 = 0 then 'after' else 'before' end,
      case when i % 50 = 1 or i > ${begun} and i % 3 <> 0 then null when i % 10 = 3 then 'private'
        else 'public' end,
      case when i > ${begun} then ${now + DAY_MS} + i else ${now - 9 * DAY_MS} + i end,
      case when i > ${begun} then null when i % 10 = 4 then ${now - DAY_MS} + i
        when i % 10 = 5 then ${now + DAY_MS} + i end, 'davet', i % 7,
      case when i <= ${begun} then ${votesEach} else 0 end, ${now},
      case when i % 50 = 1 or i > ${begun} and i % 3 <> 0 then null else ${now - 9 * DAY_MS} end,
      case when i <= ${begun} and i % 20 = 4 then ${now - DAY_MS} end
    from ${sql.series(surveys)}`);
  await sql.run(`insert into options (id, survey_id, position, content, image, vote_count)
    select i * 2 + n, i, n, 'Şık ' || n || ' ' || ${LONG}, '',
      case when i <= ${begun} then (${votesEach} + 1 - n) / 2 else 0 end
    from ${sql.series(surveys)} cross join (select 0 as n union select 1) as pair`);
  await sql.run(`insert into votes (survey_id, user_id, option_id)
    select s.id, case when n.i % 7 = 0 then -(s.id * 1000 + n.i)
      else 1 + (s.id * 31 + n.i) % ${people + sizes.departed} end, s.id * 2 + (n.i + 1) % 2
    from surveys as s cross join ${sql.series(votesEach)} where s.id <= ${begun}`);
  await sql.run(`insert into views (survey_id, day, viewer)
    select i, '2026-03-14', 'g' || i from ${sql.series(surveys)}`);
  await sql.run(`insert into follows (follower_id, followed_id, created_at)
    select i, 1 + i % ${people}, ${now} - i from ${sql.series(people)}`);
  await sql.run(`insert into invitations (survey_id, user_id, created_at)
    select i, 1 + i % ${people}, ${now} from ${sql.series(begun)}`);
  await sql.run(`insert into notifications (user_id, kind, actor_id, survey_id, created_at, read_at)
    select i, case when i % 2 = 0 then 'follow' else 'survey_ended' end,
      case when i % 2 = 0 then 1 + i % ${people} end, case when i % 2 = 1 then i end, ${now},
      case when i % 3 = 0 then ${now} end from ${sql.series(people)}`);
  const count = async (what: string) => {
    const [row] = await sql.rows(`select count(*) as n from ${what}`);
    return Number(row?.n);
  };
  return {
    surveys: await count("surveys"),
    listed: await count("surveys where visibility = 'public' and end_told_at is null"),
    votes: await count("votes"),
    removed: await count("surveys where owner_id = -1"),
  };
}
