import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { personPicturePath } from "#contract/charts.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { SURVEY_PICTURES } from "#contract/limits.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { PROOF, signUp } from "#testing/people.ts";

const app = await testApp({ after });

const get = (url: string) => ask(app.app, { url });

describe("the picture that a link to a profile shows", () => {
  it("is drawn of the person, for anybody to keep (R535)", async () => {
    const { nickname } = await signUp(app);
    const { statusCode, headers, rawPayload } = await get(personPicturePath(nickname, "0"));
    assert.equal(statusCode, 200);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    assert.equal(headers["cache-control"], "public, max-age=60");
    const { width, height, format } = await sharp(rawPayload).metadata();
    assert.deepEqual({ width, height, format }, { ...SURVEY_PICTURES.link, format: "png" });
  });

  it("is missing for nobody's nickname, and once the account is deleted (R535)", async () => {
    const { nickname, token } = await signUp(app);
    await app.call(deleteAccount, { token, body: PROOF });
    app.clock.advance(1001);
    for (const name of [nickname, "kimse_yok_boyle", "?"]) {
      const answer = await get(personPicturePath(encodeURIComponent(name), "0"));
      assert.deepEqual([answer.statusCode, answer.json().code], [404, "person_not_found"], name);
    }
    assert.equal((await get(`/profile/${nickname}/picture/round-0.png`)).statusCode, 404);
  });
});
