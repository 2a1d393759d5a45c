import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { opened, voteButton } from "./vote-steps.ts";

const options = ["Çay", "Kahve", "Su", "Süt", "Ayran"];

async function vote(page: Page): Promise<void> {
  await expectFitting(page, "filled ballot");
  await expectAccessible(page, "filled ballot");
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
}

/** The results, at the side or, on a phone, in their sheet. */
async function seeResults(page: Page, text: string | RegExp): Promise<void> {
  const button = opened(page).getByRole("button", { name: "Sonuçlar" });
  const isSheet = await button.isVisible();
  if (isSheet) await button.click();
  const role = isSheet ? "dialog" : "complementary";
  const results = page.getByRole(role, { name: "Sonuçlar" });
  await expect(results).toContainText(text);
  await expect(results).toContainText("Toplam 1 oy");
  // What the header covers would count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, "results");
  if (isSheet) await page.keyboard.press("Escape");
}

/** The page of the results, with how this kind is counted. */
async function seeReport(page: Page, id: number, heading: string, text: string): Promise<void> {
  await page.goto(`/surveys/${id}/results`);
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(text);
  await expectFitting(page, heading);
  await expectAccessible(page, heading);
}

test("several options are chosen, no more than allowed, changed and withdrawn (R582, R583, R602, R605) @layout", async ({
  page,
  api,
  login,
}) => {
  const form = { options, ballot: "multiple", max_choices: 2, vote_change: "until_end" } as const;
  const survey = await publishSurvey(api, await signUp(api), form);
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  const box = (name: string) => opened(page).getByRole("checkbox", { name });
  await expect(voteButton(page)).toBeDisabled();
  for (const name of ["Çay", "Su"]) await box(name).check();
  await box("Süt").click();
  await expect(page.getByText("En çok 2 şık seçebilirsiniz.")).toBeVisible();
  await expect(box("Süt")).not.toBeChecked();
  await vote(page);
  await expect(box("Su %100 1 Oy")).toBeDisabled();
  await seeResults(page, "yüzdelerin toplamı 100’ü aşabilir");
  await page.reload();
  await expect(box("Çay %100 1 Oy")).toBeDisabled();

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Oyumu değiştir").click();
  await expect(box("Çay")).toBeFocused();
  await box("Ayran").check();
  await vote(page);
  await expect(box("Ayran %100 1 Oy")).toBeDisabled();
  await expect(box("Su %0 0 Oy")).toBeDisabled();
  await button("Oyumu geri çek").click();
  await button("Geri Çek").click();
  await expect(page.getByText("Oyunuz Geri Çekildi")).toBeVisible();
  await expect(voteButton(page)).toHaveText("Oyla");
  await expect(box("Süt")).toBeEnabled();
});

test("“Fikrim yok” opens the results, where it is counted separately (R584, R589) @layout", async ({
  page,
  api,
  login,
}) => {
  const form = { options, allows_no_opinion: true, result_visibility: "after" } as const;
  const survey = await publishSurvey(api, await signUp(api), form);
  await voteFor(api, await signUp(api), survey, 1);
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await opened(page).getByRole("radio", { name: "Fikrim yok" }).check();
  await vote(page);
  await expect(opened(page).getByText("1 kişi “Fikrim yok” dedi.")).toBeVisible();
  await expect(opened(page).getByRole("radio", { name: "Kahve %100 1 Oy" })).toBeDisabled();
  await seeResults(page, "1 kişi “Fikrim yok” dedi.");
  await page.reload();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(page.getByText("“Fikrim yok” dediniz.")).toHaveCount(0);
  await seeReport(page, survey.id, "Sonuç", "1 kişi “Fikrim yok” dedi.");
});

test("options are graded (R603, R605, R608) @layout", async ({ page, api, login }) => {
  const survey = await publishSurvey(api, await signUp(api), { options, ballot: "rating" });
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  const grades = (name: string) => opened(page).getByRole("group", { name, exact: true });
  await grades("Çay").getByRole("radio", { name: "4" }).check();
  await grades("Süt").getByRole("radio", { name: "2" }).check();
  await vote(page);
  await expect(grades("Çay")).toContainText("Ortalama 4,0");
  await seeResults(page, "Ortanca puan 4 · 1 kişi puan verdi");
  await page.reload();
  await expect(grades("Süt")).toContainText("Ortalama 2,0");
  await seeReport(page, survey.id, "Puanların dağılımı", "4 puan: 1 kişi");
});

test("options are ranked by as many presses (R604, R605, R607) @layout", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api), { options, ballot: "ranked" });
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  for (const name of options.toReversed()) {
    await opened(page).getByRole("button", { name, exact: true }).click();
  }
  await opened(page).getByRole("button", { name: "Yukarı al: Çay" }).press("Enter");
  await expect(opened(page)).toContainText("1. Ayran, 2. Süt, 3. Su, 4. Çay, 5. Kahve");
  await vote(page);
  const first = "“Ayran” ilk turda 1 oyla birinci.";
  await expect(opened(page)).toContainText(first);
  await seeResults(page, first);
  await page.reload();
  await expect(opened(page)).toContainText(first);
  const pairs = "karşılaştırmaların hepsini “Ayran” kazanıyor";
  await seeReport(page, survey.id, "İkili karşılaştırma", pairs);
});
