import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getSurvey, listOwnSurveys, listSurveys } from "#contract/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";
import { createViewCounter } from "./views.writes.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const [owner, viewer] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const view = (id: number, who?: Person, headers: Record<string, string> = {}) =>
  kanaat.call(getSurvey, { token: who?.token, params: { id }, headers });

async function count(id: number): Promise<number | undefined> {
  const { view_count } = await db.query
    .selectFrom("surveys")
    .select("view_count")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return view_count;
}

/** Views are counted after the answer, so that they are waited for. */
async function counts(id: number, expected: number): Promise<void> {
  for (let wait = 0; wait < 100 && (await count(id)) !== expected; wait++) await sleep(20);
  assert.equal(await count(id), expected);
}

describe("the count of views", () => {
  it("counts an account once a day", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (let time = 0; time < 3; time++) await view(id, viewer);
    await counts(id, 1);
    await view(id, owner);
    await counts(id, 2);
  });

  it("counts a visitor's browser once a day", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (const agent of ["bir", "bir", "iki", "bir"]) {
      await view(id, undefined, { "user-agent": agent });
    }
    await counts(id, 2);
  });

  it("begins anew at midnight in Türkiye", async () => {
    clock.set("2026-03-14T20:59:00Z");
    const { id } = await publishSurvey(kanaat, owner);
    await view(id, viewer);
    await counts(id, 1);
    clock.advance(60_000);
    await view(id, viewer);
    await counts(id, 2);
  });

  it("counts everybody who comes at once", async () => {
    const surveys = await Promise.all([publishSurvey(kanaat, owner), publishSurvey(kanaat, owner)]);
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        view(surveys[i % 2]?.id ?? 0, undefined, { "user-agent": `browser-${i % 40}` }),
      ),
    );
    for (const { id } of surveys) await counts(id, 20);
  });

  it("counts no list, no preview, no HEAD request and no draft", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const draft = await draftSurvey(kanaat, owner);
    await kanaat.call(listSurveys);
    await kanaat.call(listOwnSurveys, { token: owner.token });
    await view(id, viewer, { purpose: "prefetch" });
    await view(id, viewer, { "sec-purpose": "prefetch;prerender" });
    await kanaat.app.inject({ method: "HEAD", url: `/api/auth/surveys/${id}` });
    await view(draft, owner);
    await view(id, undefined, { "user-agent": "tek" });
    await counts(id, 1);
    assert.equal(await count(draft), 0);
  });

  // A folder of SQLite's belongs to one server.
  const several = db.engine === "postgres" ? it : null;
  several?.("counts the same person once on two servers", async (t) => {
    const second = await testApp(t, { instance: kanaat.instance, clock });
    const { id } = await publishSurvey(kanaat, owner);
    const given = { params: { id }, headers: { "user-agent": "gezgin" } };
    await kanaat.call(getSurvey, given);
    await counts(id, 1);
    await second.call(getSurvey, given);
    await second.call(getSurvey, { params: { id }, headers: { "user-agent": "another" } });
    await counts(id, 2);
  });

  it("keeps no address, and no name that outlives its day", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    await view(id, undefined, { "user-agent": "gizli" });
    await counts(id, 1);
    const rows = await db.query
      .selectFrom("views")
      .selectAll()
      .where("survey_id", "=", id)
      .execute();
    assert.match(rows[0]?.viewer ?? "", /^[\w-]{43}$/);
  });

  it("remembers so many browsers, and fewer where they have much to say of themselves", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const countView = createViewCounter(db, clock);
    const long = (i: number) => ({ address: "192.0.2.1", userAgent: `${i}`.padEnd(15_000, "x") });
    await Promise.all(Array.from({ length: 2000 }, (_, i) => countView(id, long(i))));
    assert.equal(countView(id, long(1999)), undefined, "the last is remembered");
    assert.ok(countView(id, long(0)) instanceof Promise, "the first is looked up again");
    await counts(id, 2000);
  });

  it("takes nothing from the viewer when it fails", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    await db.query.schema.alterTable("views").renameTo("views_away").execute();
    const { status } = await view(id, viewer);
    await sleep(100);
    await db.query.schema.alterTable("views_away").renameTo("views").execute();
    assert.equal(status, 200);
    assert.equal(await count(id), 0);
    await view(id, viewer);
    await counts(id, 1);
  });
});
