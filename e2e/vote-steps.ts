import type { Page } from "@playwright/test";
import type { Person } from "#testing/people.ts";
import { expect } from "./fixtures.ts";

/** The survey whose page is open, without the next one that is offered below it. */
export const opened = (page: Page) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { level: 1 }) });

export const option = (page: Page, name: string) => opened(page).getByRole("radio", { name });

/** The vote button, whatever it says. */
export const voteButton = (page: Page) =>
  opened(page).getByRole("button", { name: /^(Oyla|Gönderiliyor|Oy Verildi)$/ });

/** The message after a vote. */
export const outcome = (page: Page) =>
  opened(page).getByRole("status").filter({ hasText: "Oyunuz verildi." });

/** The results, at the side or, on a phone, in their sheet. */
export async function showResults(page: Page) {
  await expect(opened(page).getByRole("radio").first()).toBeVisible();
  const button = opened(page).getByRole("button", { name: "Sonuçlar" });
  if (await button.isVisible()) {
    await button.click();
    return page.getByRole("dialog", { name: "Sonuçlar" });
  }
  return page.getByRole("complementary", { name: "Sonuçlar" });
}

/** Fills the login dialog, which is a link away from the registration. */
export async function signInHere(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
) {
  const toLogin = page.getByRole("dialog", { name: "Kayıt Ol" }).getByRole("link", {
    name: "Giriş Yap",
  });
  const dialog = page.getByRole("dialog", { name: "Giriş Yap" });
  await expect(dialog.getByLabel("E-posta").or(toLogin)).toBeVisible();
  if (await toLogin.isVisible()) await toLogin.click();
  await dialog.getByLabel("E-posta").fill(email);
  await dialog.getByLabel("Şifre", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Giriş Yap", exact: true }).click();
}
