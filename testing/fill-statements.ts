import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { PlainSql } from "./plain-sql.ts";

export interface Sizes {
  surveys: number;
  now: number;
  cities: number;
  ordinary: number;
  /** The number of words that few surveys use. */
  rare: number;
}
const PICTURE = "'/images/00/00000000000000000000000000000000/1280.webp'";
const PRIME = 10_007;
/** 0 to 10,006, different for each `i` and `seed`, the same each time. */
const chance = (i: string, seed: number) => `((${i} * 7919 + ${seed} * 104729) % ${PRIME})`;
/** 0 to `count` - 1; small numbers are much more frequent. */
const skewed = (i: string, seed: number, count: number) => {
  const x = chance(i, seed);
  return `((${x} * ${x} / ${PRIME}) * ${x} / ${PRIME} * ${count} / ${PRIME})`;
};

/** Returns the statements that fill the tables, each after those whose rows it needs. */
export function statements(sql: PlainSql, sizes: Sizes): string[] {
  const { surveys, now } = sizes;
  const people = surveys;
  const optionCount = "(2 + s.id % 3)";
  const least = (a: string, b: number) => `(case when ${a} < ${b} then ${a} else ${b} end)`;
  const [id, spread] = ["s.id", `${chance("s.id", 1)} % 100`];
  // Kinds of surveys by their number of votes; `most` is the upper limit for a kind.
  const kinds = [
    { of: `${id} % 1000 = 503`, most: 1600, votes: `1500 + ${spread}` },
    { of: `${id} % 100 = 3 and ${id} % 1000 <> 503`, most: 400, votes: `300 + ${spread}` },
    { of: `${id} % 10 = 4`, most: 30, votes: "30" },
    { of: `${id} % 10 <> 4 and ${id} % 100 <> 3`, most: 6, votes: `${id} % 7` },
  ];
  const cases = kinds.map(({ of, votes }) => `when ${of} then ${least(votes, people)}`);
  const votesOf = `(case ${cases.join(" ")} end)`;
  const begun = `s.visibility is not null and s.start_time <= ${now}`;
  // Of the votes 1 to n, vote j is for the option at (j + id) modulo the number of options.
  const first = `((o.i - 1 - s.id % ${optionCount} + ${optionCount}) % ${optionCount})`;
  const votesOfOption = `case when ${begun} then ${votesOf} / ${optionCount} +
    (case when ${first} between 1 and ${votesOf} % ${optionCount} then 1 else 0 end) else 0 end`;

  return [
    `insert into follows (follower_id, followed_id, created_at)
      select i, 1 + (i * 31 + j * 1009) % ${least("1000", people)}, ${now} - i * 1000 - j
      from ${sql.series(people)} cross join (select 1 as j union select 2 union select 3) as three
      where i <> 1 + (i * 31 + j * 1009) % ${least("1000", people)} on conflict do nothing`,
    `insert into users (id, name, nickname, email, canonical_email, gender, birth_date, city_id,
        consent_version, explicit_consent_at, communication_consent_at, follower_count,
        following_count, created_at)
      select i, 'Kişi ' || i, 'kisi_' || i, 'kisi_' || i || '@ornek.com',
        'kisi_' || i || '@ornek.com', 'other',
        '1990-04-23', 1 + i % 81, '1', ${now}, ${now}, coalesce(f.count, 0), coalesce(g.count, 0),
        ${now} - i
      from ${sql.series(people)}
      left join (select followed_id, count(*) as count from follows group by 1) as f
        on f.followed_id = i
      left join (select follower_id, count(*) as count from follows group by 1) as g
        on g.follower_id = i`,
    "create table fill_slots (survey_id bigint not null, slot bigint not null, k bigint not null)",
    ...slots(sql, sizes),
    "create index fill_slots_by_survey on fill_slots (survey_id, slot)",
    insertSurveys(sql, sizes),
    `insert into options (id, survey_id, position, content, image, vote_count)
      select s.id * 4 + o.i, s.id, o.i - 1, 'Seçenek ' || o.i, ${PICTURE}, ${votesOfOption}
      from surveys as s cross join
        (select 1 as i union select 2 union select 3 union select 4) as o
      where o.i <= ${optionCount}`,
    ...kinds.map(
      ({ of, most }) => `insert into votes (survey_id, user_id, option_id)
      select s.id, 1 + (s.id * 31 + n.i * 7) % ${people},
        s.id * 4 + 1 + (n.i + s.id) % ${optionCount}
      from surveys as s cross join ${sql.series(Math.min(most, people))}
      where ${of} and ${begun} and n.i <= ${votesOf}`,
    ),
    `update surveys set counted_votes =
      (select sum(vote_count) from options where survey_id = surveys.id)`,
    `update surveys set popularity = counted_votes, next_look = counted_votes + 1,
      in_steps = case when visibility = 'private' then 1 else 0 end,
      was_public = case when visibility = 'public' then 1 else 0 end`,
    `update options set shown_votes = vote_count, private_votes = vote_count
      where survey_id in (select id from surveys where in_steps = 1)`,
    `update votes set while_private = 1
      where survey_id in (select id from surveys where in_steps = 1)`,
    `insert into daily_votes (survey_id, day, votes)
      select id, '${new Date(now).toISOString().slice(0, 10)}', 1 + popularity / 10 from surveys
      where popularity > 0`,
    listing,
    `insert into views (survey_id, day, viewer)
      select i, '${new Date(now).toISOString().slice(0, 10)}', 'u' || (1 + i % ${people})
      from ${sql.series(surveys)} where i % 10 = 0`,
    `insert into invitations (survey_id, user_id, created_at)
      select s.id, 1 + (s.id + o.i) % ${people}, s.start_time from surveys as s
      cross join (select 1 as i union select 2 union select 3) as o
      where s.visibility = 'private' and s.owner_id <> 1 + (s.id + o.i) % ${people}`,
    `insert into notifications (user_id, kind, survey_id, created_at, read_at)
      select owner_id, 'ended', id, expire_time,
        (case when id % 4 = 0 then null else expire_time end)
      from surveys where end_notified_at is not null`,
    "drop table fill_slots",
    "drop table fill_words",
  ];
}

/** Words of a survey: a city in every other one, ten ordinary ones, a rare one, the common one in 3 of 10. */
function slots(sql: PlainSql, { surveys, cities, ordinary, rare }: Sizes): string[] {
  const enter = (slot: number, k: string, where = "i > 0") =>
    `insert into fill_slots select i, ${slot}, ${k} from ${sql.series(surveys)} where ${where}`;
  return [
    enter(0, `${chance("i", 20)} % ${cities}`, `${chance("i", 20)} / ${cities} % 2 = 0`),
    ...Array.from({ length: 10 }, (_, j) =>
      enter(j + 1, `${cities} + ${skewed("i", j + 2, ordinary)}`),
    ),
    enter(11, `${cities + ordinary + 1} + i % ${rare}`),
    enter(12, `${cities + ordinary}`, `${chance("i", 30)} % 10 < 3`),
  ];
}

/** Over two years; 1 in 20 is a draft, 2 in 20 are private, 1 in 50 has yet to begin, 1 in 3 has no end. */
function insertSurveys(sql: PlainSql, { surveys, now }: Sizes): string {
  const word = (slot: number) =>
    `coalesce((select word || ' ' from fill_words join fill_slots on fill_slots.k = fill_words.k
      where survey_id = i and slot = ${slot}), '')`;
  const words = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => word(from + n)).join(" || ");
  const step = Math.ceil((730 * DAY_MS) / surveys);
  return `insert into surveys (id, owner_id, type, question, description, image, category_id,
      option_theme_id, result_visibility, visibility, start_time, expire_time, invitation_code,
      view_count, created_at, published_at, end_notified_at, listed)
    select i, owner, type, ${words(0, 4)} || ${word(12)} || 'mi?', ${words(5, 11)}, ${PICTURE},
      category, 1, result, visibility, start_time, expire_time, 'kod' || i, views, created,
      (case when visibility is null then null else created end),
      (case when visibility is not null and expire_time <= ${now} then expire_time end),
      (case when visibility = 'public' and (expire_time is null or expire_time > ${now})
        then 1 else 0 end)
    from (select *, (case when i % 3 = 0 then null
        else start_time + (1 + ${chance("i", 40)} % 90) * ${DAY_MS} + i % 1000 end) as expire_time
      from (select i, 1 + i % (${Math.ceil(surveys / 10)}) as owner,
          (case when i % 10 = 9 then 'TEST' else 'SURVEY' end) as type,
          1 + ${chance("i", 41)} % 12 as category,
          (case when i % 4 = 1 then 'after' else 'before' end) as result,
          (case when i % 20 = 0 then null when i % 20 < 3 then 'private' else 'public' end)
            as visibility,
          (case when i % 50 = 7 then ${now} + i % 1000 * ${MINUTE_MS}
            else ${now} - (${surveys} - i) * ${step} - 1000 end) as start_time,
          ${now} - (${surveys} - i) * ${step} - 2000 as created,
          ${chance("i", 42)} as views
        from ${sql.series(surveys)}) as a) as b`;
}

const CATEGORIES = (
  "gundem/sehir ve yasam/yemek/spor/muzik/sinema ve dizi/kitap/oyun/teknoloji/bilim ve doga/" +
  "tarih ve sanat/egitim"
).split("/");
/** Pairs of letters as the product folds them; the words contain no others that it folds. */
const FOLDED = ["Çc", "çc", "ğg", "İi", "ıi", "öo", "Şs", "şs", "üu", "?"];
const fold = (text: string) =>
  `lower(${FOLDED.reduce((to, [from, by = ""]) => `replace(${to}, '${from}', '${by}')`, text)})`;
const listing = `insert into survey_words (survey_id, words)
  select id, ' type:' || lower(type) || ' category:' || category_id || ' ' ||
    ${fold("question || ' ' || description")} ||
    (case category_id ${CATEGORIES.map((name, i) => `when ${i + 1} then '${name}'`).join(" ")} end) ||
    ' secenek ' || (case id % 3 when 0 then '1 2 ' when 1 then '1 2 3 ' else '1 2 3 4 ' end)
  from surveys where listed = 1 order by id`;
