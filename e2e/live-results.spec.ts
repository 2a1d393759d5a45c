import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { showResults } from "./vote-steps.ts";

/** The streams of results that a page has open, by what they are about. */
function streamsOf(page: Page): Set<string> {
  const open = new Map<object, string>();
  const streams = new Set<string>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!url.pathname.endsWith("/responses/stream")) return;
    open.set(request, url.searchParams.get("surveys") ?? "");
    streams.add(open.get(request) ?? "");
  });
  const end = (request: object) => streams.delete(open.get(request) ?? "");
  page.on("requestfailed", end);
  page.on("requestfinished", end);
  return streams;
}

test("results move by themselves in every tab, which share one stream (R308)", async ({
  page,
  context,
  api,
}) => {
  const owner = await signUp(api);
  const [survey, other] = [await publishSurvey(api, owner), await publishSurvey(api, owner)];
  const voters = await Promise.all([signUp(api), signUp(api), signUp(api)]);
  const tabs = [page, await openTab(context), await openTab(context)] as const;
  const streams = tabs.map(streamsOf);
  await tabs[0].goto(`/surveys/${survey.id}`);
  await tabs[1].goto(`/surveys/${survey.id}/results`);
  await tabs[2].goto(`/surveys/${other.id}`);
  const [first, third] = [await showResults(tabs[0]), await showResults(tabs[2])];
  const totals = [first, tabs[1].getByRole("main"), third].map((place) =>
    place.getByText(/^Toplam/),
  );
  const open = () => streams.flatMap((own) => [...own]);
  await expect.poll(open).toEqual([[survey.id, other.id].sort().join()]);

  await voteFor(api, voters[0], survey, 0);
  await voteFor(api, voters[0], other, 0);
  for (const total of totals) await expect(total).toHaveText("Toplam 1 oy");

  // Whichever tab holds the stream, the others go on without it.
  const holder = streams.findIndex((own) => own.size > 0);
  await tabs[holder]?.close();
  streams[holder]?.clear();
  await expect.poll(open).toHaveLength(1);
  await voteFor(api, voters[1], survey, 0);
  await voteFor(api, voters[1], other, 0);
  for (const [i, total] of totals.entries()) {
    if (i !== holder) await expect(total).toHaveText("Toplam 2 oy");
  }
});
