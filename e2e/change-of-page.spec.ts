import { BRAND } from "#contract/brand.ts";
import { expect, test } from "./fixtures.ts";

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
