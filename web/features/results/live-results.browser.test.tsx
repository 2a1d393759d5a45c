import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { LIVE_AFTER_MS } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { results, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { ResultsPanel } from "./results-panel.tsx";

const STREAM = "GET /api/auth/surveys/responses/stream";
const RESULTS = "GET /api/auth/surveys/{id}/responses/result";
const other = { kind: "watches", tab: "another" };

/** A stream to which a test says what the server would. */
function stream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const say = (event: string, data: unknown) =>
    writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return { readable, say };
}

/** The panel of a survey, after the moment from which it is live. */
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

const watched = () => callsOf(STREAM).map(({ query }) => query.surveys);
const total = page.getByText(/^Toplam/);

test("results change on screen as the stream tells them (R308)", async () => {
  const { readable, say } = stream();
  await showLive({ [STREAM]: readable });
  await expect.poll(watched).toEqual(["5"]);
  await say("results", { survey_id: 5, items: results(30, 10) });
  await expect.element(total).toHaveTextContent("Toplam 40 oy");
  await say("results", { survey_id: 6, items: results(1, 0) });
  await say("results", { survey_id: 5, items: results(31, 10) });
  await expect.element(total).toHaveTextContent("Toplam 41 oy");
});

/** Something that somebody does beside it, such as following, and that takes long. */
function Deed() {
  const { mutate } = useMutation({ mutationFn: () => new Promise<void>(() => undefined) });
  useEffect(() => mutate(), [mutate]);
  return null;
}

test("results change while something else than a vote is under way (R308)", async () => {
  const { readable, say } = stream();
  await showLive({ [STREAM]: readable }, {}, <Deed />);
  await expect.poll(watched).toEqual(["5"]);
  await say("results", { survey_id: 5, items: results(30, 10) });
  await expect.element(total).toHaveTextContent("Toplam 40 oy");
});

test("what may no longer be seen is asked for again, and said to be hidden (R308)", async () => {
  const { readable, say } = stream();
  await showLive({
    [STREAM]: readable,
    [RESULTS]: () =>
      callsOf(RESULTS).length === 1 ? { items: results(1, 1) } : refuse("results_hidden"),
  });
  await expect.poll(watched).toEqual(["5"]);
  await say("hidden", 5);
  await expect.element(page.getByText("Sonuçlar oy verdikten sonra görünür.")).toBeVisible();
});

test("a survey that takes no votes, or whose results are hidden, has no stream (R308)", async () => {
  await showLive({}, { state: "ended" });
  await showLive({ [RESULTS]: refuse("results_hidden") });
  await letPass(LIVE_AFTER_MS);
  expect(watched()).toEqual([]);
});

test("a private survey with too few votes is live, so that its first results come", async () => {
  const { readable, say } = stream();
  await showLive({ [STREAM]: readable, [RESULTS]: refuse("too_few_votes") });
  await expect.poll(watched).toEqual(["5"]);
  await say("results", { survey_id: 5, items: results(3, 2) });
  await expect.element(total).toHaveTextContent("Toplam 5 oy");
});

test("tabs share one stream: who holds it asks for all and tells the others (R308)", async () => {
  const tabs = new BroadcastChannel("kanaat-results");
  const heard: unknown[] = [];
  tabs.addEventListener("message", ({ data }) => {
    if (data.kind === "asks") tabs.postMessage({ ...other, surveys: ["7"] });
    if (data.kind === "tells") heard.push(data.data);
  });
  const { readable, say } = stream();
  await showLive({ [STREAM]: readable });
  await expect.poll(watched).toEqual(["5,7"]);
  await say("results", { survey_id: 7, items: results(2, 2) });
  await expect.poll(() => heard).toHaveLength(1);
  tabs.postMessage({ ...other, surveys: [] });
  await expect.poll(watched).toEqual(["5,7", "5"]);
  tabs.close();
});

test("while another tab holds the stream, results come from there (R308)", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  void navigator.locks.request("kanaat-results", () => {
    hold();
    return held;
  });
  await isHeld;
  const tabs = new BroadcastChannel("kanaat-results");
  const told: unknown[] = [];
  tabs.addEventListener("message", ({ data }) => told.push(data.surveys));
  await showLive({});
  await expect.poll(() => told).toContainEqual(["5"]);
  const data = JSON.stringify({ survey_id: 5, items: results(4, 4) });
  tabs.postMessage({ kind: "tells", event: "results", data });
  await expect.element(total).toHaveTextContent("Toplam 8 oy");
  expect(watched()).toEqual([]);
  release();
  await expect.poll(watched).toEqual(["5"]);
  tabs.close();
});
