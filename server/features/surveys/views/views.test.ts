import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { getSurvey, listOwnSurveys, listSurveys } from "#contract/endpoints/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after }, { config: { trustProxy: true } });
const { clock, db } = kanaat;
const [owner, viewer] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const view = (id: number, who?: Person, headers: Record<string, string> = {}) =>
  kanaat.call(getSurvey, { token: who?.token, params: { id }, headers });

const CHROME =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const visit = (id: number, address: string, userAgent = CHROME) =>
  view(id, undefined, { "x-forwarded-for": address, "user-agent": userAgent });

async function count(id: number): Promise<number | undefined> {
  const { view_count } = await db.query
    .selectFrom("surveys")
    .select("view_count")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return view_count;
}

/** Views are counted after the response, so this waits for the expected counts. */
async function counts(id: number, expected: number): Promise<void> {
  while (((await count(id)) ?? 0) < expected) await sleep(20);
  assert.equal(await count(id), expected);
}

describe("the count of views", () => {
  it("counts an account once a day (R57)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (let time = 0; time < 3; time++) await view(id, viewer);
    await counts(id, 1);
    await view(id, owner);
    await counts(id, 2);
  });

  it("counts a kind of browser once a day in a network (R57)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (const agent of [CHROME, CHROME, FIREFOX, CHROME]) await visit(id, "192.0.2.1", agent);
    await counts(id, 2);
    await visit(id, "192.0.2.2");
    await visit(id, "2001:db8:0:1::1");
    await counts(id, 4);
    await visit(id, "2001:db8:0:1:ffff::2");
    await visit(id, "2001:db8:0:2::1");
    await counts(id, 5);
  });

  it("counts a few a day in a network, whatever its browsers call themselves (R57)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const names = Array.from({ length: 40 }, (_, i) => [
      ...[`gezgin-${i}`, `Mozilla/5.0 (${i})`, `Mozilla/5.0 (X11; ${i}) Firefox/${i}`],
      ...[CHROME, FIREFOX].map((name) => name.replaceAll("150.0", `${i}.${i}`)),
      ...[" Edg/1", " OPR/2", " SamsungBrowser/3", " YaBrowser/4"].map((make) => CHROME + make + i),
    ]).flat();
    for (const name of names) await visit(id, "192.0.2.7", name);
    await visit(id, "192.0.2.8");
    await counts(id, 3 + 1);
  });

  it("starts again at midnight in Türkiye", async () => {
    clock.set("2026-03-14T20:59:00Z");
    const { id } = await publishSurvey(kanaat, owner);
    await view(id, viewer);
    await counts(id, 1);
    clock.advance(MINUTE_MS);
    await view(id, viewer);
    await counts(id, 2);
  });

  it("counts all simultaneous viewers", async () => {
    const surveys = await Promise.all([publishSurvey(kanaat, owner), publishSurvey(kanaat, owner)]);
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => visit(surveys[i % 2]?.id ?? 0, `192.0.2.${i % 40}`)),
    );
    for (const { id } of surveys) await counts(id, 20);
  });

  it("counts no list, no preview, no HEAD request and no draft (R57)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const draft = await draftSurvey(kanaat, owner);
    await kanaat.call(listSurveys);
    await kanaat.call(listOwnSurveys, { token: owner.token });
    await view(id, viewer, { purpose: "prefetch" });
    await view(id, viewer, { "sec-purpose": "prefetch;prerender" });
    await view(id, viewer, { purpose: "", "sec-purpose": "Prefetch;anonymous-client-ip" });
    await view(id, viewer, { "x-purpose": "preview" });
    await view(id, viewer, { "x-moz": "prefetch" });
    await kanaat.app.inject({ method: "HEAD", url: `/api/auth/surveys/${id}` });
    await view(draft, owner);
    await view(id, undefined, { "user-agent": "tek" });
    await counts(id, 1);
    assert.equal(await count(draft), 0);
  });

  // A SQLite folder belongs to one server.
  const several = db.engine === "postgres" ? it : null;
  several?.("counts the same person once on two servers", async (t) => {
    const second = await testApp(t, { instance: kanaat.instance, clock });
    const { id } = await publishSurvey(kanaat, owner);
    const given = { params: { id }, headers: { "user-agent": CHROME } };
    await kanaat.call(getSurvey, given);
    await counts(id, 1);
    await second.call(getSurvey, given);
    await second.call(getSurvey, { params: { id }, headers: { "user-agent": FIREFOX } });
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

  it("shows the survey when it fails", async () => {
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
