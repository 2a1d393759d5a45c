import type { Page } from "@playwright/test";
import { registrationForm, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { openFilledWizard, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { fillSteps } from "./register-steps.ts";
import { translate } from "./translate.ts";
import { option, outcome, showResults, voteButton } from "./vote-steps.ts";

/** Translates each page that is opened, once its code runs or before. */
async function translateAll(page: Page, before = false): Promise<void> {
  await page.addInitScript(`addEventListener("DOMContentLoaded", () => {
    const begin = () => ${before} || document.documentElement.dataset.hydrated !== undefined
      ? (${translate})() : setTimeout(begin, 20);
    begin();
  })`);
}

/** As a visitor of a survey's page, for this option. */
async function registerAndVote(page: Page, choice: string): Promise<void> {
  await option(page, choice).check();
  await voteButton(page).click();
  await fillSteps(page.getByRole("dialog"));
  await page.getByRole("dialog").getByRole("button", { name: "Üye Ol" }).click();
  await expect(outcome(page)).toBeVisible();
}

const isTranslated = (page: Page) => expect(page.locator("h1 font").first()).toBeAttached();

test("a visitor of a translated page registers, votes, and sees numbers move (R240)", async ({
  page,
  api,
}) => {
  await translateAll(page);
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { options: ["Çay", "Kahve"] });
  await voteFor(api, owner, survey, 0);
  await page.goto(`/surveys/${survey.id}`);
  await isTranslated(page);
  await registerAndVote(page, "Kahve");
  const results = await showResults(page);
  await expect(results.getByText("%50").first()).toBeVisible();
  await expect(results).toContainText(/Toplam\s*2\s*oy/);
  const another = await signUp(api);
  await voteFor(api, another, survey, 1);
  await expect(results.getByText("%67").first()).toBeVisible();
  await expect(results).toContainText(/Toplam\s*3\s*oy/);
  await expect(results.getByText("%50")).toHaveCount(0);
});

test("somebody signed in follows, publishes, edits the profile and searches there (R240)", async ({
  page,
  api,
  login,
}) => {
  await translateAll(page);
  const other = await signUp(api, { name: "Zeynep Kaya" });
  const [found, left] = ["Meydana hangi heykel yakışır?", "Parka ne yapılsın?"];
  for (const question of [found, left]) await publishSurvey(api, other, { question });
  await login(await signUp(api, { name: "Ali Vural" }));
  await page.goto(`/profile/${other.nickname}`);
  await isTranslated(page);
  await page.getByRole("button", { name: "Takip Et", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 takipçi" })).toBeVisible();
  await page.getByRole("button", { name: "Takibi Bırak", exact: true }).click();
  await expect(page.getByRole("button", { name: "0 takipçi" })).toBeVisible();

  await page.goto("/surveys");
  await isTranslated(page);
  const search = page.getByRole("searchbox").first();
  const heading = (name: string) => page.getByRole("heading", { name });
  await expect(heading(left)).toBeVisible();
  await search.fill("heykel");
  await search.press("Enter");
  // Until then the first search is under way, which the next one would run into.
  await expect(heading(left)).toHaveCount(0);
  await expect(heading(found)).toBeVisible();
  await search.fill("bulunmayacak bir söz");
  await search.press("Enter");
  await expect(heading(found)).toHaveCount(0);

  await openFilledWizard(page, { visibility: "Herkese" });
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();

  await page.goto("/account");
  await isTranslated(page);
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await page.getByLabel("Ad soyad").fill("Alper Vural");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByRole("heading", { name: "Alper Vural" })).toBeVisible();
});

test("a login on a translated page that is wrong says so, and then succeeds (R240)", async ({
  page,
  api,
}) => {
  await translateAll(page);
  const { email, password } = await signUp(api);
  await page.goto("/login");
  await isTranslated(page);
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(registrationForm().email);
  await form.getByLabel("Şifre", { exact: true }).fill("yanlis-sifre");
  await form.getByRole("button", { name: "Giriş Yap", exact: true }).click();
  await expect(page.getByText("Giriş bilgileri hatalı")).toBeVisible();
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Giriş Yap", exact: true }).click();
  await expect(page.getByRole("main").getByRole("heading", { name: "Ayşe Yılmaz" })).toBeVisible();
});

test("a page that was translated before its code came works all the same (R240)", async ({
  page,
  api,
}) => {
  await translateAll(page, true);
  const survey = await publishSurvey(api, await signUp(api), { options: ["Çay", "Kahve"] });
  await page.goto(`/surveys/${survey.id}`);
  await isTranslated(page);
  await registerAndVote(page, "Kahve");
  await expect(await showResults(page)).toContainText(/Toplam\s*1\s*oy/);
});
