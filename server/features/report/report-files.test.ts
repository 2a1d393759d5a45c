import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, describe, it } from "node:test";
import { rulesOf } from "#contract/ballots/ballots.ts";
import { invitePerson, withdrawInvitation } from "#contract/endpoints/invitations.ts";
import { exportReport, type Report } from "#contract/endpoints/report.ts";
import type { Database } from "#server/db/database.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { zipTexts } from "#testing/zip-texts.ts";
import { toCsv } from "./report-file-thread.ts";
import { createReportFiles } from "./report-files.ts";
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
  origins: null,
};

const sponsored = { ...report, asked_by: "=Çevre Derneği", paid_by: "Ankara; Belediyesi" };

const bytes = Buffer.from(JSON.stringify(report));
const survey = { id: 1 };

/** Returns a function that makes the file for a caller; the report's state has this ETag. */
function maker(format: "csv" | "xlsx") {
  const fileOf = createReportFiles();
  return (caller: string, etag: string) =>
    fileOf({ survey, json: { bytes, etag } }, format, true).make(caller);
}

describe("a report as a file", () => {
  it("is a table that Turkish spreadsheets open, and that runs nothing there (R305)", () => {
    const csv = Buffer.from(toCsv(toRows(report, rulesOf({ id: 1 })))).toString();
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

  it("ends with who asked for the survey and who paid for it (R457)", () => {
    const csv = Buffer.from(toCsv(toRows(sponsored, rulesOf({ id: 1 })))).toString();
    assert.deepEqual(csv.split("\r\n").slice(-3), [
      "Künye;Anketi isteyen;'=Çevre Derneği;;",
      'Künye;Bedelini ödeyen;"Ankara; Belediyesi";;',
      "",
    ]);
  });

  it("has the rounds of rankings and their table in pairs (R607)", () => {
    const ranking = {
      ...{ voters: 6, winner: 0, condorcet: 0 },
      rounds: [
        { counts: [3, 3], exhausted: 0, leaves: 1 },
        { counts: [4, null], exhausted: 2 },
      ],
      pairwise: [
        [0, 4],
        [2, 0],
      ],
    };
    const rows = toRows({ ...report, breakdown: null, ranking }, rulesOf({ ballot: "ranked" }));
    assert.deepEqual(
      rows.slice(2).map(({ table, group, option, votes }) => [table, group, option, votes]),
      [
        ["Eleme turları", "1. tur", "=1+1", 3],
        ["Eleme turları", "1. tur", 'Çay; "demli"', 3],
        ["Eleme turları", "2. tur", "=1+1", 4],
        ["Eleme turları", "2. tur", "Sıralaması biten oylar", 2],
        ["İkili karşılaştırma", 'Karşısında: Çay; "demli"', "=1+1", 4],
        ["İkili karşılaştırma", "Karşısında: =1+1", 'Çay; "demli"', 2],
      ],
    );
  });

  it("is made in a separate thread, one after another: overloaded (R305)", async () => {
    let threads = 0;
    process.on("worker", () => threads++);
    const make = maker("xlsx");
    const many = Array.from({ length: 7 }, (_, i) => make("one", `"${i}"`));
    const other = make("other", '"another"');
    const refused = (await Promise.allSettled(many)).flatMap((made) =>
      made.status === "rejected" ? [made.reason.code] : [],
    );
    assert.deepEqual(refused, ["overloaded", "overloaded"]);
    assert.match([...zipTexts(await other).values()].join("\n"), /Türkiye’ye göre/);
    assert.equal(threads, 1);
  });

  it("is made once for all who want it, and kept until the report changes (R415)", async () => {
    const make = maker("csv");
    const wanted = Array.from({ length: 50 }, (_, i) => make(`caller ${i % 9}`, '"same"'));
    const files = [...(await Promise.all(wanted)), await make("later", '"same"')];
    // Equal bytes could also have been made twice.
    assert.equal(new Set(files).size, 1);
    assert.notEqual(await make("later", '"changed"'), files[0]);
  });

  it("is made for somebody who waits for it with a caller who is refused (R415)", async () => {
    const make = maker("csv");
    const many = Array.from({ length: 7 }, (_, i) => make("one", `"${i}"`));
    const others = Array.from({ length: 7 }, (_, i) => make(`other ${i}`, `"${i}"`));
    const outcomes = (await Promise.allSettled(many)).map(({ status }) => status);
    assert.equal(outcomes.filter((status) => status === "rejected").length, 2);
    for (const file of await Promise.all(others)) assert.ok(file.length > 0);
  });

  it("has another ETag in each format, and after a change (R415)", () => {
    const fileOf = createReportFiles();
    const etags = (["csv", "xlsx"] as const).flatMap((format) =>
      ['"a"', '"b"'].map((etag) => fileOf({ survey, json: { bytes, etag } }, format, true).etag),
    );
    assert.equal(new Set(etags).size, 4);
  });
});

describe("the addresses of these files", async () => {
  /** Of the requests that a test makes in it: votes are ranked behind them, a second later. */
  const statements = new AsyncLocalStorage<string[]>();
  const noting = (db: Database): Database => ({
    ...db,
    query: db.query.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.getStore()?.push(db.query.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  });
  const kanaat = await testApp({ after }, { db: noting });
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

  it("need no query for a file that was saved in this second, nor for a 304 (R415)", async () => {
    kanaat.clock.advance(2000);
    const first = await get("csv");
    const asked: string[] = [];
    await statements.run(asked, async () => {
      const again = await get("csv");
      assert.deepEqual([again.statusCode, again.headers.etag], [200, first.headers.etag]);
      for (const authorization of [undefined, `Bearer ${owner.token}`]) {
        const headers = {
          "if-none-match": first.headers.etag,
          ...(authorization && { authorization }),
        };
        assert.equal((await get("csv", headers)).statusCode, 304);
      }
    });
    assert.deepEqual(asked, []);
    await voteFor(kanaat, await signUp(kanaat), survey, 1);
    kanaat.clock.advance(2000);
    const changed = await get("csv", { "if-none-match": first.headers.etag });
    assert.equal(changed.statusCode, 200);
    assert.match(changed.body, /Sonuç;Tümü;Kahve;1;50/);
  });

  it("of a private survey need no query but the check of access, at each request (R415)", async () => {
    const hidden = await publishSurvey(kanaat, owner, {
      ...{ visibility: "private", instant_results: true },
    });
    const guests = await Promise.all(Array.from({ length: 5 }, () => signUp(kanaat)));
    const { token } = owner;
    const params = { id: hidden.id };
    for (const guest of guests) {
      const body = { nickname: guest.nickname };
      await succeed(kanaat.call(invitePerson, { token, params, body }));
      await voteFor(kanaat, guest, hidden, 0);
    }
    kanaat.clock.advance(2000);
    const save = (reader?: Person, headers = {}) =>
      kanaat.call(exportReport, {
        ...{ params: { id: hidden.id, format: "csv" }, token: reader?.token, headers },
      });
    const first = await save(owner);
    assert.deepEqual([first.status, first.headers.get("cache-control")], [200, "no-store"]);
    const asked: string[] = [];
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    await statements.run(asked, async () => {
      assert.equal((await save(owner, known)).status, 304);
      assert.equal((await save(guests[0])).text, first.text);
    });
    assert.ok(asked.length > 0);
    for (const text of asked) assert.doesNotMatch(text, /looks|hourly_votes|from .options/);
    const userId = guests[0]?.id ?? 0;
    const withdrawn = { token, params: { ...params, userId } };
    await succeed(kanaat.call(withdrawInvitation, withdrawn));
    for (const headers of [{}, known]) assert.equal((await save(guests[0], headers)).status, 404);
    assert.equal((await save(undefined, known)).status, 404);
  });

  it("refuse other formats, and everyone to whom the report is refused (R305)", async () => {
    assert.equal((await get("pdf")).statusCode, 404);
    const hidden = await publishSurvey(kanaat, owner, { visibility: "private" });
    const url = `/api/auth/surveys/${hidden.id}/responses/report/csv`;
    assert.equal((await ask(kanaat.app, { method: "GET", url })).statusCode, 404);
  });
});
