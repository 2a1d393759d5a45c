import type { Locator, Page } from "@playwright/test";
import { getAccount } from "#contract/endpoints/account.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import {
  fillMainSection,
  openMainSection,
  optionTitle,
  publishButton,
  published,
} from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { pictureFile, shownPicture } from "./picture-file.ts";
import { fillRegistration } from "./register-steps.ts";

const preparing = (page: Page) => page.getByText("Resim hazırlanıyor");

async function choose(picker: Locator, name = "slow.png"): Promise<void> {
  await picker.setInputFiles(await pictureFile(undefined, name));
}

/** Runs in the browser: a large photograph takes its time, this one until it is told to be ready. */
function holdSlowPictures(): void {
  const prepare = createImageBitmap;
  window.createImageBitmap = async (file: ImageBitmapSource) => {
    const ready = new Promise((resolve) => addEventListener("ready", resolve, { once: true }));
    if (file instanceof File && file.name === "slow.png") await ready;
    return prepare(file);
  };
}

const letItBeReady = (page: Page) =>
  page.evaluate(async () => {
    dispatchEvent(new Event("ready"));
    await new Promise((passed) => setTimeout(passed, 200));
  });

test.beforeEach(({ page }) => page.addInitScript(holdSlowPictures));

test("the picture chosen last is kept, however long an earlier one takes (R30)", async ({
  page,
}) => {
  await page.goto("/register");
  const picker = page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true });
  const shown = shownPicture(page, "Profil resmi (isteğe bağlı)");

  await choose(picker);
  await expect(preparing(page)).toBeVisible();
  await choose(picker, "quick.png");
  await expect(preparing(page)).toBeHidden();
  const quick = await shown.getAttribute("src");
  await letItBeReady(page);
  await expect(shown).toHaveAttribute("src", quick ?? "");

  await choose(picker);
  await expect(preparing(page)).toBeVisible();
  await page.getByRole("button", { name: /kaldır$/ }).click();
  await expect(preparing(page)).toBeHidden();
  await letItBeReady(page);
  await expect(shown).toBeHidden();
});

test("registering and saving a profile wait for the picture", async ({ page, api }) => {
  await page.goto("/register");
  const { email, password } = await fillRegistration(page);
  await choose(page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true }));
  await page.getByRole("button", { name: "Üye Ol" }).click();
  await expect(page.getByRole("button", { name: "Üye Ol" })).toBeDisabled();
  await letItBeReady(page);
  await expect(page.getByText("Kayıt Başarılı", { exact: true })).toBeVisible();
  const { token } = await signIn(api, { email, password });
  const imageOf = async () => (await succeed(api.call(getAccount, { token }))).item.image;
  const first = await imageOf();
  expect(first).not.toBeNull();

  await page.evaluate((token) => localStorage.setItem("token", token), token);
  await page.goto("/account");
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await choose(page.getByLabel("Profil resmi", { exact: true }));
  await page.getByRole("button", { name: "Kaydet" }).click();
  await letItBeReady(page);
  await expect(page.getByText("Profil Kaydedildi")).toBeVisible();
  expect(await imageOf()).not.toBe(first);
});

test("a tile takes the place of a picture, and publishing waits for one", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await openMainSection(page);
  await fillMainSection(page);
  for (const section of ["Tema", /şıkları belirleyin/]) {
    await page.getByRole("button", { name: "Devam Et" }).click();
    await expect(page.getByRole("heading", { name: section })).toBeFocused();
  }
  const choosePicture = async (number: number) => {
    await optionTitle(page, number).fill(`Şık ${number}`);
    await choose(page.getByLabel(`${number}. şıkkın resmi`, { exact: true }));
    await expect(preparing(page)).toBeVisible();
  };

  await choosePicture(1);
  await page.getByRole("button", { name: "Renkli kart (1. şıkkın resmi)" }).click();
  await expect(preparing(page)).toBeHidden();
  await letItBeReady(page);
  await expect(
    page.getByRole("button", { name: "Rengi değiştir (1. şıkkın resmi)" }),
  ).toBeVisible();

  await choosePicture(2);
  await publishButton(page).click();
  await expect(page.getByRole("progressbar", { name: "Gönderiliyor" })).toBeVisible();
  await expect(publishButton(page)).toBeFocused();
  await letItBeReady(page);
  await expect(published(page)).toBeVisible();
});

test("a draft started from scratch gets no picture of the earlier one", async ({ page }) => {
  await openMainSection(page);
  await page.getByLabel("Başlık").fill("Sabah ne içersiniz?");
  const picker = page.getByLabel("Resim", { exact: true });
  await choose(picker);
  await expect(preparing(page)).toBeVisible();
  await page.getByRole("button", { name: "Baştan Başla" }).click();
  await page.getByRole("button", { name: "Taslağı Sil" }).click();
  await letItBeReady(page);
  await page.getByRole("button", { name: "Devam Et" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("");
  await expect(shownPicture(page, "Resim")).toBeHidden();
});
