import { signUp } from "#testing/people.ts";
import { openFilledWizard, publishButton } from "./create-steps.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { step, walkAndPress, walkAndType } from "./keyboard-steps.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { expectAfterProof, signUpModerators } from "./staff-steps.ts";
import { option, voteButton } from "./vote-steps.ts";

const QUESTION = "Hangi Zıbık daha güzel?";

test("an admin lists a word by keyboard alone, a survey with it waits, and is published by two keys (R458, R653, R659, R662, R663) @layout", async ({
  page,
  api,
  server,
  login,
  browser,
  baseURL,
}) => {
  const owner = await signUp(api);
  const [admin] = await signUpModerators(api, server, 1, "admin");
  if (!admin) throw new Error("An admin is missing.");

  await login(admin);
  await page.goto("/moderation");
  await step(page);
  await page.keyboard.press("Enter");
  await walkAndPress(page, page.getByRole("button", { name: "Sözcükler" }));
  const dialog = page.getByRole("dialog", { name: "Sözcükler" });
  await walkAndType(page, dialog.getByLabel("Sözcük"), "zıbık");
  await page.keyboard.press("Enter");
  const first = dialog.getByRole("checkbox", { name: /^zıbık(?!\S)/ });
  await expect(first).toBeChecked();
  await expectFitting(page, "Sözcükler");
  await expectAccessible(page, "Sözcükler");
  await walkAndPress(page, first);
  // What is missing takes the focus.
  await expect(dialog.getByLabel("Gerekçe")).toBeFocused();
  await page.keyboard.type("Deneme için eklendi.");
  await page.keyboard.press("Enter");
  await expectAfterProof(page, /Sözcük Eklendi/, admin.password);
  await page.keyboard.press("Escape");

  await login(owner);
  await openFilledWizard(page, { question: QUESTION, visibility: "Herkese" });
  await publishButton(page).click();
  await expect(page.getByRole("heading", { name: "İncelemede" })).toBeVisible();
  await expectFitting(page, "İncelemede");
  await page.getByRole("link", { name: "Anketi Gör" }).click();
  await expect(page.getByText(/Anketiniz incelemede/)).toBeVisible();
  await expect(option(page, "Çay")).toBeDisabled();
  await expect(voteButton(page)).toHaveCount(0);
  await expectFitting(page, "Anket incelemede");
  const visitor = await openTab(await browser.newContext({ ...(baseURL && { baseURL }) }));
  await visitor.goto(page.url());
  await expect(visitor.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();

  await login(admin);
  await page.goto("/moderation");
  await step(page);
  await page.keyboard.press("Enter");
  await walkAndPress(page, page.getByRole("link", { name: /İnceleme.*Hangi Zıbık/ }));
  await expect(page.getByText("Listedeki sözcükler:")).toBeVisible();
  await expectFitting(page, "Bir inceleme");
  await expectAccessible(page, "Bir inceleme");
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expectAfterProof(page, "Karar Verildi", admin.password);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: QUESTION })).toBeVisible();
  await login(owner);
  await page.goto("/notifications");
  await expect(
    page.getByRole("link", { name: /İnceleme bekleyen anketiniz yayında/ }),
  ).toBeVisible();
});
