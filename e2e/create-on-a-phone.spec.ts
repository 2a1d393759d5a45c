import type { Locator } from "@playwright/test";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { optionTitle, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { shownTile } from "./picture-file.ts";

const OPTIONS = ["Çay", "Filtre kahve", "Taze sıkılmış portakal suyu", "Su"];

// A small phone, and an iPhone 13 without what Safari takes of its screen.
for (const [width, height] of [
  [360, 740],
  [390, 664],
] as const) {
  test(`on ${width} × ${height} a survey of four options takes twelve taps from home on, and no long page (R192, R541, R550) @phone`, async ({
    page,
    api,
    login,
  }) => {
    let taps = 0;
    const tap = async (control: Locator) => {
      taps += 1;
      await control.tap();
    };
    const expectShort = async (step: string) => {
      const ownHeight = () =>
        page.evaluate(
          () =>
            document.documentElement.scrollHeight -
            (document.querySelector("body footer")?.clientHeight ?? 0),
        );
      expect(await ownHeight(), step).toBeLessThanOrEqual(2 * height);
    };
    const next = page.getByRole("button", { name: "Devam Et" });
    await page.setViewportSize({ width, height });
    const owner = await signUp(api);
    await login(owner);
    await page.goto("/");
    const bar = page.getByRole("navigation", { name: "Alt menü" });
    await tap(bar.getByRole("link", { name: "Anket Oluştur" }));
    await expect(page).toHaveURL("/survey/create");
    await expect(next).toBeEnabled();
    await expectShort("the type");
    // Where the router would scroll to again after publishing.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await tap(next);

    await expect(page.getByText("Devam etmek için ekleyin:")).toBeVisible();
    await expectShort("the main section, empty");
    await tap(page.getByLabel("Başlık"));
    await page.keyboard.type("Sabah kahvaltısında ne içersiniz?");
    await tap(page.getByRole("button", { name: "Renkli kart (Resim)" }));
    // One tap opens the list, another chooses.
    taps += 2;
    await page.getByLabel("Kategori").selectOption({ index: 1 });
    await tap(page.getByLabel("1 hafta"));
    await tap(page.getByRole("radio", { name: "Herkese" }));
    await expectShort("the main section");
    await tap(next);

    await expect(page.getByRole("heading", { name: "Tema" })).toBeFocused();
    await expectShort("the theme");
    await tap(next);

    await tap(optionTitle(page, 1));
    await page.keyboard.type("Ç");
    await expect(shownTile(page, "1. şıkkın resmi")).toHaveText("Ç");
    await page.keyboard.type("ay");
    for (const [at, title] of OPTIONS.entries()) {
      if (at === 0) continue;
      await page.keyboard.press("Enter");
      await expect(optionTitle(page, at + 1)).toBeFocused();
      await page.keyboard.type(title);
    }
    await expectShort("the options");
    await tap(publishButton(page));
    await expect(published(page)).toBeFocused();
    expect(taps).toBeLessThanOrEqual(12);
    await expect(published(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/\?text=Sabah.*%2Fsurveys%2F\d+$/,
    );

    const { items } = await succeed(api.call(listOwnSurveys, { token: owner.token }));
    const { item } = await succeed(api.call(getSurvey, { params: { id: items[0]?.id ?? 0 } }));
    expect(item.options.map(({ content }) => content)).toEqual(OPTIONS);
    expect(item.visibility).toBe("public");
  });
}
