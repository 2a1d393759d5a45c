import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listSurveys } from "#contract/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

interface Page {
  body: { items: { id: number }[]; next_cursor: string | null };
}

describe("bringing a database up to date", () => {
  it("lists and finds the surveys that were there before there were terms", async (t) => {
    const place = await createInstance(engineUnderTest());
    t.after(() => place.atEnd.disposeAsync());
    const old = place.databaseUrl
      ? await openPostgres(place.databaseUrl)
      : openSqlite(place.dataDir);
    await migrate(old, "005-picture-names");
    await sql`insert into users (id, name, nickname, email, password_hash, gender, birth_date,
        city_id, consent_version, explicit_consent_at, communication_consent_at, created_at)
      values (1, 'Ece', 'ece', 'ece@ornek.com', 'x', 'women', '1990-01-01', 1, '1', 1, 1, 1)`.execute(
      old.query,
    );
    const now = Date.parse("2026-03-14T09:00:00Z");
    const survey = (id: number, text: string, visibility: string | null, end: number | null) => sql`
      insert into surveys (id, owner_id, type, question, description, search_text, image,
          category_id, option_theme_id, result_visibility, visibility, start_time, expire_time,
          invitation_code, created_at, published_at)
        values (${id}, 1, 'TEST', ${text}, '', ${text}, 'x', 4, 1, 'before', ${visibility},
          ${now - 1000 + id}, ${end}, 'x', 1, ${visibility && now})`;
    await old.query.transaction().execute(async (tx) => {
      // More than are read or written at once.
      for (let id = 1; id <= 600; id++) {
        await survey(id, "diyarbakir'in karpuzu dolabi aliskanligi", "public", null).execute(tx);
      }
      await survey(601, "diyarbakir ozel", "private", null).execute(tx);
      await survey(602, "diyarbakir taslak", null, null).execute(tx);
      await survey(603, "diyarbakir biten", "public", now).execute(tx);
      await sql`update surveys set vote_count = 99 + id where id in (1, 2, 603)`.execute(tx);
    });
    await old.close();

    const house = await testApp(t, { place });
    const find = async (query: Record<string, string>) => {
      const ids: number[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Record<string, string> = { limit: "100", ...query, ...(cursor && { cursor }) };
        const { body } = (await house.call(listSurveys, { query: page })) as Page;
        ids.push(...body.items.map((card) => card.id));
        cursor = body.next_cursor;
      }
      return ids;
    };
    const all = Array.from({ length: 600 }, (_, i) => 600 - i);
    for (const q of ["", "karpuz", "dolap", "alışkanlık", "DIYARBAKIR"])
      assert.deepEqual(await find({ q }), all);
    assert.deepEqual(await find({ q: "in", type: "TEST", category_id: "4" }), all);
    assert.deepEqual(await find({ type: "SURVEY" }), []);

    const { rows } = await sql<{ term: string; survey_id: number }>`select term, survey_id
      from survey_terms where term like 'votes:%:karpuz%' or term like 'votes:%:dolap%'
      order by survey_id, term`.execute(house.db.query);
    const found = rows.map(({ term, survey_id }) => `${term} ${survey_id}`);
    const words = ["dolap", "karpuz", "karpuzu"];
    const expected = [1, 2].flatMap((id) =>
      [100, 10].flatMap((votes) => words.map((word) => `votes:${votes}:${word} ${id}`)),
    );
    assert.deepEqual(found, expected);
  });

  if (process.env.TEST_ENGINE !== "postgres") return;

  it("waits for whoever still reads, longer than a query may wait for a lock", async (t) => {
    const place = await createInstance("postgres");
    t.after(() => place.atEnd.disposeAsync());
    const db = await openPostgres(place.databaseUrl ?? "", 1000);
    await migrate(db, "010-much-voted");
    const reading = await db.query.startTransaction().execute();
    await reading.selectFrom("survey_terms").select("term").execute();
    const migrated = migrate(db);
    await sleep(1500);
    await reading.commit().execute();
    await migrated;
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db.query);
    assert.equal(rows[0]?.lock_timeout, "1s", "afterwards nothing waits long");
    await db.close();
  });
});
