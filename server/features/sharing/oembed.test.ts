import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_S } from "#contract/durations.ts";
import { embedCode } from "#contract/embed.ts";
import { getOembed } from "#contract/endpoints/sharing.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const SITE = "https://kanaat.example";
const app = await testApp({ after }, { config: { publicUrl: SITE } });
const owner = await signUp(app, { name: "Elif Şahin" });
const survey = await publishSurvey(app, owner, { question: `"Çay" & <kahve>?` });
const at = (id: number) => `${SITE}/surveys/${id}`;

const ask = (query: Record<string, string | number>) =>
  app.call(getOembed, { query: { url: at(survey.id), ...query } });

describe("oEmbed", () => {
  it("returns how a survey is shown, with its picture and its author (R300)", async () => {
    const { status, body } = await ask({ format: "json" });
    assert.equal(status, 200);
    const { html, height, ...rest } = body;
    assert.deepEqual(rest, {
      version: "1.0",
      type: "rich",
      provider_name: "Kanaat",
      provider_url: SITE,
      title: survey.question,
      author_name: "Elif Şahin",
      author_url: `${SITE}/profile/${owner.nickname}`,
      cache_age: HOUR_S,
      width: 560,
      thumbnail_url: SITE + survey.preview_path,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    assert.equal(
      html,
      `<iframe src="${SITE}/embed/surveys/${survey.id}" title="Anket: &quot;Çay&quot; &amp; &lt;kahve&gt;?" width="560" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    );
    assert.ok(embedCode(survey, SITE).startsWith(`${html}\n<script>`));
  });

  it("keeps to the size that was asked for (R300)", async () => {
    const { body } = await ask({ maxwidth: 320, maxheight: 200 });
    assert.deepEqual([body.width, body.height], [320, 200]);
    assert.match(body.html, / width="320" height="200" /);
    assert.equal(body.thumbnail_url, undefined);
    const large = (await ask({ maxwidth: 2000, maxheight: 2000 })).body;
    assert.equal(large.width, 560);
    assert.ok(large.height < 2000 && large.thumbnail_url);
    const narrow = (await ask({ maxwidth: 1 })).body;
    assert.equal(narrow.width, 1);
  });

  it("knows a survey's address in each of its forms, and no other (R300, R306)", async () => {
    const { id } = survey;
    for (const url of [
      `${at(id)}?davet=x`,
      `${at(id)}#sonuclar`,
      `${at(id)}/`,
      `${at(id)}/results`,
      `${at(id)}/proof`,
      `${SITE}/embed/surveys/${id}`,
      `http://kanaat.example/surveys/${id}`,
    ]) {
      assert.equal((await ask({ url })).status, 200, url);
    }
    for (const url of [
      SITE,
      `${SITE}/profile/${id}`,
      `${SITE}/surveys/0${id}`,
      `${SITE}/surveys/${id}/x`,
      `https://elsewhere.example/surveys/${id}`,
      `https://kanaat.example.evil.example/surveys/${id}`,
      `javascript://kanaat.example/surveys/${id}`,
      "surveys/1",
      "",
    ]) {
      const { status, problem } = await ask({ url });
      assert.deepEqual([status, problem.code], [404, "survey_not_found"], url);
    }
  });

  it("reveals nothing of private surveys and drafts (R300)", async () => {
    const hidden = await publishSurvey(app, owner, { visibility: "private" });
    for (const id of [hidden.id, await draftSurvey(app, owner), 999_999]) {
      const { status, text } = await app.call(getOembed, {
        query: { url: at(id) },
        token: owner.token,
      });
      assert.equal(status, 404);
      assert.doesNotMatch(text, /iframe/);
    }
  });

  it("is JSON alone (R300)", async () => {
    // The standard says 501, which would look like a server error here.
    assert.equal((await ask({ format: "xml" })).status, 422);
    assert.equal((await ask({ maxwidth: "much" })).status, 422);
  });
});
