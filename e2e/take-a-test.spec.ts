import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishQuiz } from "#testing/quizzes.ts";
import { fillMainSection, openFilledWizard, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function checkScreen(page: Page, name: string): Promise<void> {
  await expectFitting(page, name);
  await expectAccessible(page, name);
}

/** Fills a question in the wizard in; its first two options are right. */
async function write(page: Page, number: number, content: string, options: string[]) {
  const card = page.getByRole("region", { name: `${number}. soru` });
  await card.getByRole("textbox", { name: "Soru" }).fill(content);
  for (const [i, option] of options.entries()) {
    await card.getByRole("textbox", { name: `${i + 1}. şık` }).fill(option);
    if (i < 2) await card.getByRole("checkbox", { name: `${i + 1}. şık doğru` }).check();
  }
}

test("a test is made, taken, scored, shared (R591, R611, R612, R614, R616, R617) @layout", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/survey/create");
  await page.getByRole("radio", { name: "Test", exact: true }).check();
  const next = button(page, "Devam Et");
  await next.click();
  await fillMainSection(page, { question: "Asal sayıları tanır mısınız?", visibility: "Herkese" });
  await next.click();
  await next.click();
  await button(page, "Doğru yanıtlı, sorulu test hazırla").click();
  await write(page, 1, "Hangileri asaldır?", ["2", "3", "4", "6"]);
  await button(page, "Soru ekle").click();
  await write(page, 2, "Ya bunlardan?", ["5", "7", "8", "9"]);
  await page.reload();
  const second = page.getByRole("region", { name: "2. soru" });
  await expect(second.getByRole("textbox", { name: "2. şık" })).toHaveValue("7");
  await expect(second.getByRole("checkbox", { name: "2. şık doğru" })).toBeChecked();
  // What the bar at the bottom covers would count as too small.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await checkScreen(page, "questions in the wizard");
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  const link = page.getByRole("link", { name: "Anketi Gör" });
  const path = (await link.getAttribute("href")) ?? "";

  await login(await signUp(api));
  await page.goto(path);
  await checkScreen(page, "start of a test");
  await button(page, "Teste başla").click();
  await page.getByRole("checkbox", { name: "2" }).check();
  await page.getByRole("checkbox", { name: "3" }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await checkScreen(page, "a question");
  await button(page, "Sonraki").click();
  await page.getByRole("checkbox", { name: "5" }).check();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "5" })).toBeChecked();
  await button(page, "Testi bitir").click();
  await expect(page.getByRole("heading", { name: "Puanınız 1,5 / 2" })).toBeFocused();
  await checkScreen(page, "the score");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Puanınız 1,5 / 2" })).toBeVisible();
  await button(page, "Paylaş").last().click();
  await expect(page.getByRole("dialog", { name: "Paylaş" })).toBeVisible();
});

test("a test of types is made, taken, shared (R599, R614, R619) @layout", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await openFilledWizard(page, {
    ...{ type: "TEST", question: "Hangi mevsimsiniz?", options: ["Yaz", "Kış"] },
    visibility: "Herkese",
  });
  await button(page, "Doğru yanıtlı, sorulu test hazırla").click();
  await page.getByRole("radio", { name: "Bir sonuçla" }).check();
  await page.getByText("Sonuçların açıklamaları (isteğe bağlı)").click();
  await page.getByRole("textbox", { name: "Kış", exact: true }).fill("Soğuğu seversiniz.");
  const first = page.getByRole("region", { name: "1. soru" });
  await first.getByRole("textbox", { name: "Soru" }).fill("Nereye gidersiniz?");
  for (const number of [4, 3]) {
    await first.getByRole("button", { name: `${number}. şıkkı sil` }).click();
  }
  for (const [i, [option, type]] of [
    ["Denize", "Yaz"],
    ["Dağa", "Kış"],
  ].entries()) {
    await first.getByRole("textbox", { name: `${i + 1}. şık` }).fill(option ?? "");
    await first.getByRole("combobox", { name: `${i + 1}. şıkkın sonucu` }).selectOption(type ?? "");
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await checkScreen(page, "types in the wizard");
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  const path = (await page.getByRole("link", { name: "Anketi Gör" }).getAttribute("href")) ?? "";

  await login(await signUp(api));
  await page.goto(path);
  await button(page, "Teste başla").click();
  await page.getByRole("radio", { name: "Dağa" }).check();
  await button(page, "Testi bitir").click();
  await expect(page.getByRole("heading", { name: "Sonucunuz Kış" })).toBeFocused();
  await expect(page.getByText("Soğuğu seversiniz.")).toBeVisible();
  await checkScreen(page, "the type");
  await button(page, "Paylaş").last().click();
  await expect(page.getByRole("dialog", { name: "Paylaş" })).toBeVisible();
});

test("a visitor's answers wait over the login and then count (R613, R615)", async ({
  page,
  api,
  login,
}) => {
  const quiz = await publishQuiz(api, await signUp(api));
  await page.goto(`/surveys/${quiz.id}`);
  await button(page, "Teste başla").click();
  await page.getByRole("radio", { name: "Ankara" }).check();
  await button(page, "Sonraki").click();
  await button(page, "Giriş yap ve bitir").click();
  await expect(page.getByRole("dialog")).toContainText("Yanıtlarınızı sakladık");
  await login(await signUp(api));
  await page.goto(`/surveys/${quiz.id}`);
  await button(page, "Testi bitir").click();
  await expect(page.getByText(/^Bu, sayılan ilk çözümünüz/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Puanınız 1 / 2" })).toBeVisible();
});
