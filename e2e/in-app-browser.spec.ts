import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect } from "./fixtures.ts";
import { test } from "./provider-fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { option, voteButton } from "./vote-steps.ts";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.82 Mobile Safari/537.36 Instagram 331.0.0.37.90 Android (34/14; 450dpi; 1080x2125; samsung; SM-A546B; a54x; s5e8835; tr_TR; 599692342)";
const IOS =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 333.0.0.26.89 (iPhone14,5; iOS 17_5_1; tr_TR; tr; scale=3.00; 1170x2532; 604393225)";

const note = (page: Page) =>
  page.getByRole("region", { name: "Sayfa bir uygulamanın içinde açıldı" });
const google = (page: Page) => page.getByRole("button", { name: "Google ile devam et" });

test.describe("in Instagram on Android", () => {
  test.use({ userAgent: ANDROID });

  test("the login leads to the phone's browser before its code comes, and moves nothing when it does (R372)", {
    tag: "@layout",
  }, async ({ page, api, baseURL }) => {
    const { email, password } = await signUp(api);
    const { promise: mayRun, resolve: run } = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await mayRun;
      await route.continue();
    });
    await page.goto("/login?next=%2Fsurveys%3Fq%3Dkahve", { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    const link = note(page).getByRole("link", { name: "Tarayıcıda Aç" });
    const address = `${baseURL}/login?next=%2Fsurveys%3Fq%3Dkahve`;
    const intent = `${address.replace("http:", "intent:")}#Intent;scheme=http;`;
    expect(await link.getAttribute("href")).toContain(intent);
    await expect(google(page)).toBeHidden();
    const form = page.locator("main form");
    const height = await form.evaluate((element) => element.clientHeight);
    run();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    expect(await form.evaluate((element) => element.clientHeight)).toBe(height);
    expect(await link.getAttribute("href")).toContain(intent);
    await expect(google(page)).toBeHidden();
    await expectFitting(page, "the login within an app");
    await expectAccessible(page, "the login within an app");

    const main = page.getByRole("main");
    await main.getByLabel("E-posta").fill(email);
    await main.getByLabel("Şifre", { exact: true }).fill(password);
    await main.getByLabel("Şifre", { exact: true }).press("Enter");
    await expect(page).toHaveURL("/surveys?q=kahve");
  });
});

test.describe("in Instagram on iOS", () => {
  test.use({ userAgent: IOS });

  test("the dialog of a vote says how to leave the app, and copies the page's address (R372)", {
    tag: "@layout",
  }, async ({ page, context, api }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const survey = await publishSurvey(api, await signUp(api));
    await page.goto(`/surveys/${survey.id}`);
    await expect(note(page)).toBeHidden();
    await option(page, "Kahve").check();
    await voteButton(page).click();
    await expect(note(page)).toContainText("Tarayıcıda aç");
    await expect(note(page).getByRole("link")).toBeHidden();
    await expect(google(page)).toBeHidden();
    await expectFitting(page, "the dialog within an app");
    await expectAccessible(page, "the dialog within an app");
    await note(page).getByRole("button", { name: "Bağlantıyı Kopyala" }).press("Enter");
    await expect(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });
});
