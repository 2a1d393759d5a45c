import { CARDS_AT_ONCE } from "#contract/limits.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { fillWizard, optionTitle } from "./create-steps.ts";
import { cards } from "./discover-steps.ts";
import { expect, test } from "./fixtures.ts";
import { option, voteButton } from "./vote-steps.ts";

test("Back and Forward lead through the wizard's sections, and leaving keeps the draft", async ({
  page,
}) => {
  await page.goto("/about");
  await fillWizard(page);
  const current = page.locator("[aria-current=step]");
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Yatay" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Başlık")).toHaveValue("Sabah ne içersiniz?");
  await page.goForward();
  await page.goForward();
  await expect(optionTitle(page, 1)).toHaveValue("Çay");
  await page.getByRole("button", { name: "Geri" }).click();
  await expect(current).toContainText("Tema");
  await page.reload();
  await expect(current).toContainText("Tema");
  await page.goBack();
  await expect(current).toContainText("Ana bilgiler");
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Anket" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel("Başlık")).toHaveValue("Sabah ne içersiniz?");
});

test("two tabs at different sections keep what was typed in either", async ({ page, context }) => {
  await fillWizard(page);
  const other = await context.newPage();
  await other.goto("/survey/create");
  await expect(optionTitle(other, 2)).toHaveValue("Kahve");
  await other.getByRole("button", { name: "Ana bilgiler" }).click();
  await other.getByLabel("Başlık").fill("İkinci sekmeden");
  // Nobody types in two tabs within the same moment: this one has heard of the other first.
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
  await page.getByRole("button", { name: "Şıkları belirle" }).click();
  await optionTitle(page, 2).fill("Birinci sekmeden");
  await expect(other.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
  await page.reload();
  await expect(optionTitle(page, 2)).toHaveValue("Birinci sekmeden");
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
});

test("Back from a survey returns to the list as it was", async ({ page, api }) => {
  const owner = await signUp(api);
  const word = `geri${owner.id}`;
  const all = CARDS_AT_ONCE + 2;
  for (let number = 1; number <= all; number += 1) {
    await publishSurvey(api, owner, { question: `${word} ${number}. soru`, category_id: 5 });
  }
  await page.goto(`/surveys?q=${word}&category_id=5`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(all);
  const last = cards(page)
    .last()
    .getByRole("link", { name: /^Ankete Katıl/ });
  await last.scrollIntoViewIfNeeded();
  const before = await last.evaluate((link) => link.getBoundingClientRect().top);
  await last.click();
  await expect(voteButton(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`q=${word}&category_id=5$`));
  await expect(cards(page)).toHaveCount(all);
  await expect
    .poll(async () =>
      Math.abs((await last.evaluate((link) => link.getBoundingClientRect().top)) - before),
    )
    .toBeLessThan(80);
});

test("a login, a vote and a logout in one tab are seen in the other", async ({
  page,
  context,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  const other = await context.newPage();
  await page.goto(`/surveys/${survey.id}`);
  await other.goto("/login");
  await other.getByLabel("E-posta").fill(voter.email);
  await other.getByLabel("Şifre", { exact: true }).fill(voter.password);
  await other.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await expect(other).toHaveURL(/\/account$/);
  await expect(page.getByText("Giriş Başarılı")).toBeVisible();
  await option(page, "Çay").check();

  await other.goto(`/surveys/${survey.id}`);
  await option(other, "Kahve").check();
  await voteButton(other).click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  // Every page of a headless browser is in sight; coming back to one is told by this event.
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(voteButton(page)).toHaveText("Oy Verildi");

  await other.goto("/logout");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Çıkış Yapıldı")).toBeVisible();
});
