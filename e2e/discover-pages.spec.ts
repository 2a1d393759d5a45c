import { CARDS_AT_ONCE } from "#contract/limits.ts";
import type { Api } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { cards } from "./discover-steps.ts";
import { expect, test } from "./fixtures.ts";

const REST = 3;

/** More surveys than one page holds; answers the list of exactly these. */
async function manySurveys(api: Api): Promise<string> {
  const owner = await signUp(api);
  const word = `sayfa${owner.id}`;
  for (let number = 1; number <= CARDS_AT_ONCE + REST; number += 1) {
    await publishSurvey(api, owner, { question: `${word} ${number}. soru` });
  }
  return `/surveys?q=${word}`;
}

test("the list loads more by itself near its end (R91, R132)", async ({ page, api }) => {
  await page.goto(await manySurveys(api));
  await expect(cards(page)).toHaveCount(CARDS_AT_ONCE);
  await expect(page.getByText(`İlk ${CARDS_AT_ONCE} anket`)).toBeVisible();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(CARDS_AT_ONCE + REST);
  await expect(page.getByText(`${CARDS_AT_ONCE + REST} anket bulundu`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Daha Fazla Göster" })).toBeHidden();
});

test("a page that does not come says why, and can be asked for again (R155, R183)", async ({
  page,
  api,
}) => {
  await page.goto(await manySurveys(api));
  await page.route("**/api/surveys?*cursor=*", (route) => route.abort());
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect(cards(page)).toHaveCount(CARDS_AT_ONCE);
  await page.unroute("**/api/surveys?*cursor=*");
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/surveys?*cursor=*", async (route) => {
    await mayGoOn;
    await route.continue();
  });
  const again = page.getByRole("button", { name: "Tekrar Dene" });
  await again.press("Enter");
  await expect(again).toHaveAttribute("aria-busy", "true");
  await expect(again).toBeFocused();
  goOn();
  await expect(cards(page)).toHaveCount(CARDS_AT_ONCE + REST);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("lists are read, searched and turned page by page", async ({ page, api }) => {
    const list = await manySurveys(api);
    await page.goto("/surveys");
    await expect(page.getByText(/^Oy vermek, anket oluşturmak ve giriş yapmak için/)).toBeVisible();
    await page.getByRole("searchbox").fill(list.split("=")[1] ?? "");
    await page.getByRole("button", { name: "Ara" }).click();
    await expect(cards(page)).toHaveCount(CARDS_AT_ONCE);
    await page.getByRole("link", { name: "Daha Fazla Göster" }).click();
    await expect(cards(page)).toHaveCount(REST);
  });
});
