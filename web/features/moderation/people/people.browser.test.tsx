import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { RegistrationLink } from "#contract/endpoints/moderation/links.ts";
import type { PersonDetail, Shared } from "#contract/endpoints/moderation/people.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, author, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AdminTools } from "../admin-tools.tsx";
import { CaseDecision } from "../queue/case-decision.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { PersonView } from "./person-view.tsx";

const ACCOUNT = "GET /api/auth/account/my";
const LIST = "GET /api/auth/moderation/people";
const BY_EMAIL = "POST /api/auth/moderation/people/by-email";
const PERSON = "GET /api/auth/moderation/people/{id}";
const DECISIONS = "GET /api/auth/moderation/people/{id}/decisions";
const LOOK = "POST /api/auth/moderation/people/{id}/look";
const SIMILAR = "POST /api/auth/moderation/people/{id}/similar";
const SUSPEND = "POST /api/auth/moderation/people/suspensions";
const OPEN = "POST /api/auth/moderation/people/{id}/case";
const DECIDE = "POST /api/auth/moderation/cases/{id}/decision";
const LINKS = "GET /api/auth/moderation/registration-links";
const CREATE = "POST /api/auth/moderation/registration-links";
const END = "DELETE /api/auth/moderation/registration-links/{id}";
const WORDS = "Aynı sorular art arda soruluyor.";

const person: PersonDetail = {
  ...{ ...author(), role: "member", created_at: "2026-03-14T08:00:00Z", suspended_until: null },
  ...{ survey_count: 2, decision_count: 1 },
  cases: [
    { id: 8, survey: null, reports: 1, opened_at: "2026-03-15T08:00:00Z" },
    { id: 9, survey: { id: 5, question: "Kim gitsin?" }, reports: 0, opened_at: null },
  ],
};
const nobody = { items: [], next_cursor: null };

beforeEach(signIn);

function Searched() {
  const [q, setQ] = useState("");
  return <PeopleTab q={q} onSearch={setQ} />;
}

test("people are found by nickname or number (R687)", async () => {
  const { survey_count, decision_count, cases, ...listed } = person;
  await show(<Searched />, {
    [LIST]: ({ query }) => (query.q === "yok" ? nobody : { items: [listed], next_cursor: null }),
  });
  await expect.element(page.getByRole("link", { name: /Elif Şahin.*@elif/ })).toBeVisible();
  const text = page.getByLabelText("Takma ad ya da hesap numarası");
  await text.fill("yok");
  await page.getByRole("button", { name: "Bul", exact: true }).click();
  await expect.element(page.getByText("Kimse bulunamadı")).toBeVisible();
  await text.fill("");
  await expect.element(page.getByRole("link", { name: /Elif Şahin/ })).toBeVisible();
});

test("an address is searched for with a reason (R689)", async () => {
  await show(<Searched />, { [LIST]: nobody, [BY_EMAIL]: { items: [] } });
  await page.getByRole("button", { name: "E-postayla Bul" }).click();
  const dialog = page.getByRole("dialog", { name: "E-postayla bul" });
  const find = dialog.getByRole("button", { name: "Bul" });
  await dialog.getByLabelText("E-posta adresi").fill("elif@ornek.com");
  await find.click();
  expect(callsOf(BY_EMAIL)).toEqual([]);
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await find.click();
  await expect.element(page.getByText("Hesap Bulunamadı")).toBeVisible();
  expect(callsOf(BY_EMAIL).map(({ body }) => body)).toEqual([
    { email: "elif@ornek.com", words: WORDS },
  ]);
});

test("a person's address is shown after a reason, and a case opened by a press (R687, R688, R689)", async () => {
  await show(<PersonView id={7} />, {
    ...{ [PERSON]: { item: person }, [DECISIONS]: nobody, [OPEN]: { item: 12 } },
    [LOOK]: { item: { email: "elif@ornek.com", email_verified_at: null } },
  });
  await expect.element(page.getByRole("link", { name: /Profil.*1 bildirim/ })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Anket.*Kim gitsin\?/ })).toBeVisible();
  await page.getByRole("button", { name: "E-posta Adresini Göster" }).click();
  const dialog = page.getByRole("dialog", { name: "E-posta adresini göster" });
  await dialog.getByRole("button", { name: "Göster" }).click();
  expect(callsOf(LOOK)).toEqual([]);
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await dialog.getByRole("button", { name: "Göster" }).click();
  await expect.element(page.getByText("elif@ornek.com (doğrulanmamış)")).toBeVisible();
  await page.getByRole("button", { name: "Karar Ver" }).click();
  await expect.poll(() => callsOf(OPEN).length).toBe(1);
});

test("similar accounts are found for a reason, with what they share, and suspended together, with their surveys (R697, R698, R431, R472, R180)", async () => {
  const { survey_count, decision_count, cases, ...listed } = person;
  const shares: Shared[] = ["hour", "question"];
  await show(<PersonView id={7} />, {
    ...{ [PERSON]: { item: person }, [DECISIONS]: nobody },
    [SIMILAR]: {
      items: [
        { ...listed, id: 8, nickname: "elif4711", shares, version: 2, public_surveys: 3 },
        {
          ...{ ...listed, id: 9, shares, version: 1, public_surveys: 0 },
          suspended_until: "2999-01-01T00:00:00Z",
        },
      ],
    },
    [SUSPEND]: { item: { hidden_surveys: 2, left_surveys: 1 } },
  });
  await page.getByRole("button", { name: "Benzer Hesapları Bul" }).click();
  const dialog = page.getByRole("dialog", { name: "Benzer hesapları bul" });
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await dialog.getByRole("button", { name: "Bul" }).click();
  const found = page.getByRole("link", { name: /@elif4711.*bir saat arayla.*aynı soruyu/ });
  await expect.element(found).toBeVisible();
  const section = page.getByRole("region", { name: "Benzer hesaplar" });
  await expect.element(section).toHaveFocus();
  expect(callsOf(SIMILAR)).toMatchObject([{ body: { words: WORDS } }]);
  const suspend = page.getByRole("button", { name: "Seçilenleri Askıya Al" });
  await page.getByLabelText("Gerekçe").fill(WORDS);
  await suspend.click();
  await expect.element(page.getByText("Lütfen en az bir hesap seçin.")).toBeVisible();
  const box = page.getByRole("checkbox", { name: "@elif4711 seç" });
  await page.getByRole("button", { name: "1 Hesabı Seç" }).click();
  await expect.element(box).toBeChecked();
  await page.getByRole("button", { name: "Seçimi Temizle" }).click();
  await expect.element(page.getByText("0 hesap seçili")).toBeVisible();
  await box.click();
  await expect.element(page.getByText("1 hesap seçili")).toBeVisible();
  await expect.element(page.getByText("Seçilenlerin herkese açık 3 anketi var.")).toBeVisible();
  const hide = page.getByRole("checkbox", { name: "Herkese açık anketlerini de yayından kaldır" });
  await expect.element(hide).not.toBeChecked();
  await hide.click();
  await suspend.click();
  await expect.element(page.getByText("Hesaplar Askıya Alındı")).toBeVisible();
  await expect.element(page.getByText("2 anket yayından kaldırıldı.")).toBeVisible();
  await expect.element(page.getByText(/^Herkese açık 1 anket kaldı\./)).toBeVisible();
  await expect.element(section).toHaveFocus();
  expect(callsOf(SUSPEND).map(({ body }) => body)).toEqual([
    {
      ...{ people: [{ id: 8, version: 2 }], reason: "spam", words: WORDS, days: 7 },
      hide_surveys: true,
    },
  ]);
});

test("a decision is made where nothing was reported, and nothing can be dismissed (R688)", async () => {
  const item: CaseDetail = {
    ...{ id: 12, kind: "person", target_id: 7, title: "Elif Şahin", user: author() },
    ...{ reports: 0, weight: 0, opened_at: null, has_objection: false, escalation: null },
    ...{ viewers: [], version: 0, is_hidden: false, is_unlisted: false, is_open: false },
    ...{ is_held: false, is_for_adults: false, hold: null },
    ...{ muted_until: null, pictures: [], reported: [], decisions: [], earlier_decisions: 0 },
    now: { title: "Elif Şahin", text: "", image_path: null, options: [] },
  };
  await show(<CaseDecision item={item} />, {
    [ACCOUNT]: { item: account({ role: "moderator" }) },
    [DECIDE]: { item: 3 },
  });
  await page.getByRole("button", { name: "Yine de Karar Ver" }).click();
  const act = page.getByLabelText("Ne yapılsın");
  await expect.element(act).toHaveValue("warn");
  expect(act.getByRole("option", { name: "Kurallara uygun" }).query()).toBeNull();
  await act.selectOptions("Hesabı askıya al");
  await page.getByRole("button", { name: "Karar Ver", exact: true }).click();
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  expect(callsOf(DECIDE)).toMatchObject([{ body: { act: "suspend", version: 0, days: 7 } }]);
  await expect.element(page.getByRole("button", { name: "Yine de Karar Ver" })).toBeVisible();
});

test("an admin makes a registration link, whose code is shown once, and ends one (R692)", async () => {
  const link: RegistrationLink = {
    ...{ id: 4, words: "Bahar kampı için.", uses: 30, used: 2, is_open: true },
    ...{ created_at: "2026-03-14T08:00:00Z", ends_at: "2026-03-28T08:00:00Z" },
  };
  document.documentElement.dataset.registration = "invited";
  try {
    await show(<AdminTools />, {
      ...{ [ACCOUNT]: { item: account({ role: "admin" }) }, [END]: null },
      ...{
        [LINKS]: { items: [link], next_cursor: null },
        [CREATE]: { item: { id: 5, code: "abc" } },
      },
    });
    await page.getByRole("button", { name: "Davet bağlantıları" }).click();
    const dialog = page.getByRole("dialog", { name: "Davet bağlantıları" });
    await expect.element(dialog.getByText(/30 kişilik, 2 kişi kaydoldu/)).toBeVisible();
    await dialog.getByLabelText("Ne için").fill("9-B sınıfı için.");
    await dialog.getByLabelText("Kaç kişi").fill("");
    await dialog.getByRole("button", { name: "Bağlantıyı Oluştur" }).click();
    await expect.element(dialog.getByText("Lütfen bir sayı yazın.")).toBeVisible();
    await dialog.getByLabelText("Kaç kişi").fill("25");
    await dialog.getByRole("button", { name: "Bağlantıyı Oluştur" }).click();
    await expect
      .element(dialog.getByLabelText("Bağlantı", { exact: true }))
      .toHaveValue(`${location.origin}/register?davet=abc`);
    expect(callsOf(CREATE).map(({ body }) => body)).toEqual([
      { words: "9-B sınıfı için.", uses: 25, days: 14 },
    ]);
    await dialog.getByRole("button", { name: "4. bağlantıyı bitir" }).click();
    await expect
      .poll(() => callsOf(END).map(({ path }) => path))
      .toEqual(["/api/auth/moderation/registration-links/4"]);
  } finally {
    delete document.documentElement.dataset.registration;
  }
});
