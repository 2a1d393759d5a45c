import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { type Chart, relatedPicture, surveyPicturePath } from "#contract/charts.ts";
import {
  closeSurvey,
  deleteSurvey,
  getSurvey,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
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

const NAMED = "public, max-age=3600, stale-if-error=86400";

const get = (url: string, headers = {}) => ask(app.app, { url, headers });

/** The picture's current path, after a second has passed. */
async function pathOf({ id }: Pick<Survey, "id">, token?: string): Promise<string | undefined> {
  app.clock.advance(1001);
  return (await app.call(getSurvey, { params: { id }, token })).body.item.preview_path;
}

async function pictureOf(
  survey: Pick<Survey, "id">,
  { chart, shape = "link" }: { chart?: Chart; shape?: PictureShape } = {},
) {
  const path = relatedPicture((await pathOf(survey)) ?? "", { chart, shape });
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

const square = (path: string) => relatedPicture(path, { shape: "square" });

describe("the picture that a link to a survey shows", () => {
  it("asks without the answer, in every shape (R530, R531)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    for (const voter of voters) await voteFor(app, voter, survey, 0);
    for (const [shape, size] of Object.entries(SURVEY_PICTURES)) {
      const { answer, widths } = await pictureOf(survey, { shape: shape as PictureShape });
      assert.deepEqual(widths, [0, 0]);
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      assert.deepEqual({ width, height, format }, { ...size, format: "jpeg" });
    }
  });

  it("is that of the results where everybody may see them, with another address when they move (R284, R285)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    const empty = await pictureOf(survey, { chart: "results" });
    assert.deepEqual(empty.widths, [0, 0]);
    for (const [at, voter] of voters.entries()) await voteFor(app, voter, survey, at === 3 ? 1 : 0);
    const voted = await pictureOf(survey, { chart: "results" });
    assert.notEqual(voted.path, empty.path);
    const [first = 0, second = 0] = voted.widths;
    assert.ok(first > 600 && Math.abs(second / first - 25 / 75) < 0.02, `${voted.widths}`);
    assert.equal(voted.answer.headers["cache-control"], NAMED);
    const own = (await pathOf(survey, owner.token)) ?? "";
    assert.equal(relatedPicture(own, { chart: "results", shape: "link" }), voted.path);
    for (const shape of ["square", "story"] as const) {
      const { answer } = await pictureOf(survey, { chart: "results", shape });
      const { format, height } = await sharp(answer.rawPayload).metadata();
      assert.deepEqual([format, height], ["png", SURVEY_PICTURES[shape].height]);
    }
  });

  it("reveals nothing of hidden results until the survey has ended (R284)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "after" });
    const kinds = [{}, { chart: "results" as const }];
    const before = await Promise.all(kinds.map((kind) => pictureOf(survey, kind)));
    for (const voter of voters) await voteFor(app, voter, survey, 0);
    for (const [at, kind] of kinds.entries()) {
      const after = await pictureOf(survey, kind);
      assert.equal(after.path, before[at]?.path);
      assert.deepEqual(after.widths, [0, 0]);
      assert.ok(after.answer.rawPayload.equals(before[0]?.answer.rawPayload as Buffer));
    }
    assert.equal(await pathOf(survey, owner.token), before[0]?.path);
    await app.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    const ended = await pictureOf(survey, { chart: "results" });
    assert.notEqual(ended.path, before[1]?.path);
    assert.ok((ended.widths[0] ?? 0) > 800);
  });

  it("is missing for a chart that the results do not have (R532)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    for (const voter of voters) await voteFor(app, voter, survey, 0);
    app.clock.advance(1001);
    for (const chart of ["gender", "weighted", "timeline"]) {
      const { statusCode, json } = await get(
        surveyPicturePath(survey.id, { chart: chart as Chart, shape: "square" }),
      );
      assert.deepEqual([statusCode, json().code], [404, "not_found"], chart);
    }
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
    const again = relatedPicture(path, { chart: "results", shape: "square" });
    const paths = [hidden.id, draft, deleted.id, 999_999].map((id) => path.replace(/\d+/, `${id}`));
    for (const missing of [again, ...paths]) {
      const { statusCode, headers, json } = await get(missing, {
        authorization: `Bearer ${owner.token}`,
      });
      assert.equal(statusCode, 404, missing);
      assert.equal(json().code, "survey_not_found");
      assert.match(String(headers["content-type"]), /json/);
    }
  });

  it("may be kept by anybody, and shown by other sites (R285)", async () => {
    const survey = await publishSurvey(app, owner);
    const { path, answer } = await pictureOf(survey);
    const { headers } = answer;
    assert.equal(headers["content-type"], "image/jpeg");
    assert.equal(headers["cache-control"], NAMED);
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
    const { rawPayload, headers } = await get(old.path.replace(/link-.*/, "link-baska.jpg"));
    assert.ok(rawPayload.equals(now.answer.rawPayload));
    assert.equal(headers["cache-control"], "public, max-age=60");
  });

  it("has an address of one form (R285)", async () => {
    const { id } = await publishSurvey(app, owner);
    for (const path of [
      ...["round-a.jpg", "link-a.gif", "link-.jpg", `link-${"a".repeat(33)}.jpg`],
      ...["votes-link-a.png", "results-round-a.png", "resultslink-a.png"],
    ]) {
      assert.equal((await get(`/surveys/${id}/picture/${path}`)).statusCode, 404, path);
    }
    assert.equal((await get(`/surveys/0${id}/picture/link-a.jpg`)).statusCode, 404);
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
