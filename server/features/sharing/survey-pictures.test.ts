import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import {
  closeSurvey,
  deleteSurvey,
  getSurvey,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { RESULT_COLORS } from "#contract/palette.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const app = await testApp({ after });
const [owner, ...voters] = (await Promise.all(Array.from({ length: 5 }, () => signUp(app)))) as [
  Person,
  ...Person[],
];

const get = (url: string, headers = {}) => ask(app.app, { url, headers });

/** The picture's current path, after a second has passed. */
async function pathOf({ id }: Pick<Survey, "id">, token?: string): Promise<string | undefined> {
  app.clock.advance(1001);
  return (await app.call(getSurvey, { params: { id }, token })).body.item.preview_path;
}

async function pictureOf(survey: Pick<Survey, "id">) {
  const path = (await pathOf(survey)) ?? "";
  const answer = await get(path);
  assert.equal(answer.statusCode, 200, path);
  return { path, answer, widths: await colorWidths(answer.rawPayload) };
}

/** How many columns of the PNG contain each of the first two options' colours. */
async function colorWidths(png: Buffer): Promise<number[]> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return RESULT_COLORS.slice(0, 2).map((color) => {
    const wanted = color.slice(1);
    const columns = new Set<number>();
    for (let at = 0; at < data.length; at += info.channels) {
      if (data.subarray(at, at + 3).toString("hex") === wanted)
        columns.add((at / info.channels) % info.width);
    }
    return columns.size;
  });
}

const square = (path: string) => path.replace("/link-", "/square-");

describe("the picture that a link to a survey shows", () => {
  it("has bars of the results that everybody may see, and another address when they move (R284, R285)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    const empty = await pictureOf(survey);
    assert.deepEqual(empty.widths, [0, 0]);
    for (const [at, voter] of voters.entries()) await voteFor(app, voter, survey, at === 3 ? 1 : 0);
    const voted = await pictureOf(survey);
    assert.notEqual(voted.path, empty.path);
    assert.deepEqual(
      voted.widths.map((width) => Math.round((100 * width) / 1072)),
      [75, 25],
    );
    assert.equal((await pathOf(survey, owner.token)) as string, voted.path);
    const { width, height, format } = await sharp(voted.answer.rawPayload).metadata();
    assert.deepEqual([width, height, format], [1200, 630, "png"]);
    const large = await sharp((await get(square(voted.path))).rawPayload).metadata();
    assert.deepEqual([large.width, large.height], [1080, 1080]);
  });

  it("reveals nothing of hidden results until the survey has ended (R284)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "after" });
    const before = await pictureOf(survey);
    for (const voter of voters) await voteFor(app, voter, survey, 0);
    const after = await pictureOf(survey);
    assert.equal(after.path, before.path);
    assert.deepEqual(after.widths, [0, 0]);
    assert.equal(await pathOf(survey, owner.token), before.path);
    await app.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    const ended = await pictureOf(survey);
    assert.notEqual(ended.path, before.path);
    assert.equal(ended.widths[0], 1072);
  });

  it("is missing for private surveys, drafts, and deleted ones (R285)", async () => {
    const params = { token: owner.token };
    const survey = await publishSurvey(app, owner);
    const path = (await pathOf(survey)) ?? "";
    assert.equal((await get(path)).statusCode, 200);
    const body = { visibility: "private" } as const;
    await app.call(setVisibility, { ...params, params: { id: survey.id }, body });
    assert.equal(await pathOf(survey, owner.token), undefined);
    const hidden = await publishSurvey(app, owner, { visibility: "private" });
    const draft = await draftSurvey(app, owner);
    const deleted = await publishSurvey(app, owner);
    await app.call(deleteSurvey, { ...params, params: { id: deleted.id } });
    const again = path.replace("link-", "square-");
    const paths = [hidden.id, draft, deleted.id, 999_999].map((id) => path.replace(/\d+/, `${id}`));
    for (const missing of [again, ...paths]) {
      const { statusCode, headers, json } = await get(missing, {
        authorization: `Bearer ${owner.token}`,
      });
      assert.equal(statusCode, 404, missing);
      assert.equal(json().code, "survey_not_found");
      assert.notEqual(headers["content-type"], "image/png");
    }
  });

  it("may be kept by anybody, and shown by other sites (R285)", async () => {
    const survey = await publishSurvey(app, owner);
    const { path, answer } = await pictureOf(survey);
    const { headers } = answer;
    assert.equal(headers["content-type"], "image/png");
    assert.equal(headers["cache-control"], "public, max-age=3600, stale-if-error=86400");
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    const again = await get(path, { "if-none-match": headers.etag });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    assert.equal((await ask(app.app, { method: "HEAD", url: path })).statusCode, 200);
  });

  it("shows the present state under an older address too (R285)", async () => {
    const survey = await publishSurvey(app, owner, { question: "Eski soru?" });
    const old = await pictureOf(survey);
    const body = { question: "Yeni soru?" };
    await app.call(updateSurvey, { token: owner.token, params: { id: survey.id }, body });
    const now = await pictureOf(survey);
    assert.notEqual(now.path, old.path);
    const { rawPayload, headers } = await get(old.path.replace(/-[^-]*\.png/, "-baska.png"));
    assert.ok(rawPayload.equals(now.answer.rawPayload));
    assert.equal(headers["cache-control"], "public, max-age=60");
  });

  it("has an address of one form (R285)", async () => {
    const { id } = await publishSurvey(app, owner);
    for (const path of ["round-a.png", "link-a.jpg", "link-.png", `link-${"a".repeat(33)}.png`]) {
      assert.equal((await get(`/surveys/${id}/picture/${path}`)).statusCode, 404, path);
    }
    assert.equal((await get(`/surveys/0${id}/picture/link-a.png`)).statusCode, 404);
  });

  it("is the survey's own picture while too many are to be drawn (R285)", async () => {
    const surveys = await Promise.all(Array.from({ length: 12 }, () => publishSurvey(app, owner)));
    const paths = surveys.flatMap(({ preview_path = "" }) => [preview_path, square(preview_path)]);
    const answers = await Promise.all(paths.map((path) => get(path)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    assert.ok(statuses.includes(200) && statuses.includes(302), statuses.join());
    for (const [at, { statusCode, headers }] of answers.entries()) {
      if (statusCode !== 302) continue;
      const image = surveys[Math.floor(at / 2)]?.image_path.replace(/[^/]+$/, "og.jpg");
      assert.equal(headers.location, image);
      assert.equal(headers["cache-control"], "no-store");
      assert.equal((await get(`${headers.location}`)).statusCode, 200);
    }
  });
});
