import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newDraft } from "#web/features/wizard/draft/draft.ts";
import { parseSavedDraft } from "#web/features/wizard/draft/saved-draft.ts";
import { surveyFields } from "#web/features/wizard/survey-fields.ts";
import { changeDraft, currentWizard } from "#web/features/wizard/wizard-store.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { completeDraft, openWizard } from "#web/testing/wizard.tsx";
import { toQuestion } from "./draft-questions.ts";

const CREATE = "POST /api/auth/surveys";
const API = { "GET /api/auth/account/my": { item: account() } };

const begin = page.getByRole("button", { name: "Doğru yanıtlı, sorulu test hazırla" });
const addQuestion = page.getByRole("button", { name: "Soru ekle" });
const question = (number: number) => page.getByRole("region", { name: `${number}. soru` });
const text = (number: number) => question(number).getByRole("textbox", { name: "Soru" });
const option = (of: number, number: number) =>
  question(of).getByRole("textbox", { name: `${number}. şık`, exact: true });
const right = (of: number, number: number) =>
  question(of).getByRole("checkbox", { name: `${number}. şık doğru` });
const remove = (of: number, number: number) =>
  question(of).getByRole("button", { name: `${number}. şıkkı sil` });
const publish = page.getByRole("button", { name: "Yayınla" });
const draft = () => currentWizard()?.draft;
const texts = () => draft()?.questions.map(({ content }) => content);

beforeEach(signIn);

/** Fills a question in with two options, the first of which is right. */
async function write(number: number, content: string): Promise<void> {
  await text(number).fill(content);
  for (const last of [4, 3]) await remove(number, last).click();
  await option(number, 1).fill("Ankara");
  await option(number, 2).fill("İzmir");
  await right(number, 1).click();
}

test("a survey has no questions, and a test one line that begins them (R616)", async () => {
  await openWizard(completeDraft("Çay", "Kahve"), API);
  await expect.element(publish).toBeVisible();
  await expect.element(begin).not.toBeInTheDocument();
  changeDraft((current) => ({ ...current, type: "TEST" }));
  await begin.click();
  await expect.element(text(1)).toBeVisible();
  await page.getByRole("button", { name: "Tek sorulu teste dön" }).click();
  await expect.element(begin).toBeVisible();
  expect(draft()?.options.map(({ content }) => content)).toEqual(["Çay", "Kahve"]);
});

test("questions are written, moved, removed, and keep what is right (R616)", async () => {
  await openWizard({ ...completeDraft("", ""), type: "TEST" }, API);
  await begin.click();
  await write(1, "Başkent neresi?");
  await addQuestion.click();
  await expect.element(text(2)).toHaveFocus();
  await write(2, "En kalabalık il hangisi?");
  await page.getByRole("button", { name: "2. soruyu yukarı taşı" }).click();
  expect(texts()).toEqual(["En kalabalık il hangisi?", "Başkent neresi?"]);
  await addQuestion.click();
  await page.getByRole("button", { name: "3. soruyu sil" }).click();
  await expect.element(page.getByRole("button", { name: "2. soruyu sil" })).toHaveFocus();
  const [, last] = draft()?.questions ?? [];
  expect(last && toQuestion(last, newDraft(Date.now()))).toEqual({
    content: "Başkent neresi?",
    explanation: "",
    options: [
      { content: "Ankara", right: true },
      { content: "İzmir", right: false },
    ],
  });
});

test("Enter goes on to the next option and adds one after the last (R616)", async () => {
  await openWizard({ ...completeDraft("", ""), type: "TEST" }, API);
  await begin.click();
  await option(1, 1).click();
  await userEvent.keyboard("a{Enter}b{Enter}c{Enter}d{Enter}");
  await expect.element(option(1, 5)).toBeVisible();
  expect(draft()?.questions[0]?.options.map(({ content }) => content)).toEqual([
    "a",
    "b",
    "c",
    "d",
    "",
  ]);
});

test("what is missing is said beside it, and nothing is sent (R616)", async () => {
  await openWizard({ ...completeDraft("", ""), type: "TEST" }, API);
  await begin.click();
  await publish.click();
  await expect.element(text(1)).toHaveFocus();
  await expect.element(page.getByText("Lütfen boş alan bırakmayınız.")).toBeVisible();
  await write(1, "Başkent neresi?");
  await right(1, 1).click();
  await publish.click();
  await expect.element(page.getByText("En az bir doğru şık işaretleyin.")).toBeVisible();
  expect(callsOf(CREATE)).toEqual([]);
});

test("a saved draft keeps its questions, and survives damaged ones (R617)", async () => {
  await openWizard({ ...completeDraft("Çay", "Kahve"), type: "TEST" }, API);
  await begin.click();
  await write(1, "Başkent neresi?");
  const saved = structuredClone(draft());
  expect(parseSavedDraft(saved, Date.now())?.questions).toEqual(draft()?.questions);
  const damaged = parseSavedDraft({ ...saved, questions: [{ id: 1 }] }, Date.now());
  expect([damaged?.questions, damaged?.question]).toEqual([[], "Sabah ne içersiniz?"]);
  const now = draft();
  const { ballot, type } = now ? surveyFields(now, Date.now()) : {};
  expect([ballot, type]).toEqual(["quiz", "TEST"]);
});

test("options add to types, which are written first (R619)", async () => {
  await openWizard({ ...completeDraft("Yaz", "Kış"), type: "TEST" }, API);
  await begin.click();
  await page.getByRole("radio", { name: "Bir sonuçla" }).click();
  const types = page.getByRole("region", { name: "Sonuçlar" });
  await expect
    .element(types.getByRole("textbox", { name: "2. şık", exact: true }))
    .toHaveValue("Kış");
  await page.getByText("Sonuçların açıklamaları (isteğe bağlı)").click();
  await types.getByRole("textbox", { name: "Kış", exact: true }).fill("Soğuğu seversiniz.");
  expect(draft()?.options.map(({ typeText }) => typeText)).toEqual(["", "Soğuğu seversiniz."]);
  await text(1).fill("Nereye gidersiniz?");
  for (const last of [4, 3]) await remove(1, last).click();
  await option(1, 1).fill("Denize");
  await option(1, 2).fill("Dağa");
  await publish.click();
  await expect
    .element(page.getByText("Her şıkkın hangi sonuca puan verdiğini seçin."))
    .toBeVisible();
  await page.getByRole("combobox", { name: "1. şıkkın sonucu" }).selectOptions("Yaz");
  await page.getByRole("combobox", { name: "2. şıkkın sonucu" }).selectOptions("Kış");
  const now = draft();
  const [asked] = now?.questions ?? [];
  expect(now && asked && toQuestion(asked, now).options).toEqual([
    { content: "Denize", type: 0 },
    { content: "Dağa", type: 1 },
  ]);
});
