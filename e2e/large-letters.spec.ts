import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { fillMainSection, fillOptions, openMainSection } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { fillCredentials } from "./register-steps.ts";
import { widerThanItsPlace } from "./screen-checks.ts";

/** Words that a browser would rather not break. */
const LONG = {
  name: "Abdülmuttalip Karahisarlıoğulları",
  nickname: () => `cokuzunbirad_${Date.now()}`,
};

async function expectToFit(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole("heading").filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe:visible, .animate-spin:visible")).toHaveCount(0);
  expect.soft(await page.evaluate(widerThanItsPlace), screen).toEqual([]);
  const clipped = await page.evaluate(controlsTooNarrow);
  expect.soft(clipped, `words that do not fit: ${screen}`).toEqual([]);
}

/** Runs in the browser: buttons, dates and names whose content is cut off or stands out of them. */
function controlsTooNarrow(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    ":is(main, dialog[open]) :is(button, h1, [type=date], [type=time])",
  );
  return [...controls]
    .filter((control) => control.checkVisibility() && control.scrollWidth > control.clientWidth + 1)
    .map((control) => `${control.outerHTML.slice(0, 90)}: ${control.scrollWidth}`);
}

for (const [letters, width] of [
  [16, 320],
  [24, 360],
  [32, 360],
] as const) {
  test(`letters of ${letters} px fit on a phone of ${width} px (R179) @phone`, async ({
    playwright,
    launchOptions,
    baseURL,
    api,
  }) => {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${letters}`];
    await using browser = await playwright.chromium.launch({ ...launchOptions, args });
    const page = await browser.newPage({ baseURL, viewport: { width, height: 640 } });
    const person = await signUp(api, { ...LONG, nickname: LONG.nickname() });
    const { id } = await publishSurvey(api, person, { option_theme_id: 2 });

    const everybody = ["/", "/surveys", "/discovery", `/surveys/${id}`, "/login", "/register"];
    const ofSurvey = [`/surveys/${id}/results`, `/surveys/${id}/proof`];
    for (const path of [
      ...everybody,
      ...ofSurvey,
      `/profile/${person.nickname}`,
      "/support",
      "/kvkk",
    ]) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    await page.goto(`/surveys/${id}`);
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Oyla" }).click();
    const dialog = page.getByRole("dialog", { name: "Kayıt Ol" });
    const goOn = dialog.getByRole("button", { name: "Devam Et" });
    await fillCredentials(dialog, { email: "a@ornek.com", password: "gizli-sifre-1" });
    await expectToFit(page, "e-mail and password");
    await goOn.click();
    await dialog.getByLabel("Ad", { exact: true }).fill("Işıl");
    await dialog.getByLabel("Soyad").fill("Çağ");
    await expect(dialog.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
    await expectToFit(page, "name and nickname");
    await goOn.click();
    await expect(dialog.getByLabel("Yıl")).toBeVisible();
    await expectToFit(page, "the last of the registration");

    const { token, expires_at } = person;
    await page.evaluate((session) => Object.assign(localStorage, session), { token, expires_at });
    for (const path of ["/account", "/account?type=TEST", "/notifications", "/invitations"]) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    await page.getByRole("button", { name: "Menü" }).click();
    await expectToFit(page, "the menu");
    await openMainSection(page);
    await expectToFit(page, "the wizard's main section");
    await fillMainSection(page);
    await page.getByRole("button", { name: "Devam Et" }).click();
    await expectToFit(page, "the wizard's theme");
    await page.getByRole("button", { name: "Devam Et" }).click();
    await fillOptions(page, ["Çay", "Kahve"]);
    await expectToFit(page, "the wizard's options");
  });
}
