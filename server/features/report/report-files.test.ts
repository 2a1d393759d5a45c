import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { rulesOf } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { zipTexts } from "#testing/zip-texts.ts";
import { toCsv, toFile } from "./report-files.ts";
import { toRows } from "./report-table.ts";

const report: Report = {
  options: ["=1+1", 'Çay; "demli"'].map((content, i) => ({ id: i + 1, content, color: "red" })),
  results: [
    { count: 30, value: "%60" },
    { count: 20, value: "%40" },
  ],
  breakdown: {
    taken_at: "2026-01-01T00:00:00.000Z",
    votes: 50,
    groups: [
      { key: "women", voters: 60, shares: [70, 30], step: 10 },
      { key: "34", voters: 50, shares: [60, 40], step: 10 },
      { key: "55-64,65+|TR5", voters: 80, shares: [50, 50], step: 10 },
    ],
    weighted: { effective: 120, values: ["%55", "%45"], missing: [], sources: [] },
    trust: { verified: "few", week_old: "few", month_old: "few" },
  },
  timeline: [],
  burst: null,
  burst_checked: false,
};

describe("a report as a file", () => {
  it("is a table that Turkish spreadsheets open, and that runs nothing there (R305)", () => {
    const csv = toCsv(toRows(report, rulesOf({ id: 1 }))).toString();
    assert.equal(csv.codePointAt(0), 0xfeff);
    assert.deepEqual(csv.slice(1).split("\r\n"), [
      "Kırılım;Grup;Şık;Oy;Pay (%)",
      "Sonuç;Tümü;'=1+1;30;60",
      'Sonuç;Tümü;"Çay; ""demli""";20;40',
      "Türkiye’ye göre;Tümü;'=1+1;;55",
      'Türkiye’ye göre;Tümü;"Çay; ""demli""";;45',
      "Cinsiyet;Kadın, yaklaşık 60 kişi;'=1+1;;70",
      'Cinsiyet;Kadın, yaklaşık 60 kişi;"Çay; ""demli""";;30',
      "İl;İstanbul, yaklaşık 50 kişi;'=1+1;;60",
      'İl;İstanbul, yaklaşık 50 kişi;"Çay; ""demli""";;40',
      "Yaş × Bölge;55 ve üzeri × Batı Anadolu, yaklaşık 80 kişi;'=1+1;;50",
      'Yaş × Bölge;55 ve üzeri × Batı Anadolu, yaklaşık 80 kişi;"Çay; ""demli""";;50',
      "",
    ]);
  });

  it("is made as a workbook in a separate thread, one after another: overloaded (R305)", async () => {
    let threads = 0;
    process.on("worker", () => threads++);
    const make = (caller: string) => toFile(report, "xlsx", { id: 1 }, true).make(caller);
    const many = Array.from({ length: 7 }, () => make("one"));
    const other = make("other");
    const refused = (await Promise.allSettled(many)).flatMap((made) =>
      made.status === "rejected" ? [made.reason.code] : [],
    );
    assert.deepEqual(refused, ["overloaded", "overloaded"]);
    assert.match([...zipTexts(await other).values()].join("\n"), /Türkiye’ye göre/);
    assert.equal(threads, 1);
  });
});

describe("the addresses of these files", async () => {
  const kanaat = await testApp({ after });
  const owner = await signUp(kanaat);
  const survey = await publishSurvey(kanaat, owner);
  await voteFor(kanaat, owner, survey, 0);
  const path = `/api/auth/surveys/${survey.id}/responses/report`;
  const get = (format: string, headers = {}) =>
    ask(kanaat.app, { method: "GET", url: `${path}/${format}`, headers });

  it("return CSV and XLSX with a file name and an ETag (R305)", async () => {
    const csv = await get("csv");
    assert.equal(csv.statusCode, 200);
    assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
    assert.equal(
      csv.headers["content-disposition"],
      `attachment; filename="kanaat-anket-${survey.id}.csv"`,
    );
    assert.match(`${csv.headers["cache-control"]}`, /^public, max-age=0/);
    assert.match(csv.body, /^\uFEFFKırılım;Grup;Şık;Oy;Pay \(%\)\r\nSonuç;Tümü;Çay;1;100\r\n/);
    const again = await get("csv", { "if-none-match": csv.headers.etag });
    assert.equal(again.statusCode, 304);
    const book = await get("xlsx");
    assert.equal(book.statusCode, 200);
    assert.match(`${book.headers["content-type"]}`, /spreadsheetml\.sheet$/);
    assert.match([...zipTexts(book.rawPayload).values()].join("\n"), /Kırılım.*Sonuç.*Çay/s);
    assert.equal((await get("xlsx", { "if-none-match": book.headers.etag })).statusCode, 304);
  });

  it("refuse other formats, and everyone to whom the report is refused (R305)", async () => {
    assert.equal((await get("pdf")).statusCode, 404);
    const hidden = await publishSurvey(kanaat, owner, { visibility: "private" });
    const url = `/api/auth/surveys/${hidden.id}/responses/report/csv`;
    assert.equal((await ask(kanaat.app, { method: "GET", url })).statusCode, 404);
  });
});
