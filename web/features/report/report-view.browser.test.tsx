import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import type { Report } from "#contract/endpoints/report.ts";
import type { Ballot } from "#contract/shapes/survey-shapes.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { savedBy } from "#web/testing/files.ts";
import { report, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { PaperHeading } from "./paper-heading.tsx";
import { ReportView } from "./report-view.tsx";

const CODE = "KMaYQzwM13GaZl-M35GivQ";

const API = {
  "GET /api/cities": {
    items: [
      { code: 6, name: "Ankara" },
      { code: 34, name: "İstanbul" },
    ],
  },
};

const showReport = (changes?: Partial<Report>, of = survey()) =>
  show(<ReportView survey={of} report={report(changes)} invitationCode={undefined} />, API);

const tab = (name: string) => page.getByRole("tab", { name });
const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

test("the page says in a sentence what results show, and who said what (R303)", async () => {
  await showReport();
  await expect
    .element(
      page.getByText("Oy veren kadınların %70’i, erkeklerin ve diğerlerinin %40’ı “Çay” dedi."),
    )
    .toBeVisible();
  await expect.element(row("Kadın")).toHaveTextContent("Kadınyaklaşık 150 kişi%70%30");
  await expect
    .element(row("Erkek ve Diğer"))
    .toHaveTextContent("Erkek ve Diğeryaklaşık 150 kişi%40%60");
  await expect.element(page.getByText(/küçük sapmalar eklenir.*298 oyla sayıldı\.$/)).toBeVisible();
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 300 oy");
  await expect
    .element(page.getByText("2 oyun kimlerden geldiği kırılımlarda yok", { exact: false }))
    .toBeVisible();
});

test("the keyboard moves through the groups, and every chart has its table (R303)", async () => {
  await showReport();
  await tab("Cinsiyet").click();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(row("24 ve altı")).toHaveTextContent("24 ve altıyaklaşık 80 kişi%60%40");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(page.getByRole("img", { name: /^İl haritası: 1 ilin/ })).toBeVisible();
  await page.getByText("İl tablosu").click();
  const table = page.getByRole("region", { name: "İl tablosu" });
  await expect
    .element(table.getByRole("row", { name: /İstanbul/ }))
    .toHaveTextContent("İstanbul%70%3060");
});

test("what is printed holds every view of the groups (R303)", async () => {
  await showReport();
  const headings = () =>
    page
      .getByRole("heading", { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);
  await tab("Yaş").click();
  expect(headings()).toEqual([]);
  window.dispatchEvent(new Event("beforeprint"));
  expect(headings()).toEqual(["Cinsiyet", "Bölge", "İl"]);
  await expect.element(page.getByRole("img", { name: /^İl haritası/ })).toBeVisible();
  window.dispatchEvent(new Event("afterprint"));
  expect(headings()).toEqual([]);
});

test("paper says where it comes from, who asked and when it was printed (R303)", async () => {
  await show(<PaperHeading survey={survey()} />, {});
  expect(page.getByText("Kanaat").query()).toBeNull();
  await expect
    .poll(() => {
      window.dispatchEvent(new Event("beforeprint"));
      return page.getByRole("img", { name: "Sonuçların adresi" }).query();
    })
    .not.toBeNull();
  await expect
    .element(page.getByText(`/surveys/${survey().id}/results`, { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(/ sordu\..* yazdırıldı\.$/)).toBeVisible();
});

test("in the map, as beside it, each option has a shape of its own (R303)", async () => {
  const { container } = await showReport();
  await tab("İl").click();
  const pathIn = (element: Element | null | undefined) =>
    element?.querySelector("path")?.getAttribute("d");
  await expect.poll(() => container.querySelector('[data-code="34"]')).not.toBeNull();
  const tile = pathIn(container.querySelector('[data-code="34"]'));
  const [tea, coffee] = ["Çay", "Kahve"].map((name) =>
    pathIn(page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: name }).element()),
  );
  expect(tile).toBeTruthy();
  expect(tile).toBe(tea);
  expect(coffee).not.toBe(tea);
});

test("a tile that is pressed shows its province (R303)", async () => {
  const { container } = await showReport();
  await tab("İl").click();
  const tile = (code: number) => container.querySelector(`[data-code="${code}"]`) as Element;
  await expect.poll(() => tile(34)).not.toBeNull();
  tile(34).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await expect
    .element(page.getByText("İstanbul, yaklaşık 60 kişi: Çay %70, Kahve %30"))
    .toBeVisible();
  tile(6).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await expect.element(page.getByText(/sonuçları gösterilemeyecek kadar az/)).toBeVisible();
});

const divided = (keys: readonly string[]): Partial<Report> => {
  const { breakdown } = report();
  const groups = keys.map((key) => ({ key, voters: 60, shares: [70, 30], step: 10 }));
  return { breakdown: breakdown && { ...breakdown, groups } };
};
const REGION_KEYS = ["TR1", "TR2,TR3,TR4,TR5,TR6,TR7,TR8,TR9,TRA,TRB,TRC"];

test("the map shows regions where few provinces have a number (R547)", async () => {
  const { container } = await showReport(divided(["34", ...REGION_KEYS]));
  await tab("İl").click();
  await expect.element(page.getByRole("img", { name: /^Bölge haritası/ })).toBeVisible();
  const shown = page.getByText("Diğer bölgeler, yaklaşık 60 kişi: Çay %70, Kahve %30");
  await expect
    .poll(() => {
      const ankara = container.querySelector('[data-code="6"]');
      ankara?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return shown.query();
    })
    .not.toBeNull();
});

test("the map shows provinces once half of them have a number (R547)", async () => {
  const provinces = Array.from({ length: 41 }, (_, at) => `${at + 1}`);
  await showReport(divided([...provinces, ...REGION_KEYS]));
  await tab("İl").click();
  await expect.element(page.getByRole("img", { name: /^İl haritası: 41 ilin/ })).toBeVisible();
});

test("two dimensions stand in one table, for the option that is chosen (R303)", async () => {
  await showReport();
  await tab("Çapraz").click();
  const young = page.getByRole("row", { name: /25–44/ });
  await expect.element(young).toHaveTextContent("Kadın25–44%8090");
  await page.getByLabelText("Şık").selectOptions("Kahve");
  await expect.element(young).toHaveTextContent("Kadın25–44%2090");
  await page.getByLabelText("Kırılım").selectOptions("Cinsiyet × Bölge");
  await expect.element(page.getByText(/kadar kalabalık gruplar yok/)).toBeVisible();
});

test("weights, time and trust are explained in words (R303)", async () => {
  await showReport();
  await expect.element(page.getByRole("row", { name: /^Çay/ })).toHaveTextContent("Çay%53%51");
  await expect.element(page.getByText(/eşit ağırlıklı en az 200 katılımcı/)).toBeVisible();
  await expect.element(page.getByRole("img", { name: /saatte ortalama 200 oy/ })).toBeVisible();
  await expect.element(page.getByText(/bir saatte yaklaşık 200 oy geldi/)).toBeVisible();
  await expect.element(page.getByText("Öne çıkan saatin aralığı")).toBeVisible();
  await expect.element(page.getByText("Neredeyse hepsi")).toBeVisible();
  await expect.element(page.getByText("Yarısından çoğu")).toBeVisible();
});

test("votes add up over time, and few over a long time are counted by day (R303)", async () => {
  const days = ["01", "03", "06"].map((day) => `2026-01-${day}T21:00:00.000Z`);
  const timeline = [0, 1].map((i) => ({ from: days[i] ?? "", to: days[i + 1] ?? "", votes: 12 }));
  await showReport({ timeline, burst: null });
  const chart = page.getByRole("img", { name: /sonunda 24 oy.*günde ortalama 6 oy/ });
  const line = chart.element().querySelector("path:last-of-type")?.getAttribute("d");
  expect(line).toBe("M0 100L160 52L400 4");
  expect(page.getByText("Öne çıkan saatin aralığı").query()).toBeNull();
});

test("the most voted option has its picture and comes first, from 30 votes on (R303)", async () => {
  const counts = (tea: number, coffee: number) => ({
    results: [tea, coffee].map((count) => ({ count, value: `%${count}` })),
  });
  const { unmount } = await showReport(counts(40, 60));
  const lead = page.getByText("En çok oyu “Kahve” aldı: %60");
  await expect.element(lead).toBeVisible();
  await expect.element(lead).toHaveStyle({ color: "rgb(255, 255, 255)" });
  expect(page.getByText(/“Kahve” dedi/).query()).toBeNull();
  const names = () =>
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent);
  expect(
    names()
      .slice(0, 2)
      .map((text) => text?.slice(0, 3)),
  ).toEqual(["Kah", "Çay"]);
  const pictureOf = () => document.querySelector("figure img")?.getAttribute("src");
  expect(pictureOf()).toContain("option");
  await unmount();
  for (const [visibility, tea, coffee] of [
    ["public", 14, 15],
    ["public", 50, 50],
    ["private", 50, 55],
  ] as const) {
    const shown = await showReport(counts(tea, coffee), survey({ visibility }));
    expect(page.getByText(/^En çok oyu “/).query()).toBeNull();
    expect(pictureOf()).not.toContain("option");
    await shown.unmount();
  }
});

test("the page names who is missing for weighting, with both shares (R414)", async () => {
  const { breakdown } = report();
  const missing = [
    { category: "65+", here: 3, country: 12 },
    { category: "TR1", here: 40, country: 18 },
  ];
  const unlike = { effective: 20, values: null, missing, sources: [] };
  await showReport({ breakdown: breakdown && { ...breakdown, weighted: unlike } });
  await expect.element(page.getByText("Kim eksik?")).toBeVisible();
  await expect
    .element(row("65 yaş ve üzeri"))
    .toHaveTextContent("65 yaş ve üzeri: ülkede %12, burada %3");
  expect(row("İstanbul").query()).toBeNull();
});

test("without anybody missing the page says only that there is no weighted view (R414)", async () => {
  const { breakdown } = report();
  const unlike = { effective: 50, values: null, missing: [], sources: [] };
  await showReport({ breakdown: breakdown && { ...breakdown, weighted: unlike } });
  await expect.element(page.getByText(/^Ağırlıklı sonuç gösterilmiyor/)).toBeVisible();
  expect(page.getByText("Kim eksik?").query()).toBeNull();
});

test("where no hour was checked yet the panel says so (R298)", async () => {
  await showReport({ burst: null, burst_checked: false });
  await expect.element(page.getByText(/yığılmadığı henüz söylenemez/)).toBeVisible();
});

test("the panel says how many votes came from new accounts and from the same networks (R454)", async () => {
  await showReport({ origins: { young: "over_half", networks: "few" } });
  await expect
    .element(
      page.getByText(
        /^Oyların yarısından çoğu iki günden yeni hesaplardan geldi; aynı saatte aynı ağdan çok/,
      ),
    )
    .toBeVisible();
});

test("where origins were not checked yet the panel says so (R454)", async () => {
  await showReport({ origins: null });
  await expect.element(page.getByText(/^Oyların yeni hesaplardan.*henüz söylenemez/)).toBeVisible();
});

test("below fifty votes there are the results alone (R303)", async () => {
  await showReport({
    results: [
      { count: 26, value: "%67" },
      { count: 13, value: "%33" },
    ],
    breakdown: null,
    timeline: [],
    burst: null,
  });
  await expect.element(page.getByText("En çok oyu “Çay” aldı: %67")).toBeVisible();
  await expect
    .element(page.getByText("Kimlerin nasıl oy verdiği 50 oydan sonra gösterilir."))
    .toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Künye" })).toBeVisible();
  expect(page.getByText("Güven").query()).toBeNull();
  const few = report({ results: report().results.slice(0, 0), breakdown: null });
  const ended = survey({ state: "ended" });
  await show(<ReportView survey={ended} report={few} invitationCode={undefined} />, API);
  await expect.element(page.getByText(/50 oydan az alan anketlerde gösterilmez/)).toBeVisible();
});

test("where everybody would be in one group there are no views to choose from (R303, R410)", async () => {
  const { breakdown } = report();
  await showReport({ breakdown: breakdown && { ...breakdown, groups: [] } });
  await expect
    .element(page.getByText("Ayrı gösterilebilecek kadar kalabalık gruplar yok."))
    .toBeVisible();
  expect(page.getByRole("tab").elements()).toEqual([]);
});

test("without a vote the page says so (R303)", async () => {
  const results = [0, 0].map((count) => ({ count, value: "%0" }));
  await showReport({ results, breakdown: null, timeline: [], burst: null });
  await expect.element(page.getByText("Henüz oy yok.")).toBeVisible();
});

test("votes from before groups were counted are named as such, once no more come (R303)", async () => {
  await showReport({ breakdown: null });
  // The tenth vote may just have arrived, live.
  await expect.element(page.getByText(/birazdan ya da yeni oylarla gösterilir/)).toBeVisible();
  const ended = survey({ state: "ended" });
  const old = report({ breakdown: null });
  await show(<ReportView survey={ended} report={old} invitationCode={undefined} />, API);
  await expect.element(page.getByText(/sayılmaya başlamadan önce verildi/)).toBeVisible();
});

test("files are links where everybody may see the results (R305)", async () => {
  await showReport();
  const link = page.getByRole("link", { name: "CSV" }).element() as HTMLAnchorElement;
  expect(link.href).toMatch(/\/surveys\/5\/responses\/report\/csv$/);
  expect(link.download).toBe("kanaat-anket-5.csv");
});

const REPORT = "GET /api/auth/surveys/{id}/responses/report";
const FILE = `${REPORT}/{format}` as const;
const download = (name: string) => page.getByRole("button", { name });

test("elsewhere they are fetched by anyone who may see the results (R305)", async () => {
  signIn();
  const file = Promise.withResolvers<string>();
  const secret = survey({ visibility: "private" });
  await show(<ReportView survey={secret} report={report()} invitationCode={CODE} />, {
    ...API,
    [FILE]: () => file.promise,
    [REPORT]: report(),
  });
  const csv = await savedBy(async () => {
    await download("CSV").click();
    await expect.element(download("CSV")).toHaveAttribute("aria-busy", "true");
    await download("CSV").click({ force: true });
    file.resolve("a;b");
  });
  expect([csv.name, await csv.file.text()]).toEqual(["kanaat-anket-5.csv", '"a;b"']);
  await expect.element(download("CSV")).toHaveAttribute("aria-busy", "false");
  expect(callsOf(FILE)).toMatchObject([
    { path: "/api/auth/surveys/5/responses/report/csv", query: { davet: CODE }, token: "token" },
  ]);
  const json = await savedBy(() => download("JSON").click());
  expect([json.name, JSON.parse(await json.file.text())]).toEqual([
    "kanaat-anket-5.json",
    report(),
  ]);
  expect(callsOf(REPORT)).toMatchObject([{ query: { davet: CODE }, token: "token" }]);
});

test("a file that does not come is reported, and can be requested again (R305)", async () => {
  signIn();
  let answer: string | typeof NO_CONNECTION = NO_CONNECTION;
  const hidden = survey({ result_visibility: "after" });
  await show(<ReportView survey={hidden} report={report()} invitationCode={undefined} />, {
    ...API,
    [FILE]: () => answer,
  });
  await download("XLSX (Excel)").click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Künye" })).toBeVisible();
  answer = "bytes";
  const { name } = await savedBy(() => download("XLSX (Excel)").click());
  expect(name).toBe("kanaat-anket-5.xlsx");
});

/** What the Künye shown last says under a name. */
const fact = (name: string) =>
  expect.poll(() => {
    const terms = [...document.querySelectorAll("dt")];
    return terms.findLast(({ textContent }) => textContent === name)?.nextElementSibling
      ?.textContent;
  });

test("it says who asked, who paid, who could vote and when (R303, R456)", async () => {
  const say = (changes: Parameters<typeof survey>[0]) =>
    show(<ReportView survey={survey(changes)} report={report()} invitationCode={undefined} />, API);
  await say({ state: "active", expire_time: null });
  await fact("Anketi isteyen").toBe("Belirtilmedi.");
  await fact("Tarih").toMatch(/tarihinden beri; bitişi yok\.$/);
  await fact("Oy verebilenler").toBe("Bütün üyeler.");
  await say({
    ...{ state: "ended", visibility: "private", voters: "verified", asked_by: "Dernek" },
    expire_time: "2026-01-03T09:00:00.000Z",
  });
  const asked = "Dernek (anketi hazırlayanın beyanı)";
  await fact("Anketi isteyen").toBe(asked);
  await fact("Bedelini ödeyen").toBe("Belirtilmedi.");
  await fact("Tarih").toMatch(/ ile .* arasında\.$/);
  const voters = "Yalnızca davet edilen, e-postasını doğrulamış üyeler.";
  await fact("Oy verebilenler").toBe(voters);
});

test("other ballots count voters, read their own numbers, and have no groups (R566, R574)", async () => {
  const say = (changes: Ballot, results: Report["results"]) => {
    const { ballot } = changes;
    const shown = report({ results, ballot, voters: 60, breakdown: null });
    return show(
      <ReportView survey={survey(changes)} report={shown} invitationCode={undefined} />,
      API,
    );
  };
  const total = page.getByText(/^Toplam/).last();
  const lead = page.getByText(/^En çok oyu/);
  const noGroups = page.getByText("Bu oylama türünde kimlerin nasıl oy verdiği gösterilmez.");
  const counts = [
    { count: 45, value: "%75" },
    { count: 30, value: "%50" },
  ];
  await say({ ballot: "multiple", min_choices: 1, max_choices: 2 }, counts);
  await expect.element(total).toHaveTextContent("Toplam 60 oy");
  await expect.element(lead).toHaveTextContent("En çok oyu “Çay” aldı: %75");
  await expect.element(row("Kahve")).toHaveTextContent("Kahve30 kişi%50");
  await expect.element(noGroups).toBeVisible();
  await fact("Oylama türü").toBe("Birden çok seçim. Herkes en az 1, en çok 2 şık seçer.");
  await fact("Katılım").toBe("60 oy. ");
  await cleanup();

  const grades = [
    { count: 59, value: "%98", mean: 2.5, median_grade: 2, spread: [10, 20, 15, 9, 5] },
    { count: 30, value: "%50", mean: 4.25, median_grade: 4, spread: [0, 0, 5, 15, 10] },
  ];
  await say({ ballot: "rating" }, grades);
  await expect.element(total).toHaveTextContent("Toplam 60 oy");
  await expect.element(page.getByText(/5 üzerinden/)).toBeVisible();
  await expect
    .element(page.getByRole("list").first())
    .toHaveTextContent("Kahve30 kişi4,25Çay59 kişi2,50");
  expect(lead.query()).toBeNull();
  await cleanup();

  await say({ ballot: "ranked", min_choices: 2 }, counts);
  await expect.element(row("Çay")).toHaveTextContent("Çay45 ilk tercih%75");
  expect(lead.query()).toBeNull();
  await fact("Oylama türü").toBe("Sıralama. Herkes en az 2 şıkkı sıralar.");
});

test("it says in which order options stood, who saw results meanwhile, and what is weighted (R303, R581, R590, R600)", async () => {
  const say = (changes: Parameters<typeof survey>[0], ofReport = report()) =>
    show(<ReportView survey={survey(changes)} report={ofReport} invitationCode={undefined} />, API);
  await say({ state: "active", result_visibility: "before" });
  await fact("Soru ve şıklar").toMatch(/buradaki sırayla gösterildi\.$/);
  await fact("Sonuçlar").toMatch(/^Oy vermeden önce de görülebiliyor;/);
  await fact("Ağırlıklandırma").toMatch(/^Sonuçta yok\. Yalnızca/);
  await say({ state: "ended", result_visibility: "after" }, report({ breakdown: null }));
  await fact("Sonuçlar").toMatch(/yalnızca oy verenler ve anketin sahibi görebildi\.$/);
  await fact("Ağırlıklandırma").toBe("Yok.");
  await say({ allows_no_opinion: true }, report({ no_opinion: 12 }));
  await fact("Fikrim yok").toMatch(/^Şık seçmek yerine söylenebilir\./);
  await expect.element(page.getByText("12 kişi “Fikrim yok” dedi.")).toBeVisible();
  const changes = { option_order: "shuffled", vote_change: "until_end" } as const;
  await say({ state: "ended", result_visibility: "end", ...changes });
  await fact("Verilen oy").toMatch(/^Anket bitene kadar değiştirilebilir ve geri çekilebilir\./);
  await fact("Sonuçlar").toMatch(/kimse, anketin sahibi de göremedi\.$/);
  await fact("Soru ve şıklar").toMatch(/şıklar herkese başka sırayla\.$/);
});

test("it shows votes separately that were cast while the survey was private (R303)", async () => {
  await showReport({ private_votes: 1200 });
  await expect
    .element(
      page.getByText("Anket özelken verilen 1.200 oy buradaki sayılara katılmaz", { exact: false }),
    )
    .toBeVisible();
  await showReport({ private_votes: null });
  await expect
    .element(
      page.getByText("Anket özelken verilen oylar, yeterince olmadıkları için", { exact: false }),
    )
    .toBeVisible();
});

test("each chart can be saved as a picture, in three shapes (R532)", async () => {
  await showReport({}, survey({ preview_path: "/surveys/5/picture/link-abc.jpg" }));
  const dialog = page.getByRole("dialog", { name: /^Görsel: / });
  const link = dialog.getByRole("link", { name: "Görseli kaydet" });
  const addressOf = () => {
    const element = link.element();
    return [element.getAttribute("href"), element.getAttribute("download")];
  };
  await page.getByRole("button", { name: "Görsel: Cinsiyete göre" }).click();
  await expect.element(link).toBeVisible();
  expect(addressOf()).toEqual([
    "/surveys/5/picture/gender-square-current.png",
    "kanaat-anket-5-gender.png",
  ]);
  await dialog.getByLabelText("Boyut").selectOptions("Hikâye (1080 × 1920)");
  expect(addressOf()).toEqual([
    "/surveys/5/picture/gender-story-current.png",
    "kanaat-anket-5-gender-hikaye.png",
  ]);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Görsel: Sonuç" }).click();
  await expect.element(link).toBeVisible();
  expect(addressOf()[0]).toBe("/surveys/5/picture/results-square-abc.png");
});

test("each chart has code for other sites, in the chosen width (R533)", async () => {
  await showReport();
  await page.getByRole("button", { name: "Göm: Zaman içinde" }).click();
  const dialog = page.getByRole("dialog", { name: "Göm: Zaman içinde" });
  await expect.element(dialog.getByLabelText("Sitenize ekleyin")).toBeVisible();
  const frame = () => {
    const { value } = dialog.getByLabelText("Sitenize ekleyin").element() as HTMLTextAreaElement;
    return new DOMParser().parseFromString(value, "text/html").querySelector("iframe");
  };
  expect(frame()?.src).toBe(`${location.origin}/embed/surveys/5/timeline`);
  expect(frame()?.title).toBe("Zaman içinde: Çay mı, kahve mi?");
  await dialog.getByLabelText("En çok genişlik").selectOptions("320 piksel");
  expect(frame()?.width).toBe("320");
});

test("results that not everybody may see have neither pictures nor code (R532, R533)", async () => {
  await showReport({}, survey({ result_visibility: "after" }));
  await expect.element(page.getByText(/^Toplam/)).toBeVisible();
  expect(page.getByRole("button", { name: /^(Görsel|Göm)/ }).query()).toBeNull();
});

const onBallot = (ballot: Ballot["ballot"], changes: Partial<Report>) =>
  showReport({ ballot, breakdown: null, timeline: [], ...changes }, survey({ ballot }));

test("rankings have their rounds and every pair of options, the winner of most first (R607)", async () => {
  await onBallot("ranked", {
    voters: 10,
    ranking: {
      ...{ voters: 10, winner: 0, condorcet: 1 },
      rounds: [{ counts: [6, 4], exhausted: 0 }],
      pairwise: [
        [0, 4],
        [6, 0],
      ],
    },
  });
  await expect.element(page.getByRole("heading", { name: "Eleme turları" })).toBeVisible();
  await expect.element(page.getByText("“Çay” ilk turda 6 oyla birinci.")).toBeVisible();
  const pairs = page.getByRole("region", { name: "İkili karşılaştırma" });
  await expect
    .element(pairs.getByRole("row").nth(1))
    .toHaveTextContent("1. Kahve–6, karşısında Çay: kazanıyor");
  await expect
    .element(pairs.getByRole("row").nth(2))
    .toHaveTextContent("2. Çay4, karşısında Kahve–");
  await expect
    .element(
      page.getByText(/karşılaştırmaların hepsini “Kahve” kazanıyor. Turların birincisi başka/),
    )
    .toBeVisible();
});

test("grades have their spread, and the median says what it is (R608)", async () => {
  const graded = { count: 3, value: "%100", mean: 4.33, median_grade: 4, spread: [0, 0, 0, 2, 1] };
  await onBallot("rating", { voters: 3, results: [graded, { count: 0, value: "%0", mean: null }] });
  await expect.element(page.getByText(/^Ortanca puan, .* tam ortada kalandır/)).toBeVisible();
  await expect.element(page.getByText("4 puan: 2 kişi")).toBeInTheDocument();
  await expect.element(page.getByText("Ortanca puan 4 · 3 kişi puan verdi")).toBeVisible();
});
