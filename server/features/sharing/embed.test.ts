import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, it } from "node:test";
import { CHART_NAMES } from "#contract/charts.ts";
import { closeSurvey, deleteSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const app = await testApp({ after });
const [owner, ...voters] = (await Promise.all(Array.from({ length: 4 }, () => signUp(app)))) as [
  Person,
  ...Person[],
];

/** Requests after a second, and with an ETag, so that no earlier response is returned. */
function get(id: number | string, headers = {}) {
  app.clock.advance(1001);
  const url = `/embed/surveys/${id}`;
  return ask(app.app, { url, headers: { "if-none-match": '"none"', ...headers } });
}

const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split("; ")
      .map((directive) => directive.split(/ (.*)/).slice(0, 2)),
  );

const inline = (html: string, tag: string) =>
  new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? "";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("a survey in a frame of another site", () => {
  it("may be framed by any site, and only reports its height (R299)", async () => {
    const { id } = await publishSurvey(app, owner);
    const { statusCode, headers, body } = await get(id);
    assert.equal(statusCode, 200);
    assert.deepEqual(directives(headers["content-security-policy"]), {
      "default-src": "'none'",
      "style-src": hashOf(inline(body, "style")),
      "script-src": hashOf(inline(body, "script")),
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "*",
    });
    assert.equal(headers["x-frame-options"], undefined);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    assert.equal(headers["set-cookie"], undefined);
    assert.equal(body.match(/<script/g)?.length, 1);
    assert.doesNotMatch(body, / style="|<link rel="stylesheet"|<img| src=/);
    assert.ok(body.length < 8000, `${body.length}`);
  });

  it("says who asked for it and who paid for it (R457)", async () => {
    const { id } = await publishSurvey(app, owner, { asked_by: "<b>Dernek", paid_by: "Belediye" });
    const { body } = await get(id);
    const said =
      "Anketi isteyen: <bdi>&lt;b&gt;Dernek</bdi><br>Bedelini ödeyen: <bdi>Belediye</bdi>";
    assert.ok(body.includes(said), body);
    assert.ok(!(await get((await publishSurvey(app, owner)).id)).body.includes("Anketi isteyen"));
  });

  it("is the only document that may be (R299)", async () => {
    const { id } = await publishSurvey(app, owner);
    for (const url of [
      "/embed",
      "/embed/surveys",
      `/embed/surveys/${id}/proof`,
      "/embed/users/1",
      "/api/docs",
      `/api/auth/surveys/${id}`,
      "/oembed",
    ]) {
      const { headers } = await ask(app.app, { url });
      assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/, url);
    }
  });

  it("shows the results that everybody may see, and leads to the site to vote (R299)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    assert.match((await get(survey.id)).body, /<li class="choice">.*Çay/);
    assert.match((await get(survey.id)).body, />0 oy</);
    for (const [at, voter] of voters.entries()) await voteFor(app, voter, survey, at === 2 ? 1 : 0);
    const { body } = await get(survey.id);
    assert.match(body, /Çay<\/span><b>%67<\/b>/);
    assert.match(body, /<rect width="67" height="8" fill="#[0-9a-f]{6}"\/>/);
    assert.match(body, />3 oy</);
    assert.match(
      body,
      new RegExp(`href="/surveys/${survey.id}" target="_blank" rel="noopener">Kanaat’te oyla<`),
    );
    await app.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    const ended = (await get(survey.id)).body;
    assert.match(ended, />3 oy · Sona erdi</);
    assert.match(ended, />Kanaat’te gör</);
  });

  it("says how many said “Fikrim yok” (R589)", async () => {
    const survey = await publishSurvey(app, owner, { allows_no_opinion: true });
    for (const { token } of voters.slice(0, 2)) {
      const body = { survey_id: survey.id, no_opinion: true };
      await succeed(app.call(castVote, { token, body }));
    }
    const { body } = await get(survey.id);
    assert.match(body, /<p class="facts">0 oy · 2 kişi “Fikrim yok” dedi/);
    const { body: others } = await get((await publishSurvey(app, owner)).id);
    assert.doesNotMatch(others, /Fikrim yok/);
  });

  it("reveals nothing of hidden results until the survey has ended (R299)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "after" });
    const before = await get(survey.id);
    for (const voter of voters) await voteFor(app, voter, survey, 0);
    const after = await get(survey.id, { authorization: `Bearer ${owner.token}` });
    assert.equal(after.body, before.body);
    assert.match(after.body, />Sonuçlar oy verince görünür</);
    await app.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    assert.match((await get(survey.id)).body, /<b>%100<\/b>/);
  });

  it("says so where there is no public survey (R299)", async () => {
    const secret = { question: "Saklı soru?", options: ["Saklı 1", "Saklı 2"] };
    const hidden = await publishSurvey(app, owner, { ...secret, visibility: "private" });
    const closed = await publishSurvey(app, owner, secret);
    await get(closed.id);
    const call = { token: owner.token, params: { id: closed.id } };
    await app.call(setVisibility, { ...call, body: { visibility: "private" } });
    const deleted = await publishSurvey(app, owner, secret);
    await app.call(deleteSurvey, { token: owner.token, params: { id: deleted.id } });
    const draft = await draftSurvey(app, owner, secret);
    const missing = await get(999_999);
    assert.equal(missing.statusCode, 404);
    assert.match(missing.body, /Bu anket gösterilemiyor/);
    for (const id of [hidden.id, closed.id, deleted.id, draft, "0", "abc", "1e3"]) {
      const { statusCode, headers, body } = await get(id, {
        authorization: `Bearer ${owner.token}`,
      });
      assert.deepEqual([statusCode, body], [404, missing.body], `${id}`);
      assert.match(String(headers["content-security-policy"]), /frame-ancestors \*/);
      assert.equal(headers["cache-control"], "no-store");
    }
  });

  it("may be kept by shared caches for a second, and is not sent twice (R299)", async () => {
    const { id } = await publishSurvey(app, owner);
    const { headers } = await get(id);
    assert.match(String(headers["cache-control"]), /^public, max-age=0, s-maxage=1/);
    assert.equal(headers.vary, "Accept-Encoding");
    const again = await get(id, { "if-none-match": headers.etag });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    const packed = await get(id, { "accept-encoding": "br" });
    assert.equal(packed.headers["content-encoding"], "br");
  });

  it("shows what looks like markup as it was written, in its own direction (R299)", async () => {
    const survey = await publishSurvey(app, owner, {
      question: `</title><script>alert(1)</script>"'&`,
      options: ["</style><img src=x>", "قهوة"],
    });
    const { body } = await get(survey.id);
    assert.equal(body.match(/<script/g)?.length, 1);
    assert.doesNotMatch(body, /<img/);
    assert.match(body, /<h1 dir="auto">&lt;\/title&gt;&lt;script&gt;/);
    assert.match(body, /<span dir="auto">قهوة</);
  });

  it("can be one chart of the results, that leads to all of them (R533)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    for (const [at, voter] of voters.entries()) await voteFor(app, voter, survey, at === 2 ? 1 : 0);
    const { statusCode, headers, body } = await get(`${survey.id}/results`);
    assert.equal(statusCode, 200);
    const policy = directives(headers["content-security-policy"]);
    assert.equal(policy["frame-ancestors"], "*");
    assert.equal(policy["style-src"], hashOf(inline(body, "style")));
    assert.equal(headers["set-cookie"], undefined);
    assert.match(String(headers["cache-control"]), /^public, max-age=0, s-maxage=1/);
    assert.match(body, /<h2>Sonuç<\/h2>/);
    assert.match(body, /Çay<\/span><small>2 oy<\/small><b>%67<\/b>/);
    assert.match(body, new RegExp(`href="/surveys/${survey.id}/results" target="_blank"`));
    const asked = (await get(survey.id)).body;
    assert.equal((await get(`${survey.id}/gender`)).body, asked);
  });

  it("is the question alone where results are hidden, and nothing of what is private (R533)", async () => {
    const hidden = await publishSurvey(app, owner, { result_visibility: "after" });
    for (const voter of voters) await voteFor(app, voter, hidden, 0);
    const question = (await get(hidden.id)).body;
    for (const chart of CHART_NAMES) {
      const owned = { authorization: `Bearer ${owner.token}` };
      assert.equal((await get(`${hidden.id}/${chart}`, owned)).body, question, chart);
    }
    const secret = await publishSurvey(app, owner, { visibility: "private" });
    const missing = await get(`${secret.id}/results`, { authorization: `Bearer ${owner.token}` });
    assert.deepEqual([missing.statusCode, missing.body], [404, (await get(999_999)).body]);
  });
});
