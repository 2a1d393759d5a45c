import assert from "node:assert/strict";
import { after, it } from "node:test";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { listTreeHeads } from "#contract/endpoints/receipts.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import { getSurvey, listOwnSurveys, listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const owner = await signUp(kanaat);
const people = await Promise.all(Array.from({ length: 14 }, () => signUp(kanaat)));
await establishAll(kanaat.db);

/** A vote of each kind, for other options by each person. */
const CHOICES = {
  multiple: (ids: readonly number[], at: number) => selectionOf(ids.slice(0, 1 + (at % 3))),
  ranked: (ids: readonly number[], at: number) =>
    rankingOf([...ids.slice(at % 3), ...ids.slice(0, at % 3)]),
  rating: (ids: readonly number[], at: number) => ({
    choices: ids.map((option_id, i) => ({ option_id, score: 1 + ((at + i) % 5) })),
  }),
};
type Kind = keyof typeof CHOICES;
const KINDS = Object.keys(CHOICES) as Kind[];

const ask = (ballot: Kind, form: Parameters<typeof publishSurvey>[2], asker = owner) =>
  publishSurvey(kanaat, asker, { ballot, options: ["Çay", "Kahve", "Ayran", "Su"], ...form });

async function vote(kind: Kind, { id, options }: Survey, from: number, to: number) {
  const ids = options.map((option) => option.id);
  for (const [i, { token }] of people.slice(from, to).entries()) {
    const body = { survey_id: id, ...CHOICES[kind](ids, from + i) };
    await succeed(kanaat.call(castVote, { token, body }));
  }
}

/** Every response of a survey that could reveal numbers to this viewer, as text. */
async function everythingSeen({ id }: Survey, viewer?: Person): Promise<string> {
  const asked = { token: viewer?.token, params: { id }, headers: { purpose: "prefetch" } };
  const answers = [
    await kanaat.call(getResults, asked),
    await kanaat.call(getReport, asked),
    await kanaat.call(exportReport, { ...asked, params: { id, format: "csv" } }),
    await kanaat.call(getSurvey, asked),
    await kanaat.call(listTreeHeads, { ...asked, query: { from: 1 } }),
    ...(viewer
      ? [await kanaat.call(listOwnSurveys, asked), await download(kanaat, viewer)]
      : [await kanaat.call(listSurveys, {})]),
  ];
  const texts = answers.map(({ status, text }) => `${status} ${text}`);
  for (const path of [
    `/embed/surveys/${id}`,
    `/embed/surveys/${id}/results`,
    `/surveys/${id}/results`,
    `/feeds/surveys.atom`,
  ]) {
    const { statusCode, body } = await kanaat.app.inject(path);
    texts.push(`${path} ${statusCode} ${body}`);
  }
  return texts
    .join("\n")
    .replaceAll(/"(request_id|signature)":"[^"]*"/g, "")
    .replaceAll(/nonce[-=]\S+/g, "");
}

it("where results come after the vote, nothing of choices is seen before it (R65, R570)", async () => {
  for (const kind of KINDS) {
    const survey = await ask(kind, { result_visibility: "after" });
    await vote(kind, survey, 0, 1);
    await kanaat.runMaintenance();
    const before = await everythingSeen(survey);
    await vote(kind, survey, 1, 6);
    await kanaat.runMaintenance();
    assert.equal(await everythingSeen(survey), before, kind);
    const { token } = people[0] as Person;
    const { items } = await succeed(kanaat.call(getResults, { token, params: { id: survey.id } }));
    assert.ok(items.some(({ count }) => count > 0));
  }
});

it("between steps of a private survey nothing of choices is seen, not by its owner (R206, R570)", async () => {
  for (const kind of KINDS) {
    // In the list of somebody with others, those get their votes of the day meanwhile.
    const asker = await signUp(kanaat);
    const survey = await ask(kind, { visibility: "private" }, asker);
    for (const { nickname } of people) {
      const invited = { token: asker.token, params: { id: survey.id }, body: { nickname } };
      await kanaat.call(invitePerson, invited);
    }
    await vote(kind, survey, 0, 10);
    const before = await everythingSeen(survey, asker);
    await vote(kind, survey, 10, 14);
    await kanaat.runMaintenance();
    assert.equal(await everythingSeen(survey, asker), before, kind);
    const asked = { token: asker.token, params: { id: survey.id } };
    const { voters, ranking } = await succeed(kanaat.call(getResults, asked));
    assert.deepEqual((await succeed(kanaat.call(getReport, asked))).ranking, ranking);
    assert.deepEqual([voters, ranking?.voters], [10, kind === "ranked" ? 10 : undefined]);
  }
});
