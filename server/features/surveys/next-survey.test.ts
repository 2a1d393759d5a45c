import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { closeSurvey, getNextSurvey } from "#contract/endpoints/surveys.ts";
import { SKIPPED_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;

const publish = (by: Person, category_id: number, given: NewSurvey = {}) => {
  clock.advance(1000);
  return publishSurvey(kanaat, by, { category_id, ...given });
};
const next = ({ id }: Pick<Survey, "id">, who?: Person, skip?: number[]) =>
  kanaat.call(getNextSurvey, {
    token: who?.token,
    params: { id },
    query: skip ? { skip: skip.join() } : {},
  });
const idAfter = async (...asked: Parameters<typeof next>) =>
  (await next(...asked)).body.item?.id ?? null;

describe("the next survey", () => {
  it("is by the same author, then of the same category, then popular, until none is left (R191)", async () => {
    const [author, other, voter] = [
      await signUp(kanaat),
      await signUp(kanaat),
      await signUp(kanaat),
    ];
    const popular = await publish(other, 2);
    const quiet = await publish(other, 2);
    const alike = await publish(other, 1);
    const liked = await publish(other, 1);
    const older = await publish(author, 3);
    const voted = await publish(author, 1);
    const newer = await publish(author, 4);
    for (const survey of [popular, liked]) await voteFor(kanaat, author, survey, 0);
    await rankListed(db, new AbortController().signal, clock.now());
    await voteFor(kanaat, voter, voted, 0);

    const found: (number | null)[] = [];
    const expected = [newer, older, liked, alike, popular, quiet];
    for (const survey of expected) {
      found.push(await idAfter(voted, voter));
      await voteFor(kanaat, voter, survey, 1);
    }
    assert.deepEqual(
      found,
      expected.map(({ id }) => id),
    );
    assert.equal(await idAfter(voted, voter), null);
    // A visitor has voted on no survey.
    assert.equal(await idAfter(voted), newer.id);
    assert.equal(await idAfter(newer), voted.id);
  });

  it("is public, active, somebody else's and not skipped (R191)", async () => {
    const [author, voter] = [await signUp(kanaat), await signUp(kanaat)];
    const from = await publish(author, 7);
    await publish(author, 7, { visibility: "private" });
    await publish(author, 7, { start_time: clock.iso(HOUR_MS) });
    await publish(author, 7, { expire_time: clock.iso(MINUTE_MS) });
    await draftSurvey(kanaat, author, { category_id: 7 });
    const closed = await publish(author, 7);
    const { token } = author;
    await succeed(kanaat.call(closeSurvey, { token, params: { id: closed.id } }));
    const own = await publish(voter, 7);
    const others = [await publish(author, 7), await publish(author, 7)];
    clock.advance(2 * MINUTE_MS);

    const { status, body, headers } = await next(from, voter);
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.deepEqual(body.item?.options, others[1]?.options);
    const skipped = others.map(({ id }) => id);
    assert.equal(await idAfter(from, voter, skipped.slice(1)), others[0]?.id);
    for (const id of [own, from, closed].map(({ id }) => id)) {
      assert.notEqual(await idAfter(from, voter, skipped), id);
    }
    // For the author, only surveys by others are left.
    assert.equal(await idAfter(from, author), own.id);
  });

  it("contains no number of a survey whose results are hidden", async () => {
    const [author, voter] = [await signUp(kanaat), await signUp(kanaat)];
    const from = await publish(author, 8);
    const hidden = await publish(author, 8, { result_visibility: "after" });
    await voteFor(kanaat, author, hidden, 0);
    await rankListed(db, new AbortController().signal, clock.now());
    const { body } = await next(from, voter);
    assert.equal(body.item?.id, hidden.id);
    assert.equal(body.item?.vote_count, null);
  });

  it("is asked of a survey that the caller may see, with ids to skip (R191)", async () => {
    const [author, stranger] = [await signUp(kanaat), await signUp(kanaat)];
    const hidden = await publish(author, 1, { visibility: "private" });
    assert.equal((await next(hidden, author)).status, 200);
    assert.equal((await next(hidden, stranger)).problem.code, "survey_not_found");
    const many = Array.from({ length: SKIPPED_MAX + 1 }, (_, i) => i + 1);
    assert.equal((await next(hidden, author, many.slice(1))).status, 200);
    assert.equal((await next(hidden, author, many)).status, 422);
    const params = { id: hidden.id };
    for (const skip of ["a", "1,", "1;2", "1e3"]) {
      const refused = await kanaat.call(getNextSurvey, {
        token: author.token,
        params,
        query: { skip },
      });
      assert.equal(refused.status, 422, skip);
    }
  });
});
