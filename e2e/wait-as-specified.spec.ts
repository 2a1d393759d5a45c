import type { Page } from "@playwright/test";
import sharp from "sharp";
import {
  IMAGE_MAX_BYTES,
  TOAST_LONG_MS,
  TOAST_SHORT_MS,
  UPLOAD_MAX_SIDE,
} from "#contract/limits.ts";
import { signUp } from "#testing/people.ts";
import { openFilledWizard, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { shownPicture } from "./picture-file.ts";
import { signInHere } from "./vote-steps.ts";

const MOMENT = 100;

/** From here on the page's time stands still, but for what `page.clock` lets pass. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Lets time pass, a little at a time, until what is on its way has come. */
async function letPassUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 200 });
  }).toPass();
}

test("the toast of a failed publication stays for five seconds (R50, R126)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.clock.install();
  await openFilledWizard(page);
  await page.route("**/api/auth/surveys", (route) => route.abort());
  await stopTime(page);
  await publishButton(page).click();
  await letPassUntil(page, "Yayınlama Hatası");
  await page.clock.runFor(TOAST_LONG_MS - MOMENT);
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  await page.clock.runFor(MOMENT);
  await expect(page.getByText("Yayınlama Hatası")).toBeHidden();
});

test("a message's time continues where a dialog opens and closes @layout", async ({
  page,
  isMobile,
}) => {
  await page.clock.install();
  await page.goto("/register");
  const file = { mimeType: "image/gif", name: "a.gif", buffer: Buffer.from("GIF89a") };
  const picker = page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true });
  const message = page.getByText("Resim Format Hatası");
  await stopTime(page);
  // The same again takes its place.
  for (let time = 0; time < 2; time++) await picker.setInputFiles(file);
  await letPassUntil(page, "Resim Format Hatası");
  await expect(message).toHaveCount(1);
  await page.clock.runFor(TOAST_SHORT_MS / 3);
  const opener = page.getByRole("banner").getByRole("button", {
    name: isMobile ? "Menü" : "Giriş Yap",
  });
  // By the keyboard, as on phones the message stands over the header.
  await opener.press("Enter");
  await page.clock.runFor(TOAST_SHORT_MS / 3);
  await expect(page.getByRole("dialog").getByText("Resim Format Hatası")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(message).toBeVisible();
  await page.clock.runFor(TOAST_SHORT_MS / 3);
  await expect(message).toBeHidden();
});

test("however slow the server is, it is waited for (R154)", async ({ page, api }) => {
  const person = await signUp(api);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  for (const path of ["**/api/auth/login", "**/api/auth/surveys/options"]) {
    await page.route(path, async (route) => {
      await page.clock.fastForward("01:00:00");
      await held;
      await route.continue();
    });
  }
  // Timers are fast-forwarded; a limit that the browser itself keeps would be seen as such.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new Error("A call has a timeout.");
    };
    AbortSignal.timeout = refuse;
    Object.defineProperty(XMLHttpRequest.prototype, "timeout", { set: refuse });
  });
  await page.clock.install();
  await openFilledWizard(page);
  await publishButton(page).click();
  await signInHere(page, person);
  await expect(page.getByRole("button", { name: "Giriş Yapılıyor..." })).toBeVisible();
  release();
  await expect(published(page)).toBeVisible();
});

test("a large photograph is shrunk before it is sent (R89)", async ({ page, api, login }, info) => {
  await login(await signUp(api));
  const [width, height] = [4800, 3600];
  const photo = info.outputPath("fotograf.jpg");
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width, height, channels: 3, background: "#888", noise } as const;
  const { size: bytes } = await sharp({ create }).jpeg({ quality: 95 }).toFile(photo);
  expect(bytes).toBeGreaterThan(IMAGE_MAX_BYTES);

  await openFilledWizard(page);
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  const picker = page.getByLabel("Resim", { exact: true });
  await picker.setInputFiles(photo);
  const shown = shownPicture(page, "Resim");
  const size = () =>
    shown.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
      naturalWidth,
      naturalHeight,
    ]);
  await expect.poll(size).toEqual([UPLOAD_MAX_SIDE, (UPLOAD_MAX_SIDE * height) / width]);

  await page.getByRole("button", { name: "Şıkları belirle" }).click();
  const sent = page.waitForRequest((request) => /\/api\/auth\/surveys$/.test(request.url()));
  await publishButton(page).click();
  const length = Number(await (await sent).headerValue("content-length"));
  expect(length).toBeGreaterThan(100_000);
  expect(length).toBeLessThan(bytes / 2);
  await expect(published(page)).toBeVisible();
});
