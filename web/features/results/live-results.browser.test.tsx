import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Result } from "#contract/endpoints/votes.ts";
import { LIVE_AFTER_MS, RESULTS_REFRESH_AFTER_MOUNT_MS } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { eventServer } from "#web/testing/event-streams.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { results, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { ResultsPanel } from "./results-panel.tsx";

const RESULTS = "GET /api/auth/surveys/{id}/responses/result";

/** Shows a survey's panel and waits until it is live. */
async function showLive(api: FakeApi, changes: Partial<Survey> = {}, beside?: ReactNode) {
  holdTime();
  const panel = <ResultsPanel survey={survey(changes)} />;
  const screen = await show(
    <>
      {beside}
      {panel}
    </>,
    { [RESULTS]: { items: results(1, 1) }, ...api },
  );
  await expect.poll(() => callsOf(RESULTS).length).not.toBe(0);
  await letPass(LIVE_AFTER_MS);
  return screen;
}

const total = page.getByText(/^Toplam/);

test("results change on screen as the stream sends them (R308)", async () => {
  const { api, surveys, send } = eventServer();
  await showLive(api);
  await expect.poll(surveys).toEqual(["5"]);
  send("results", { survey_id: 5, items: results(30, 10) });
  await expect.element(total).toHaveTextContent("Toplam 40 oy");
  send("results", { survey_id: 6, items: results(1, 0) });
  send("results", { survey_id: 5, items: results(31, 10) });
  await expect.element(total).toHaveTextContent("Toplam 41 oy");
});

/** An unrelated action beside it that takes long, such as following. */
function Deed() {
  const { mutate } = useMutation({ mutationFn: () => new Promise<void>(() => undefined) });
  useEffect(() => mutate(), [mutate]);
  return null;
}

test("results change while something else than a vote is under way (R308)", async () => {
  const { api, surveys, send } = eventServer();
  await showLive(api, {}, <Deed />);
  await expect.poll(surveys).toEqual(["5"]);
  send("results", { survey_id: 5, items: results(30, 10) });
  await expect.element(total).toHaveTextContent("Toplam 40 oy");
});

test("results that were being fetched when others came are fetched again (R369)", async () => {
  const { api, surveys, send } = eventServer();
  const { promise: earlier, resolve: answer } = Promise.withResolvers<Result[]>();
  await showLive({
    ...api,
    [RESULTS]: async () => {
      const asked = callsOf(RESULTS).length;
      if (asked === 1) return { items: results(1, 1) };
      return { items: asked === 2 ? await earlier : results(30, 10) };
    },
  });
  await expect.poll(surveys).toEqual(["5"]);
  await letPass(RESULTS_REFRESH_AFTER_MOUNT_MS);
  await expect.poll(() => callsOf(RESULTS)).toHaveLength(2);
  send("results", { survey_id: 5, items: results(30, 10) });
  send("results", { survey_id: 6, items: results(1, 0) });
  await letPass(100);
  answer(results(2, 1));
  await expect.element(total).toHaveTextContent("Toplam 40 oy");
  expect(callsOf(RESULTS)).toHaveLength(3);
});

test("what may no longer be seen is requested again, and shown as hidden (R308)", async () => {
  const { api, surveys, send } = eventServer();
  await showLive({
    ...api,
    [RESULTS]: () =>
      callsOf(RESULTS).length === 1 ? { items: results(1, 1) } : refuse("results_hidden"),
  });
  await expect.poll(surveys).toEqual(["5"]);
  send("hidden", 5);
  await expect.element(page.getByText("Sonuçlar oy verdikten sonra görünür.")).toBeVisible();
});

test("a survey that takes no votes, or whose results are hidden, has no stream (R308)", async () => {
  const { api, streams } = eventServer();
  await showLive(api, { state: "ended" });
  await showLive({ ...api, [RESULTS]: refuse("results_hidden") });
  await letPass(LIVE_AFTER_MS);
  expect(streams).toEqual([]);
});

test("a private survey with too few votes is live, so that its first results come", async () => {
  const { api, surveys, send } = eventServer();
  await showLive({ ...api, [RESULTS]: refuse("too_few_votes") });
  await expect.poll(surveys).toEqual(["5"]);
  send("results", { survey_id: 5, items: results(3, 2) });
  await expect.element(total).toHaveTextContent("Toplam 5 oy");
});
