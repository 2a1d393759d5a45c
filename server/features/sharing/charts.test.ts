import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CHART_NAMES, type Chart } from "#contract/charts.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { shapeOf } from "#contract/option-marks.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ApiError } from "#server/errors.ts";
import type { ShownChart } from "./charts.ts";
import { readChart } from "./charts.ts";
import { chartPage } from "./embed-chart.ts";

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

const SURVEY = {
  ...{ id: 1, question: "Ne içersiniz?" },
  options: REPORT.options,
} as unknown as Survey;

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
const mapFrom = (keys: Record<string, number[]>) => {
  const groups = Object.entries(keys).map(([key, shares]) => group(key, 90, shares));
  return chartOf("province", {
    breakdown: REPORT.breakdown && { ...REPORT.breakdown, groups },
  });
};
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
  });

  it("has the map above the provinces, or above their regions where few have a number (R547)", async () => {
    const leads = ({ map = [] }: ShownChart, codes: number[]) =>
      codes.map((code) => map.find((tile) => tile.code === code)?.lead);
    const tea = { option: 0, color: "renk 0", strength: 0.75 };
    const tied = { option: 0, strength: 0.35 };

    const provinces = await mapFrom({ "6": [50, 50], "34": [70, 30] });
    assert.deepEqual(wordsOf(provinces), [
      "Ankara | yaklaşık 90 kişi · eşitlik | %50",
      "İstanbul | yaklaşık 90 kişi · önde Çay | %70",
    ]);
    assert.equal(provinces.map?.length, 81);
    assert.deepEqual(leads(provinces, [34, 6, 35]), [tea, tied, undefined]);
    assert.equal(provinces.name, undefined);

    const regions = await mapFrom({ "6": [50, 50], TR3: [70, 30] });
    assert.deepEqual(wordsOf(regions), ["Ege | yaklaşık 90 kişi · önde Çay | %70"]);
    assert.deepEqual(leads(regions, [35, 48, 6]), [tea, tea, undefined]);
    assert.equal(regions.name, "Bölgelere göre");
  });

  it("has the shape and colour of what leads on each tile of its frame (R547)", async () => {
    const page = chartPage(
      { survey: SURVEY, kind: "province", chart: await mapFrom({ "6": [20, 80], "34": [70, 30] }) },
      "https://example.org",
    );
    const tiles = page.match(/<g transform/g) ?? [];
    assert.equal(tiles.length, 81);
    const [tea, coffee] = [0, 1].map(
      (option) => `<path d="${shapeOf(option)}" fill="renk ${option}"`,
    );
    assert.equal(page.split(`${tea}/>`).length, 2, "in the legend");
    assert.match(page, new RegExp(`${tea} fill-opacity="0.75"/><text x="9" y="11.8">34<`));
    assert.match(page, new RegExp(`${coffee} fill-opacity="0.85"/><text x="9" y="11.8">06<`));
    assert.match(page, /fill="url\(#few\)" fill-opacity="1"\/><text x="9" y="11.8">35</);
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
