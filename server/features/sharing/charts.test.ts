import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CHART_NAMES, type Chart } from "#contract/charts.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { ApiError } from "#server/errors.ts";
import type { ShownChart } from "./charts.ts";
import { readChart } from "./charts.ts";

const group = (key: string, voters: number, shares: number[]) => ({
  key,
  voters,
  shares,
  step: 10,
});

const REPORT: Report = {
  options: ["Çay", "Kahve"].map((content, at) => ({ id: at, content, color: `renk ${at}` })),
  results: [
    { count: 140, value: "%47" },
    { count: 160, value: "%53" },
  ],
  breakdown: {
    taken_at: "2026-01-02T09:00:00.000Z",
    votes: 298,
    groups: [
      group("women", 150, [70, 30]),
      group("man,other", 150, [50, 50]),
      group("0-17,18-24", 80, [60, 40]),
      group("TR1", 1200, [60, 40]),
      group("06", 60, [20, 80]),
      group("34", 90, [70, 30]),
      group("women|TR1", 90, [80, 20]),
    ],
    weighted: { effective: 200, values: ["%49", "%51"], missing: [], sources: [] },
    trust: { verified: "nearly_all", week_old: "over_half", month_old: "few" },
  },
  timeline: [
    { from: "2026-01-01T09:00:00.000Z", to: "2026-01-01T10:00:00.000Z", votes: 200 },
    { from: "2026-01-01T10:00:00.000Z", to: "2026-01-01T13:00:00.000Z", votes: 100 },
  ],
  burst: null,
  burst_checked: true,
  origins: null,
};

const readFrom = (status: number, body: object, chart: Chart) =>
  readChart(
    {
      localApi: {
        register: () => undefined,
        call: async () => ({
          ...{ status, type: "application/json", etag: null, body: JSON.stringify(body) },
        }),
      },
    },
    1,
    chart,
  );
const chartOf = async (chart: Chart, changes: Partial<Report> = {}) =>
  (await readFrom(200, { ...REPORT, ...changes }, chart)) as ShownChart;
const wordsOf = ({ rows }: ShownChart) =>
  rows.map(({ label, detail, value }) => [label, detail, value].filter(Boolean).join(" | "));

describe("a chart of a report", () => {
  it("lists options by their votes, with colours of their own (R532)", async () => {
    const chart = await chartOf("results");
    assert.deepEqual(wordsOf(chart), ["Kahve | 160 oy | %53", "Çay | 140 oy | %47"]);
    assert.deepEqual(chart.rows[0]?.parts, [{ share: 53, color: "renk 1" }]);
    assert.equal(chart.note, "300 oy");
    assert.deepEqual(wordsOf(await chartOf("weighted")), ["Kahve | %51", "Çay | %49"]);
  });

  it("has the groups of one dimension as the report shows them (R411, R532)", async () => {
    const gender = await chartOf("gender");
    assert.deepEqual(wordsOf(gender), [
      "Kadın | yaklaşık 150 kişi · önde Çay | %70",
      "Erkek ve Diğer | yaklaşık 150 kişi · eşitlik | %50",
    ]);
    assert.deepEqual(
      gender.rows.map(({ color }) => color),
      ["renk 0", undefined],
    );
    assert.deepEqual(
      gender.legend.map(({ name }) => name),
      ["Kahve", "Çay"],
    );
    assert.deepEqual(wordsOf(await chartOf("age")), [
      "24 ve altı | yaklaşık 80 kişi · önde Çay | %60",
    ]);
    assert.deepEqual(wordsOf(await chartOf("region")), [
      "İstanbul | yaklaşık 1.200 kişi · önde Çay | %60",
    ]);
    assert.deepEqual(wordsOf(await chartOf("province")), [
      "İstanbul | yaklaşık 90 kişi · önde Çay | %70",
      "Ankara | yaklaşık 60 kişi · önde Kahve | %80",
    ]);
  });

  it("adds votes up over time (R532)", async () => {
    const { line } = await chartOf("timeline");
    assert.deepEqual(line?.points, [
      { x: 0, y: 0 },
      { x: 0.25, y: 2 / 3 },
      { x: 1, y: 1 },
    ]);
    assert.deepEqual([line?.from, line?.to], ["01.01.2026 12:00", "01.01.2026 16:00"]);
  });

  it("is missing where the report has nothing to draw (R532)", async () => {
    const results = REPORT.results.map(() => ({ count: 0, value: "%0" }));
    const empty = { results, breakdown: null, timeline: [] };
    for (const chart of CHART_NAMES) assert.equal(await chartOf(chart, empty), null, chart);
  });

  it("is missing where results are hidden, and passes other errors on (R533)", async () => {
    for (const code of ["results_hidden", "too_few_votes"])
      assert.equal(await readFrom(403, { code }, "results"), null);
    for (const code of ["survey_not_found", "overloaded"])
      await assert.rejects(readFrom(404, { code }, "results"), (error) => {
        assert.ok(error instanceof ApiError);
        return error.code === code;
      });
  });
});
