import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { QuietPeriods } from "#server/db/quiet/quiet-periods.ts";
import type { SurveyRow } from "./survey-access.reads.ts";
import { pictureVersion, shownSurvey } from "./survey-picture.ts";

const NOW = 1_000_000;
const row = (changes: Partial<SurveyRow> = {}) =>
  ({
    ...{ question: "Hangisi?", image: "i", visibility: "public", result_visibility: "before" },
    ...{ start_time: 0, expire_time: null, in_steps: 0, was_public: 1, owner_id: 1 },
    ...changes,
  }) as SurveyRow;
const shown = (votes: number[], changes: Partial<SurveyRow> = {}) =>
  shownSurvey(
    { quietPeriods: new QuietPeriods() },
    row(changes),
    votes.map((votes, at) => ({ content: `Şık ${at}`, image: `${at}`, votes })),
    NOW,
  );

describe("what a survey's picture shows", () => {
  it("is another one only where a share or three digits of the votes are (R285)", () => {
    const before = shown([621, 621]);
    assert.equal(before.note, "1.240+ oy · Siz ne dersiniz?");
    assert.equal(pictureVersion(before), pictureVersion(shown([621, 622])));
    assert.notEqual(pictureVersion(before), pictureVersion(shown([650, 650])));
    assert.notEqual(pictureVersion(before), pictureVersion(shown([640, 600])));
    assert.deepEqual(
      [shown([7]), shown([193]), shown([1000]), shown([1001]), shown([1_234_567])].map(
        ({ votes }) => votes,
      ),
      ["7 oy", "193 oy", "1.000 oy", "1.000+ oy", "1.230.000+ oy"],
    );
  });

  it("has no numbers while only voters may see them, and all of them at the end (R284)", () => {
    const hidden = { result_visibility: "after" } as const;
    assert.deepEqual(shown([3, 1], hidden), shown([0, 9], hidden));
    assert.equal(shown([3, 1], hidden).note, "Siz ne dersiniz?");
    const ended = shown([930, 310], { ...hidden, expire_time: NOW });
    assert.equal(ended.note, "Sona erdi · 1.240 oy");
    assert.deepEqual(
      ended.options.map(({ share }) => share),
      [75, 25],
    );
  });

  it("says that an option leads only from 30 votes on, and not of a tie (R531)", () => {
    assert.equal(shown([20, 9]).leader, null);
    assert.equal(shown([10, 20]).leader, 1);
    assert.equal(shown([20, 20]).leader, null);
    assert.equal(shown([30, 1], { result_visibility: "after" }).leader, null);
  });

  it("is the options where nobody has voted (R284)", () => {
    for (const changes of [{}, { expire_time: NOW }]) {
      assert.ok(shown([0, 0], changes).options.every(({ share }) => share === null));
    }
    assert.equal(shown([0, 0], { start_time: NOW + 1 }).note, "Yakında");
  });
});
