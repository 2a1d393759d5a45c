import { BRAND } from "#contract/brand.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { cards, searchBox } from "./discover-steps.ts";
import { expect, test } from "./fixtures.ts";
import { step, walkAndPress } from "./keyboard-steps.ts";
import { voteButton } from "./vote-steps.ts";

for (const [what, path] of [
  ["code", "**/assets/*.js"],
  ["surveys", "**/api/surveys?*"],
] as const) {
  test(`a page whose ${what} come late is shown to be on its way`, async ({ page }) => {
    const late = Promise.withResolvers<void>();
    await page.goto("/about");
    await page.route(path, (route) => late.promise.then(() => route.continue()));
    await page.getByRole("contentinfo").getByRole("link", { name: "Tüm Anketler" }).click();
    await expect(page).toHaveURL("/surveys");
    const progress = page.getByRole("progressbar", { name: "Sayfa yükleniyor" });
    const said = page.getByRole("status").filter({ hasText: "Sayfa yükleniyor" });
    await expect(progress).toBeInViewport();
    await expect(said).toBeAttached();
    await expect(page).toHaveTitle(`Hakkımda · ${BRAND}`);
    late.resolve();
    await expect(page).toHaveTitle(`Tüm Anketler · ${BRAND}`);
    await expect(progress).toBeHidden();
    await expect(said).toBeHidden();
  });
}

test("the keyboard continues from a new page's content, and its title is read out", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { question: `Klavyeyle ${owner.id}?` });
  await page.goto("/support");
  const main = page.getByRole("main");
  await walkAndPress(page, page.getByRole("banner").getByRole("link", { name: "Keşfet" }));
  await expect(page.getByRole("status").getByText(`Keşfet · ${BRAND}`)).toBeAttached();
  await expect(main).toBeFocused();
  await step(page);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(survey.question);
  await expect(page).toHaveURL(/q=/);
  await expect(searchBox(page)).toBeFocused();

  const card = cards(page).filter({ hasText: survey.question });
  await expect(cards(page)).toHaveCount(1);
  const wayIn = card.getByRole("link", { name: /^Ankete Katıl/ });
  await wayIn.focus();
  await page.keyboard.press("Enter");
  await expect(voteButton(page)).toBeVisible();
  await expect(main).toBeFocused();
  await step(page);
  await expect(main.getByRole("link").first()).toBeFocused();
  await page.goBack();
  await expect(card.locator(":focus")).toHaveAttribute("href", `/surveys/${survey.id}`);
  await page.reload();
  await expect(page.locator("body")).toBeFocused();
});

test("open menus and dialogs close on Back and Forward @layout", async ({ page, isMobile }) => {
  const openers = isMobile ? ["Bildirimler", "Menü"] : ["Bildirimler", "Giriş Yap"];
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Yardım" }).click();
  await expect(page).toHaveTitle(`Destek · ${BRAND}`);
  for (const name of openers) {
    await page.getByRole("banner").getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveTitle(`Hakkımda · ${BRAND}`);
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name }).click();
    await page.goForward();
    await expect(page).toHaveTitle(`Destek · ${BRAND}`);
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});
