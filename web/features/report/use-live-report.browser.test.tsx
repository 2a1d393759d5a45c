import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Report } from "#contract/endpoints/report.ts";
import { LIVE_AFTER_MS } from "#contract/limits.ts";
import { eventServer } from "#web/testing/event-streams.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { results, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { useLiveReport } from "./use-live-report.ts";

const REPORT = "GET /api/auth/surveys/{id}/responses/report";

const report: Report = {
  options: [],
  results: [
    { count: 60, value: "%50" },
    { count: 60, value: "%50" },
  ],
  breakdown: null,
  timeline: [],
  burst: null,
  burst_checked: false,
  origins: null,
};

function Shown() {
  const { data } = useLiveReport(survey(), undefined);
  const counts = data?.results.map(({ count }) => count).join(" ile ");
  return <p>{data?.no_opinion ? `${counts}, ${data.no_opinion} yok` : counts}</p>;
}

test("a report's results are live, and its groups follow (R308)", async () => {
  const { api, surveys, send, beat } = eventServer();
  const say = (yes: number, no: number) =>
    send("results", { survey_id: 5, items: results(yes, no) });
  /** Passes a minute and a half, during which the stream beats. */
  const pass = async () => {
    for (let beats = 0; beats < 3; beats++) {
      await letPass(30_000);
      beat();
    }
  };
  const breakdown: Report["breakdown"] = {
    taken_at: "2026-01-02T09:00:00.000Z",
    votes: 120,
    groups: [],
    weighted: { effective: 0, values: null, missing: [], sources: [] },
    trust: { verified: "few", week_old: "few", month_old: "few" },
  };
  holdTime();
  let told = { ...report, breakdown };
  await show(<Shown />, { ...api, [REPORT]: () => told });
  await expect.element(page.getByText("60 ile 60")).toBeVisible();
  await letPass(LIVE_AFTER_MS);
  await expect.poll(surveys).toEqual(["5"]);
  send("results", { survey_id: 5, items: results(60, 60), no_opinion: 1 });
  await expect.element(page.getByText("60 ile 60, 1 yok")).toBeVisible();
  say(100, 99);
  await expect.element(page.getByText("100 ile 99")).toBeVisible();
  await pass();
  expect(callsOf(REPORT)).toHaveLength(1);
  say(101, 99);
  await expect.element(page.getByText("101 ile 99")).toBeVisible();
  told = { ...told, results: results(101, 99) };
  // The look may have been taken just before the last votes, and no more may come.
  for (let asked = 2; asked < 5; asked++) {
    await pass();
    await expect.poll(() => callsOf(REPORT).length).toBeGreaterThanOrEqual(asked);
  }
});

test("a report that was asked for before the latest votes came does not take them back (R369)", async () => {
  const { api, surveys, send } = eventServer();
  const { promise: earlier, resolve: answer } = Promise.withResolvers<Report>();
  holdTime();
  // The report is refetched every minute.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const REPORTS = { [REPORT]: () => (callsOf(REPORT).length === 1 ? report : earlier) };
  await show(<Shown />, { ...api, ...REPORTS });
  await expect.element(page.getByText("60 ile 60")).toBeVisible();
  await letPass(LIVE_AFTER_MS);
  await expect.poll(surveys).toEqual(["5"]);
  send("results", { survey_id: 5, items: results(101, 99) });
  await letPass(50_000);
  send("results", { survey_id: 5, items: results(102, 99) });
  await letPass(50_000);
  await expect.poll(() => callsOf(REPORT)).toHaveLength(2);
  answer({ ...report, results: results(101, 99), timeline: [] });
  await letPass(1000);
  await expect.element(page.getByText("102 ile 99")).toBeVisible();
});
