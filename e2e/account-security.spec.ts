import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { expect, openTab, test } from "./fixtures.ts";

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Giriş Yap" }).click();
}

test("a login in a new browser is told, and its session is ended from the old one @postgres @main", async ({
  page,
  browser,
  baseURL,
  api,
}) => {
  const person = await signUp(api);
  await page.goto("/login?next=/notifications");
  await logIn(page, person);
  await expect(page.getByText("Henüz bildiriminiz yok")).toBeVisible();

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await openTab(elsewhere);
  await other.goto("/login");
  await logIn(other, person);
  await expect(other.getByRole("heading", { name: person.name })).toBeVisible();

  await page.reload();
  await page
    .getByRole("main")
    .getByRole("link", { name: /yeni bir tarayıcıdan/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Açık oturumlar" });
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Chrome");
  await expect(rows.first()).toContainText("Bu oturum");
  // Its own login at the registration's end was not by a browser.
  await expect(rows.filter({ hasText: "Bilinmeyen tarayıcı" })).toHaveCount(1);
  await dialog.getByRole("button", { name: "Kapat: Chrome" }).click();
  await expect(page.getByText("Oturum Kapatıldı")).toBeVisible();
  await expect(rows).toHaveCount(2);

  await other.getByRole("button", { name: "Profil Düzenle" }).click();
  await other.getByLabel("Biyografi").fill("Çay severim.");
  await other.getByRole("button", { name: "Kaydet" }).click();
  await expect(other.getByText("Oturum Sona Erdi")).toBeVisible();
  await elsewhere.close();

  await dialog.getByRole("button", { name: "Diğer Tüm Oturumları Kapat" }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Profil Düzenle" })).toBeVisible();
});
