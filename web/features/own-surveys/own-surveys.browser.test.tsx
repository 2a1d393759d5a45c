import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HOUR_MS } from "#contract/durations.ts";
import { ERRORS } from "#contract/errors.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { endSession } from "#web/lib/session.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { only, ownSurvey, report, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, jumpAhead } from "#web/testing/time.ts";
import { OwnSurveys } from "./own-surveys.tsx";

const LIST = "GET /api/auth/my/surveys";
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = (name: string) => page.getByRole("dialog", { name });
const description = dialog("Anketi Düzenle").getByLabelText("Açıklama");

const listed = (...surveys: OwnSurveyCard[]) => ({
  ...only(...surveys),
  counts: { SURVEY: surveys.length, TEST: 0 },
});

const showList = (surveys: OwnSurveyCard[], api: FakeApi = {}) =>
  show(<OwnSurveys type="SURVEY" />, { [LIST]: listed(...surveys), ...api });

beforeEach(signIn);

test("a draft whose end has passed says what to do", async () => {
  const draft = { state: "draft", visibility: null } as const;
  const surveys = [
    ownSurvey({ ...draft, id: 1, question: "Süresi geçen", expire_time: inHours(-1) }),
    ownSurvey({ ...draft, id: 2, question: "Yarın başlayan", start_time: inHours(24) }),
  ];
  await showList(surveys, {
    "PUT /api/auth/surveys/{id}/visibility": refuse("validation_failed", {
      expire_time: "Bitiş tarihi gelecekte olmalıdır.",
    }),
  });
  await button("Yayınla: Yarın başlayan").click();
  await expect
    .element(dialog("Yayınla").getByText(/başlangıç tarihinde oylamaya açılır/))
    .toBeVisible();
  await userEvent.keyboard("{Escape}");
  await button("Yayınla: Süresi geçen").click();
  const ask = dialog("Yayınla");
  await expect.element(ask.getByText(/^Bu taslağın bitiş tarihi geçti\./)).toBeVisible();
  await ask.getByRole("button", { name: "Yayınla" }).click();
  await expect.element(page.getByText("Bitiş tarihi gelecekte olmalıdır.")).toBeVisible();
});

test("what publishing a draft would do is said by the time it is", async () => {
  const times = { start_time: inHours(1), expire_time: inHours(3) };
  holdTime();
  await showList([ownSurvey({ state: "draft", visibility: null, ...times })]);
  await expect.element(button(/^Yayınla:/)).toBeVisible();
  await jumpAhead(2 * HOUR_MS);
  await button(/^Yayınla:/).click();
  const ask = dialog("Yayınla");
  await expect.element(ask.getByText(/yayınlanınca oy verilebilir/)).toBeVisible();
  await jumpAhead(2 * HOUR_MS);
  await expect.element(ask.getByText(/^Bu taslağın bitiş tarihi geçti\./)).toBeVisible();
});

test("a survey that another device ended is shown as ended after a refused change", async () => {
  let state: "active" | "ended" = "active";
  await showList([], {
    [LIST]: () => listed(ownSurvey({ state })),
    "GET /api/auth/surveys/{id}": () => ({ item: survey({ state }) }),
    "PATCH /api/auth/surveys/{id}": refuse("survey_ended"),
  });
  await button(/^Düzenle/).click();
  await description.fill("Geç kalan açıklama.");
  state = "ended";
  const box = dialog("Anketi Düzenle");
  await box.getByRole("button", { name: "Kaydet" }).click();
  await expect
    .element(box.getByRole("alert").getByText("Bu anket sona erdi", { exact: true }))
    .toBeVisible();
  await expect.element(box.getByRole("button", { name: "Kaydet" })).not.toBeInTheDocument();
  // The text can still be copied, and the focus has not left the dialog.
  await expect.element(description).toHaveValue("Geç kalan açıklama.");
  await expect.element(description).toHaveAttribute("readonly");
  expect(box.element().contains(document.activeElement)).toBe(true);
  await box.getByRole("button", { name: "Kapat" }).last().click();
  await expect.element(box).not.toBeInTheDocument();
  await expect.element(page.getByText("Sona erdi", { exact: true })).toBeVisible();
});

test("a survey that another device deleted disappears when it is deleted here", async () => {
  await showList([], {
    [LIST]: () =>
      callsOf("DELETE /api/auth/surveys/{id}").length === 0 ? listed(ownSurvey()) : listed(),
    "DELETE /api/auth/surveys/{id}": refuse("survey_not_found"),
  });
  await button(/^Sil:/).click();
  await button("Kalıcı Olarak Sil").click();
  await expect.element(page.getByText("Anket Silindi")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByText("İlk anketinizi oluşturun")).toBeVisible();
});

test("a list that changes by itself does not move the focus", async () => {
  let state: "active" | "ended" = "active";
  await showList([], { [LIST]: () => listed(ownSurvey({ state })) });
  await expect.element(page.getByText("Yayında", { exact: true })).toBeVisible();
  state = "ended";
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("Sona erdi")).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(document.body);
});

test("the owner is warned that an early end of a private survey hides its last votes (R450)", async () => {
  const warning = page.getByText(/planlanandan önce bitirirseniz son birkaç oy gizli kalabilir/);
  await showList([ownSurvey({ id: 1, question: "Çay mı, kahve mi?", visibility: "private" })], {
    "GET /api/auth/surveys/{id}": { item: survey({ visibility: "private", vote_count: 12 }) },
  });
  await button("Anketi Bitir: Çay mı, kahve mi?").click();
  await expect.element(warning).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await button("Düzenle: Çay mı, kahve mi?").click();
  await expect.element(page.getByText(/ertelerseniz son birkaç oy gizli kalabilir/)).toBeVisible();
});

test("a late response closes no other dialog, and its failure is shown", async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { promise: cutOff, resolve: cut } = Promise.withResolvers<void>();
  const [one, two] = [
    ownSurvey({ id: 1, question: "Çay mı, kahve mi?" }),
    ownSurvey({ id: 2, question: "Simit mi, poğaça mı?" }),
  ];
  await showList([one, two], {
    "GET /api/auth/surveys/{id}": { item: survey() },
    "PUT /api/auth/surveys/{id}/closure": () =>
      closed.then(() => ({ item: survey({ state: "ended" }) })),
    "PATCH /api/auth/surveys/{id}": () => cutOff.then(() => NO_CONNECTION),
  });
  await button("Anketi Bitir: Çay mı, kahve mi?").click();
  await page.getByRole("dialog").getByRole("button", { name: "Anketi Bitir" }).click();
  await userEvent.keyboard("{Escape}");
  await button("Düzenle: Çay mı, kahve mi?").click();
  await description.fill("Sabah kahvaltısında.");
  close();
  await expect.element(page.getByText("Anket Bitti")).toBeVisible();
  await expect.element(description).toHaveValue("Sabah kahvaltısında.");
  await userEvent.keyboard("{Escape}");

  await button("Düzenle: Simit mi, poğaça mı?").click();
  await description.fill("Sabah kahvaltısında.");
  await button("Kaydet").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  cut();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
});

test("what was filled in outlives a dialog's closing by a slip", async () => {
  await showList([ownSurvey({ id: 9 })], {
    "GET /api/auth/surveys/{id}": { item: survey({ id: 9, description: "Eski açıklama." }) },
  });
  const open = button(/^Düzenle/);
  await open.click();
  await description.fill("Uzun uzun yazılmış bir açıklama.");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Anketi Düzenle")).not.toBeInTheDocument();
  await open.click();
  await expect.element(description).toHaveValue("Uzun uzun yazılmış bir açıklama.");
  await button("Vazgeç").click();
  await open.click();
  await expect.element(description).toHaveValue("Eski açıklama.");
});

test("a survey shows its leading option, a tie, and the votes of the day (R194)", async () => {
  const leading = { content: "Fikir bulmak", value: "%22" };
  await showList([
    ownSurvey({ id: 1, question: "Önde giden", vote_count: 1200, leading, votes_today: 1112 }),
    ownSurvey({ id: 2, question: "Başa baş giden", vote_count: 2 }),
    ownSurvey({ id: 3, question: "Oysuz" }),
  ]);
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  for (const text of ["Fikir bulmak", "%22", "bugün 1.112 oy"]) {
    await expect.element(row("Önde giden").getByText(text)).toBeVisible();
  }
  await expect.element(row("Başa baş giden").getByText("Öndeki şıklar başa baş")).toBeVisible();
  await expect.element(row("Başa baş giden").getByText(/^bugün/)).not.toBeInTheDocument();
  await expect.element(row("Oysuz").getByText(/başa baş/)).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Sonuçlar: Oysuz" }))
    .toHaveAttribute("href", "/surveys/3#sonuclar");
});

test("the texts are corrected while nobody has voted, only those that were changed (R54)", async () => {
  await showList([ownSurvey()], {
    "GET /api/auth/surveys/{id}": { item: survey() },
    "PATCH /api/auth/surveys/{id}": { item: survey() },
  });
  await button(/^Düzenle/).click();
  const box = dialog("Anketi Düzenle");
  const coffee = box.getByLabelText("2. şık");
  await expect.element(box.getByLabelText("Soru")).toHaveValue("Çay mı, kahve mi?");
  await coffee.fill(" ");
  await box.getByRole("button", { name: "Kaydet" }).click();
  await expect.element(box.getByText("Lütfen şıkkın adını yazın.")).toBeVisible();
  await expect.element(coffee).toHaveFocus();
  await coffee.fill("Türk kahvesi");
  await box.getByRole("button", { name: "Kaydet" }).click();
  await expect.element(page.getByText("Anket Güncellendi")).toBeVisible();
  const [change] = callsOf("PATCH /api/auth/surveys/{id}");
  expect(change?.body).toEqual({ options: [{ id: 2, content: "Türk kahvesi" }] });
});

test("once somebody has voted the texts stand fixed, with the reason", async () => {
  await showList([ownSurvey({ vote_count: 1 })], {
    "GET /api/auth/surveys/{id}": { item: survey({ vote_count: null }) },
  });
  await button(/^Düzenle/).click();
  const box = dialog("Anketi Düzenle");
  await expect.element(box.getByText(/^Oy verildiği için soru ve şıklar/)).toBeVisible();
  await expect.element(box.getByLabelText("Soru")).not.toBeInTheDocument();
  await expect.element(description).toBeVisible();
});

test("a correction that a vote came before can be copied, and the rest be saved (R54)", async () => {
  await showList([ownSurvey()], {
    "GET /api/auth/surveys/{id}": { item: survey() },
    "PATCH /api/auth/surveys/{id}": ({ body }) =>
      body.question ? refuse("survey_locked") : { item: survey() },
  });
  await button(/^Düzenle/).click();
  const box = dialog("Anketi Düzenle");
  const question = box.getByLabelText("Soru");
  await question.fill("Çay mı, su mu?");
  await description.fill("Kahvaltıda.");
  await box.getByRole("button", { name: "Kaydet" }).click();
  await expect.element(box.getByText(/^Oy verildiği için soru ve şıklar/)).toBeVisible();
  await expect.element(question).toHaveValue("Çay mı, su mu?");
  await expect.element(question).toHaveAttribute("readonly");
  await box.getByRole("button", { name: "Kaydet" }).click();
  await expect.element(page.getByText("Anket Güncellendi")).toBeVisible();
  expect(callsOf("PATCH /api/auth/surveys/{id}").at(-1)?.body).toEqual({
    description: "Kahvaltıda.",
  });
});

const REPORT = "GET /api/auth/surveys/{id}/responses/report";
const CITIES = {
  "GET /api/cities": {
    items: ["Adana", "Ankara", "Bursa", "Edirne", "İstanbul", "İzmir"].map((name, at) => ({
      code: [1, 6, 16, 22, 34, 35][at] ?? 0,
      name,
    })),
  },
};
const { breakdown } = report();
const ofGroups = (groups: Record<string, number>) =>
  report({
    breakdown: breakdown && {
      ...breakdown,
      groups: Object.entries(groups).map(([key, voters]) => ({
        ...{ key, voters, shares: [50, 50], step: 10 },
      })),
    },
  });
const groupsButton = button(/^Oyların dağılımı/);
const part = (name: string) => page.getByRole("heading", { name, level: 4 });

test("where votes come from and who said what is asked for when somebody wants to know (R307)", async () => {
  await showList([ownSurvey({ vote_count: 300 })], { [REPORT]: report(), ...CITIES });
  await expect.element(groupsButton).toHaveAttribute("aria-expanded", "false");
  expect(callsOf(REPORT)).toEqual([]);
  await userEvent.tab();
  await expect.poll(() => document.activeElement?.tagName).toBe("A");
  await userEvent.tab();
  await expect.element(groupsButton).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(part("Oylar nereden geliyor?")).toBeVisible();
  await expect.element(groupsButton).toHaveAttribute("aria-expanded", "true");
  await expect.element(page.getByText("İstanbul")).toBeVisible();
  await expect.element(page.getByText("yaklaşık 60 kişi")).toBeVisible();
  // Smaller groups are not part of any number.
  await expect.element(page.getByText("Ankara")).not.toBeInTheDocument();
  await expect
    .element(
      page.getByText("Oy veren kadınların %70’i, erkeklerin ve diğerlerinin %40’ı “Çay” dedi."),
    )
    .toBeVisible();
  const women = page.getByRole("list", { name: "Cinsiyet" }).getByRole("listitem");
  await expect.element(women.nth(0)).toHaveTextContent("Kadınyaklaşık 150 kişi%70");
  await expect
    .element(women.nth(0).getByRole("img"))
    .toHaveAccessibleName(/Çay.* %70, .*Kahve.* %30/);
  await expect.element(women.nth(1)).toHaveTextContent("Erkek ve Diğeryaklaşık 150 kişi%60");
  await expect
    .element(page.getByRole("link", { name: "Bütün sonuçlar: Çay mı, kahve mi?" }))
    .toHaveAttribute("href", "/surveys/5/results");
  expect(callsOf(REPORT)).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(part("Kim ne dedi?")).not.toBeInTheDocument();
  await expect.element(groupsButton).toHaveFocus();
});

test("it is open again for who comes back, and not for who signs in next (R307)", async () => {
  const api = { [REPORT]: report(), ...CITIES };
  const { unmount } = await showList([ownSurvey({ vote_count: 300 })], api);
  await groupsButton.click();
  await expect.element(part("Kim ne dedi?")).toBeVisible();
  await unmount();
  const again = await showList([ownSurvey({ vote_count: 300 })], api);
  await expect.element(part("Kim ne dedi?")).toBeVisible();
  await again.unmount();
  endSession();
  signIn();
  await showList([ownSurvey({ vote_count: 300 })], api);
  await expect.element(groupsButton).toHaveAttribute("aria-expanded", "false");
});

test("votes come from the largest places that are shown, provinces or else regions (R307)", async () => {
  const provinces = { 1: 51, 6: 150, 16: 60, "42,70": 55, 34: 800, 35: 70, "3,9": 50 };
  let groups: Record<string, number> = { ...provinces, TR1: 800, "TR2,TR3": 120 };
  await showList([ownSurvey({ vote_count: 300 })], { [REPORT]: () => ofGroups(groups), ...CITIES });
  const places = async () => {
    await groupsButton.click();
    await expect.element(part("Oylar nereden geliyor?")).toBeVisible();
    const section = part("Oylar nereden geliyor?").element().closest("section");
    await groupsButton.click();
    return [...(section?.querySelectorAll("li, p") ?? [])].map((line) => line.textContent);
  };
  expect(await places()).toEqual([
    "İstanbulyaklaşık 800 kişi",
    "Ankarayaklaşık 150 kişi",
    "İzmiryaklaşık 70 kişi",
    "Bursayaklaşık 60 kişi",
    "Diğer iller (Batı Anadolu)yaklaşık 55 kişi",
    "ve 2 yer daha",
  ]);
  groups = { TR1: 80, "TR2,TR3": 120 };
  await expect
    .poll(places)
    .toEqual(["Batı Marmara ve Egeyaklaşık 120 kişi", "İstanbulyaklaşık 80 kişi"]);
  groups = { women: 80 };
  await expect.poll(places).toEqual(["Şimdilik gösterilebilen bir yer yok."]);
});

test("nothing is shown of groups below fifty votes, nor of votes without group counts (R307)", async () => {
  const few = [
    { count: 6, value: "%67" },
    { count: 3, value: "%33" },
  ];
  const surveys = [
    ownSurvey({ id: 1, question: "Dokuz oylu", vote_count: 9 }),
    ownSurvey({ id: 2, question: "Eski oylu", vote_count: 300, state: "ended" }),
  ];
  await showList(surveys, {
    ...CITIES,
    [REPORT]: ({ path }) =>
      report({ breakdown: null, ...(path.includes("/1/") && { results: few }) }),
  });
  await button("Oyların dağılımı: Dokuz oylu").click();
  await expect
    .element(page.getByText("Kimlerin nasıl oy verdiği 50 oydan sonra gösterilir."))
    .toBeVisible();
  await button("Oyların dağılımı: Eski oylu").click();
  await expect.element(page.getByText(/sayılmaya başlamadan önce verildi/)).toBeVisible();
});

test("where everybody would be in one group, the list says so (R307, R410)", async () => {
  await showList([ownSurvey({ vote_count: 300 })], { ...CITIES, [REPORT]: ofGroups({}) });
  await groupsButton.click();
  await expect.element(page.getByText(/kadar kalabalık gruplar yok/)).toBeVisible();
  await expect.element(part("Kim ne dedi?")).not.toBeInTheDocument();
});

test("where a survey has no votes to show, there is nothing to open, and the row says why (R307, R590)", async () => {
  const surveys = [
    ownSurvey({ id: 1 }),
    ownSurvey({ id: 2, vote_count: null, visibility: "private" }),
    ownSurvey({ id: 3, state: "draft", visibility: null }),
    ownSurvey({ id: 4, state: "scheduled" }),
    ownSurvey({ id: 5, state: "ended" }),
    ownSurvey({ id: 6, vote_count: null, result_visibility: "end" }),
  ];
  await showList(surveys);
  const untilEnd = page.getByText("Sonuçları anket bitene kadar siz de göremezsiniz.");
  await expect.element(untilEnd).toBeVisible();
  await expect
    .element(
      page.getByText(
        "Sonuçlar, 30 günden eski hesaplardan 10 oy gelince ya da anket yeterince oyla bitince görünür.",
      ),
    )
    .toBeVisible();
  await expect.element(groupsButton).not.toBeInTheDocument();
});

test("groups that are withheld say why, and those that do not come can be asked for again (R307)", async () => {
  const surveys = [
    ownSurvey({ id: 1, question: "Özel", vote_count: 5, visibility: "private" }),
    ownSurvey({ id: 2, question: "Kopuk", vote_count: 300 }),
  ];
  let isCut = true;
  await showList(surveys, {
    ...CITIES,
    [REPORT]: ({ path }) => {
      if (path.includes("/1/")) return refuse("too_few_votes");
      return isCut ? NO_CONNECTION : report();
    },
  });
  await button("Oyların dağılımı: Özel").click();
  await expect.element(page.getByText(ERRORS.too_few_votes[2])).toBeVisible();
  await button("Oyların dağılımı: Kopuk").click();
  await expect.element(page.getByRole("alert").getByText("Bağlantı Hatası")).toBeVisible();
  isCut = false;
  await button("Tekrar Dene").click();
  await expect.element(part("Kim ne dedi?")).toBeVisible();
});
