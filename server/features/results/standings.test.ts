import assert from "node:assert/strict";
import { after, it } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import { listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const people = await Promise.all(Array.from({ length: 4 }, () => signUp(kanaat)));

it("a survey shows its owner the leading option and the votes of the day, hidden or not (R194)", async () => {
  const owner = await signUp(kanaat);
  const standings = async () => {
    await rankListed(kanaat.db, new AbortController().signal, clock.now());
    const { body } = await kanaat.call(listOwnSurveys, { token: owner.token });
    return body.items.map(({ leading, votes_today }) => [leading, votes_today]);
  };
  const other = await publishSurvey(kanaat, owner, { result_visibility: "after" });
  const survey = await publishSurvey(kanaat, owner, { options: ["Çay", "Kahve", "Ayran"] });
  await draftSurvey(kanaat, owner);
  const untouched = [null, 0];
  assert.deepEqual(await standings(), [untouched, untouched, untouched]);

  const [one, two, three, four] = people as [Person, Person, Person, Person];
  await voteFor(kanaat, one, survey, 1);
  await voteFor(kanaat, two, survey, 1);
  await voteFor(kanaat, three, survey, 2);
  await voteFor(kanaat, one, other, 0);
  const leading = { content: "Kahve", value: "%67" };
  const ofOther = { content: "Çay", value: "%100" };
  assert.deepEqual(await standings(), [untouched, [leading, 3], [ofOther, 1]]);

  clock.advance(DAY_MS - 1000);
  assert.deepEqual(await standings(), [untouched, [leading, 0], [ofOther, 0]]);
  await voteFor(kanaat, four, survey, 2);
  assert.deepEqual(await standings(), [untouched, [null, 1], [ofOther, 0]]);
});
