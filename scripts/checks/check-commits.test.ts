import assert from "node:assert/strict";
import { it } from "node:test";
import { complaintsAbout } from "./check-commits.ts";

const WHY = "\n\nThe report showed the results of a private survey.";

it("accepts a concrete verb with a body", () => {
  assert.deepEqual(complaintsAbout(`Fix flaky password-reset test${WHY}\n`), []);
  assert.deepEqual(complaintsAbout(`Speed up the expand-and-contract check${WHY}`), []);
});

for (const [subject, complaint] of [
  [`Add ${"a".repeat(69)}`, "the subject has 73 characters, more than 72"],
  ["Fix the report and its test", '"and" in the subject: one change a commit'],
  ["Let owners save results", "the subject begins with no concrete verb"],
  ["Tell why results are hidden", "the subject begins with no concrete verb"],
  ["fix the report", "the subject begins with no capital letter"],
  ["Fix the report.", "the subject ends with a full stop"],
] as const) {
  it(`refuses "${subject}"`, () => {
    assert.deepEqual(complaintsAbout(subject + WHY), [complaint]);
  });
}

it("refuses a message without a body", () => {
  assert.deepEqual(complaintsAbout("Fix the report\n\n \n"), ["no body says why"]);
});
