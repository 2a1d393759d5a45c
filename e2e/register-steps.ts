import type { Locator, Page } from "@playwright/test";
import { REGISTER_REDIRECT_MS } from "#contract/limits.ts";
import { registrationForm } from "#testing/people.ts";
import { expect } from "./fixtures.ts";

/** Fills in everything but the picture, on the page or in the dialog; answers what to sign in with. */
export async function fillRegistration(form: Page | Locator, first = "Işıl", last = "Çağ") {
  const { email, nickname, password } = registrationForm();
  await form.getByLabel("Ad", { exact: true }).fill(first);
  await form.getByLabel("Soyad").fill(last);
  await form.getByLabel("Cinsiyet").selectOption("Kadın");
  await form.getByLabel("Şehir").selectOption("Diyarbakır");
  await form.getByLabel("Gün").selectOption("29");
  await form.getByLabel("Ay", { exact: true }).selectOption("Şubat");
  await form.getByLabel("Yıl").selectOption("1988");
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Kullanıcı adı").fill(nickname);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByLabel("Şifre tekrarı", { exact: true }).fill(password);
  await form.getByLabel(/açık rıza/).check();
  await form.getByLabel(/iletilerin/).check();
  return { email, nickname, password };
}

/** Lets a registration lead on to the login at once, on a page whose clock is installed. */
export async function waitForLoginRedirect(page: Page): Promise<void> {
  await expect(page.getByText("Kayıt Başarılı", { exact: true })).toBeVisible();
  await page.clock.fastForward(REGISTER_REDIRECT_MS);
}
