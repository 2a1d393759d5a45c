import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

/** The size and format of the picture that a press saves, and its name. */
async function savedBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const { format, width, height } = await sharp(await readFile(await download.path())).metadata();
  return { name: download.suggestedFilename(), format, width, height };
}

test("a survey is shared by its link, a picture and a QR code (R286) @layout", async ({
  page,
  api,
  baseURL,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { result_visibility: "before" });
  await voteFor(api, owner, survey, 0);
  await page.goto(`/surveys/${survey.id}`);
  const opener = page.getByRole("button", { name: "Paylaş" }).first();
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Paylaş" });
  await expect(dialog.getByLabel("Bağlantı")).toHaveValue(`${baseURL}/surveys/${survey.id}`);
  const picture = dialog.getByRole("img", { name: /kare görsel/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1080);
  await expectFitting(page, "Paylaş");
  await expectAccessible(page, "Paylaş");
  expect(
    await savedBy(page, () => dialog.getByRole("link", { name: "Görseli kaydet" }).click()),
  ).toEqual({ name: `kanaat-anket-${survey.id}.jpg`, format: "jpeg", width: 1080, height: 1080 });
  const code = await savedBy(page, () =>
    dialog.getByRole("button", { name: "Karekodu PNG olarak kaydet" }).click(),
  );
  expect(code).toMatchObject({ name: `kanaat-anket-${survey.id}-karekod.png`, format: "png" });
  expect(code.width).toBeGreaterThanOrEqual(1000);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});
