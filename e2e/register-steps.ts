import type { Locator, Page } from "@playwright/test";
import { REGISTER_REDIRECT_MS } from "#contract/limits.ts";
import { registrationForm } from "#testing/people.ts";
import { expect } from "./fixtures.ts";

/** Fills in everything but the picture, on the page; answers what to sign in with. */
export async function fillRegistration(form: Page, first = "Işıl", last = "Çağ") {
  const { email, nickname, password } = registrationForm();
  await form.getByLabel("Ad", { exact: true }).fill(first);
  await form.getByLabel("Soyad").fill(last);
  await form.getByLabel("Kullanıcı adı").fill(nickname);
  await fillCredentials(form, { email, password });
  await fillDetails(form);
  return { email, nickname, password };
}

/** Fills in the dialog's three steps, up to "Üye Ol"; answers what to sign in with. */
export async function fillSteps(dialog: Locator, first = "Işıl", last = "Çağ") {
  const { email, password } = registrationForm();
  const goOn = dialog.getByRole("button", { name: "Devam Et" });
  await fillCredentials(dialog, { email, password });
  await goOn.click();
  await dialog.getByLabel("Ad", { exact: true }).fill(first);
  await dialog.getByLabel("Soyad").fill(last);
  await expect(dialog.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  const nickname = await dialog.getByLabel("Kullanıcı adı").inputValue();
  await goOn.click();
  await fillDetails(dialog);
  return { email, nickname, password };
}

export async function fillCredentials(
  form: Page | Locator,
  { email, password }: { email: string; password: string },
) {
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByLabel("Şifre tekrarı", { exact: true }).fill(password);
}

export async function fillDetails(form: Page | Locator) {
  await form.getByLabel("Cinsiyet").selectOption("Kadın");
  await form.getByLabel("Şehir").selectOption("Diyarbakır");
  await form.getByLabel("Gün").selectOption("29");
  await form.getByLabel("Ay", { exact: true }).selectOption("Şubat");
  await form.getByLabel("Yıl").selectOption("1988");
  await form.getByLabel(/açık rıza/).check();
  await form.getByLabel(/iletilerin/).check();
}

/** Lets a registration lead on to the login at once, on a page whose clock is installed. */
export async function waitForLoginRedirect(page: Page): Promise<void> {
  await expect(page.getByText("Kayıt Başarılı", { exact: true })).toBeVisible();
  await page.clock.fastForward(REGISTER_REDIRECT_MS);
}
