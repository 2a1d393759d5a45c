import { BRAND } from "#contract/brand.ts";
import { expect, test } from "./fixtures.ts";

const texts = [
  "about",
  "support",
  "contact",
  "team",
  "company",
  "blog",
  "rules",
  "privacy",
  "kvkk",
];

test("each is a text to read, with its words filled in (R119)", async ({ page }) => {
  for (const name of texts) {
    await page.goto(`/${name}`);
    const text = page.getByRole("article");
    await expect(text.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(text).not.toContainText(/\{\w+\}/);
    await expect(page).toHaveTitle(new RegExp(`${BRAND}$`));
  }
});

test("they say for how long this installation keeps its logs (R365)", async ({ page }) => {
  for (const [name, words] of [
    ["kvkk", "400 gün saklanır"],
    ["privacy", "30 gün ayrı bir dosyada tutulur"],
  ] as const) {
    await page.goto(`/${name}`);
    await expect(page.getByRole("article")).toContainText(words);
    await expect(page.getByRole("article")).not.toContainText(/geri gelebilir|kaydı tutmaz/);
  }
});

test("texts lead on within the site (R119)", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("article").getByRole("link", { name: "şirket sayfamızda" }).click();
  await expect(page).toHaveTitle(`Şirket · ${BRAND}`);
  await page.goto("/support");
  await page.getByRole("article").getByRole("link", { name: "Hesabım" }).first().click();
  await expect(page).toHaveURL(/\/login\?next=/);
});
