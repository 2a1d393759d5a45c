import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { streamsOf } from "./event-streams.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { showResults } from "./vote-steps.ts";

test("results move by themselves in every tab, which share one stream (R308)", async ({
  page,
  context,
  api,
}) => {
  const owner = await signUp(api);
  const [survey, other] = [await publishSurvey(api, owner), await publishSurvey(api, owner)];
  const voters = await Promise.all([signUp(api), signUp(api), signUp(api)]);
  const tabs = [page, await openTab(context), await openTab(context)] as const;
  const streams = streamsOf(context);
  const carried = () => streams().map(({ surveys }) => surveys);
  await tabs[0].goto(`/surveys/${survey.id}`);
  await tabs[1].goto(`/surveys/${survey.id}/results`);
  await tabs[2].goto(`/surveys/${other.id}`);
  const [first, third] = [await showResults(tabs[0]), await showResults(tabs[2])];
  const totals = [first, tabs[1].getByRole("main"), third].map((place) =>
    place.getByText(/^Toplam/),
  );
  await expect.poll(carried).toEqual([[survey.id, other.id].sort().join()]);

  await voteFor(api, voters[0], survey, 0);
  await voteFor(api, voters[0], other, 0);
  for (const total of totals) await expect(total).toHaveText("Toplam 1 oy");

  // Any tab may hold the stream; the others go on without it.
  const holder = tabs.indexOf(streams()[0]?.page ?? page);
  await tabs[holder]?.close();
  await expect.poll(carried).toHaveLength(1);
  await voteFor(api, voters[1], survey, 0);
  await voteFor(api, voters[1], other, 0);
  for (const [i, total] of totals.entries()) {
    if (i !== holder) await expect(total).toHaveText("Toplam 2 oy");
  }
});
