import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, expectNoMessage, test } from "./fixtures.ts";
import { option, voteButton } from "./vote-steps.ts";

const RENEWED = "Site Yenilendi";
const UNREACHABLE = "Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.";

/** As after a release: the files of the page that is open are gone, those of the next are there. */
async function release(page: Page, files: string): Promise<void> {
  await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
  page.on("load", () => void page.unroute(files));
}

test("a dialog whose code is gone says that the site was renewed, and the choice is kept (R245)", async ({
  page,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await release(page, "**/assets/register-steps*");
  const reloaded = page.waitForEvent("load");
  await voteButton(page).click();
  await expect(page.getByText(RENEWED)).toBeVisible();
  await expectNoMessage(page.getByText(UNREACHABLE));
  await reloaded;
  await expect(option(page, "Kahve")).toBeChecked();
  await voteButton(page).click();
  await expect(page.getByRole("dialog").getByLabel("E-posta")).toBeVisible();
});

test("a page whose code is gone says so and opens, and edits of the profile are kept (R245)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/account");
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await page.getByLabel("Biyografi").fill("Yenilense de kalır.");
  await release(page, "**/assets/discovery-page*");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("banner").getByRole("link", { name: "Keşfet" }).click();
  await expect(page.getByText(RENEWED)).toBeVisible();
  await reloaded;
  await expect(page).toHaveURL("/discovery");
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  await page.goto("/account");
  await expect(page.getByLabel("Biyografi")).toHaveValue("Yenilense de kalır.");
});

test("where a password is filled in, the page waits for a press (R245)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/account");
  await page.getByRole("button", { name: "Şifre Değiştir" }).click();
  await page.getByLabel("Şimdiki şifre", { exact: true }).fill("yazilan-sifre");
  await release(page, "**/assets/panel-content*");
  await page.evaluate(() => {
    const openPanel = document.querySelector<HTMLElement>("header [aria-label^=Bildirimler]");
    openPanel?.click();
  });
  await expect(page.getByText("Devam etmek için sayfayı yeniden yükleyin.")).toBeVisible();
});

test("code that does not come without a connection blames the connection, and comes later (R245)", async ({
  page,
  context,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await context.setOffline(true);
  await voteButton(page).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expectNoMessage(page.getByText(RENEWED));
  await context.setOffline(false);
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(page.getByRole("dialog").getByLabel("E-posta")).toBeVisible();
});
