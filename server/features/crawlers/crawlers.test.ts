import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteSurvey, setVisibility, updateSurvey } from "#contract/endpoints/surveys.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";
import { PRIVATE_PATHS, PUBLIC_PAGES } from "./sitemaps.ts";

const SITE = "https://kanaat.example";
const kanaat = await testApp({ after }, { config: { publicUrl: SITE, rateLimits: true } });
const owner = await signUp(kanaat, { name: "Ayşe & <Kız>" });

/** After a second, so that no earlier text is returned. */
async function get(url: string) {
  kanaat.clock.advance(1001);
  return ask(kanaat.app, { url });
}
const valuesOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, value]) => value);

describe("robots.txt", () => {
  it("names the sitemap, and what is not for crawlers (R480)", async () => {
    const { statusCode, headers, body } = await get("/robots.txt");
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "text/plain; charset=utf-8");
    assert.match(body, /^User-agent: \*\nDisallow: \/api\/\n/);
    assert.match(body, /^Sitemap: https:\/\/kanaat\.example\/sitemap\.xml$/m);
  });

  it("puts every page of the site on one side", () => {
    const table = readFileSync(new URL("../../../web/routes.ts", import.meta.url), "utf8");
    const paths = [...table.matchAll(/"(\/[^"]*)": \{/g)].map(([, path]) => path as string);
    assert.ok(paths.length > 20);
    const isPrivate = (path: string) => PRIVATE_PATHS.some((start) => path.startsWith(start));
    const ofThings = ["/surveys/$id", "/surveys/$id/results", "/surveys/$id/proof", "/$"];
    const ofPeople = ["/profile/$nickname", "/users/$nickname"];
    for (const path of paths) {
      const sides = [isPrivate(path), [...PUBLIC_PAGES, ...ofThings, ...ofPeople].includes(path)];
      assert.equal(sides.filter(Boolean).length, 1, path);
    }
    assert.deepEqual(
      PUBLIC_PAGES.filter((path) => !paths.includes(path)),
      [],
    );
  });
});

describe("the sitemaps", () => {
  it("hold public surveys that have begun, also ended ones, and nothing else (R480)", async () => {
    const open = await publishSurvey(kanaat, owner);
    const hidden = await publishSurvey(kanaat, owner, { visibility: "private" });
    const draft = await draftSurvey(kanaat, owner);
    const later = await publishSurvey(kanaat, owner, {
      start_time: new Date(kanaat.clock.now() + HOUR_MS).toISOString(),
    });
    const removed = await publishSurvey(kanaat, owner);
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id: removed.id } });

    const index = (await get("/sitemap.xml")).body;
    const maps = valuesOf(index, "loc");
    assert.deepEqual(maps.slice(0, 2), [
      `${SITE}/sitemaps/pages.xml`,
      `${SITE}/sitemaps/surveys/1.xml`,
    ]);
    const { statusCode, headers, body } = await get("/sitemaps/surveys/1.xml");
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "application/xml; charset=utf-8");
    assert.match(String(headers["cache-control"]), /^public, max-age=0, s-maxage=1/);
    const surveys = valuesOf(body, "loc");
    assert.ok(surveys.includes(`${SITE}/surveys/${open.id}`));
    for (const id of [hidden.id, draft, later.id, removed.id]) {
      assert.ok(!surveys.includes(`${SITE}/surveys/${id}`), `${id}`);
    }
    assert.ok(valuesOf(body, "lastmod").every((time) => new Date(time as string).getTime() > 0));
    const pages = valuesOf((await get("/sitemaps/pages.xml")).body, "loc");
    assert.deepEqual(
      pages,
      PUBLIC_PAGES.map((path) => SITE + path),
    );
  });

  it("are not there where no survey is (R480)", async () => {
    for (const page of ["0", "2", "999999999", "01", "x", "1e3"]) {
      assert.equal((await get(`/sitemaps/surveys/${page}.xml`)).statusCode, 404, page);
    }
  });
});

describe("the feeds of new surveys", () => {
  it("are Atom, of all categories or one, newest first (R481)", async () => {
    const older = await publishSurvey(kanaat, owner, { question: "Eski mi?", category_id: 3 });
    kanaat.clock.advance(MINUTE_MS);
    const newer = await publishSurvey(kanaat, owner, {
      question: `Çay & <simit> "mi"?`,
      category_id: 3,
      options: ["Evet <b>", "Hayır"],
    });
    const other = await publishSurvey(kanaat, owner, { category_id: 4 });
    const { headers, body } = await get("/feeds/category-3.atom");
    assert.equal(headers["content-type"], "application/atom+xml; charset=utf-8");
    const ids = valuesOf(body, "id");
    assert.deepEqual(ids.slice(0, 3), [
      `${SITE}/feeds/category-3.atom`,
      `${SITE}/surveys/${newer.id}`,
      `${SITE}/surveys/${older.id}`,
    ]);
    assert.match(body, /<title>Çay &amp; &lt;simit&gt; &quot;mi&quot;\?<\/title>/);
    assert.match(body, /<name>Ayşe &amp; &lt;Kız&gt;<\/name>/);
    assert.match(body, /<summary>Şıklar: “Evet &lt;b&gt;”, “Hayır”<\/summary>/);
    assert.match(body, /<title>Kanaat: Yemek anketleri<\/title>/);
    const all = valuesOf((await get("/feeds/surveys.atom")).body, "id");
    assert.deepEqual(all.slice(0, 2), [
      `${SITE}/feeds/surveys.atom`,
      `${SITE}/surveys/${other.id}`,
    ]);
  });

  it("have a changed text, and lose a survey that becomes private at once (R481)", async () => {
    const { id } = await publishSurvey(kanaat, owner, { question: "Önceki soru?" });
    const call = { token: owner.token, params: { id } };
    const read = async () => (await ask(kanaat.app, { url: "/feeds/surveys.atom" })).body;
    assert.match(await read(), /Önceki soru\?/);
    await kanaat.call(updateSurvey, { ...call, body: { question: "Sonraki soru?" } });
    assert.match(await read(), /Sonraki soru\?/);
    await kanaat.call(setVisibility, { ...call, body: { visibility: "private" } });
    assert.doesNotMatch(await read(), /Sonraki soru\?/);
  });

  it("exist for the categories only (R481)", async () => {
    for (const name of ["category-999", "category-0", "category-x", "people"]) {
      assert.equal((await get(`/feeds/${name}.atom`)).statusCode, 404, name);
    }
    const empty = (await get("/feeds/category-14.atom")).body;
    assert.match(empty, /<updated>1970-01-01T00:00:00.000Z<\/updated>/);
    assert.doesNotMatch(empty, /<entry>/);
  });
});

describe("what crawlers request", () => {
  it("is not sent twice, and may be compressed", async () => {
    const { headers } = await get("/feeds/surveys.atom");
    kanaat.clock.advance(1001);
    const known = { "if-none-match": headers.etag };
    const again = await ask(kanaat.app, { url: "/feeds/surveys.atom", headers: known });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    kanaat.clock.advance(1001);
    const packed = { "accept-encoding": "gzip" };
    const sent = await ask(kanaat.app, { url: "/sitemap.xml", headers: packed });
    assert.equal(sent.headers["content-encoding"], "gzip");
  });

  it("counts as reading, by network (R480)", async () => {
    const statuses = new Set<number>();
    for (let page = 1000; page < 1061; page++) {
      const url = `/sitemaps/surveys/${page}.xml`;
      statuses.add((await ask(kanaat.app, { url })).statusCode);
    }
    assert.deepEqual([...statuses], [404, 429]);
  });
});
