import assert from "node:assert/strict";
import { it } from "node:test";
import { castVote, getResults } from "#contract/votes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

it("people who vote for one option through two servers at once are all counted", async (t) => {
  const first = await testApp(t);
  // SQLite's folder belongs to one server.
  const shared = first.db.engine === "postgres";
  const second = shared ? await testApp(t, { place: first.place }) : first;
  const owner = await signUp(first);
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp(first)));
  for (let round = 0; round < 5; round++) {
    const { id, options } = await publishSurvey(first, owner);
    const body = { survey_id: id, survey_option_id: options[0]?.id };
    const answers = await Promise.all(
      people.map(async ({ token }, i) => {
        await new Promise((resolve) => setTimeout(resolve, i));
        return (i % 2 ? first : second).call(castVote, { token, body });
      }),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const { body: results } = await first.call(getResults, { params: { id } });
    assert.equal(results.items[0]?.count, people.length);
  }
});
