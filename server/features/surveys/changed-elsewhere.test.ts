import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteAccount } from "#contract/endpoints/account.ts";
import {
  closeSurvey,
  deleteSurvey,
  getSurvey,
  listSurveys,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

// After a change on one server, another must not go on serving its cached values. The clock stands
// still, so no cached value expires by itself.

const first = await testApp({ after });
// A SQLite folder belongs to one server.
const second =
  first.db.engine === "postgres"
    ? await testApp({ after }, { instance: first.instance, clock: first.clock })
    : first;
const [owner, stranger] = await Promise.all([signUp(first), signUp(first)]);

/** What strangers get from the second server: survey, results and list. */
async function seen(id: number) {
  const answers = [];
  for (const token of [stranger.token, undefined]) {
    answers.push(await second.call(getSurvey, { token, params: { id } }));
    answers.push(await second.call(getResults, { token, params: { id } }));
  }
  const { body } = await second.call(listSurveys, { query: { limit: "100" } });
  const texts = answers.map(({ status, text }) => (status === 200 ? text : String(status)));
  return [...texts, String(body.items.some((card) => card.id === id))];
}

async function turnsInto(id: number, expected: (answers: string[]) => boolean) {
  while (!expected(await seen(id))) await sleep(20);
  const answers = await seen(id);
  assert.ok(expected(answers), answers.join("\n"));
}

describe("a survey that another server changed", () => {
  it("is read again when its description or its end changed", async () => {
    const { id } = await publishSurvey(first, owner);
    await turnsInto(id, (answers) => answers.at(-1) === "true");
    const given = { token: owner.token, params: { id } };
    await first.call(updateSurvey, { ...given, body: { description: "Yeni anlatım" } });
    await turnsInto(id, ([text]) => text?.includes("Yeni anlatım") === true);
    await first.call(closeSurvey, given);
    await turnsInto(id, (answers) => answers[0]?.includes('"ended"') === true);
  });

  const changes = {
    "is private": (id: number, token: string) =>
      first.call(setVisibility, { token, params: { id }, body: { visibility: "private" } }),
    "is deleted": (id: number, token: string) =>
      first.call(deleteSurvey, { token, params: { id } }),
    "has lost its owner": (_: number, token: string) =>
      first.call(deleteAccount, { token, body: { password: owner.password } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`is gone from every response when it ${name}`, async () => {
      const { id } = await publishSurvey(first, owner);
      // Publishing, too, reaches the second server as a notice.
      await turnsInto(id, (answers) => answers.at(-1) === "true" && !answers.includes("404"));
      const { status } = await change(id, owner.token);
      assert.ok(status < 300);
      await turnsInto(id, (answers) => `${answers}` === "404,404,404,404,false");
    });
  }
});
