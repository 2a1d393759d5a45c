import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { generateSync } from "otplib/functional";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, openTab, test } from "./fixtures.ts";

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Giriş Yap" }).click();
}

test("a login in a new browser is reported, and its session is ended from the old one (R247, R248) @postgres", async ({
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
  // Messages stay for some seconds only, and the other browser's stream may notice the end first.
  await Promise.all([
    expect(page.getByText("Oturum Kapatıldı")).toBeVisible(),
    expect(other.getByText("Oturum Sona Erdi")).toBeVisible(),
    expect(rows)
      .toHaveCount(2)
      .then(() => other.reload()),
  ]);
  await elsewhere.close();

  await dialog.getByRole("button", { name: "Diğer Tüm Oturumları Kapat" }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Profil Düzenle" })).toBeVisible();
});

/** An authenticator in the browser that always finds its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal" } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}

async function openFactors(page: Page) {
  await page.goto("/account");
  await page.getByRole("button", { name: /^İki Adımlı Doğrulama/ }).click();
  return page.getByRole("dialog", { name: "İki adımlı doğrulama" });
}

async function confirmBy(dialog: Locator, password: string): Promise<void> {
  await dialog.getByLabel("Şifreniz", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Devam Et" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/$/);
}

const codeAt = (secret: string, time: number) =>
  generateSync({ secret, epoch: Math.floor(time / 1000) });

test("codes are set up and used once each, and a recovery code stands in for one (R261) @layout @main", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  const dialog = await openFactors(page);
  await dialog.getByRole("button", { name: "Kodları Aç" }).click();
  await confirmBy(dialog, person.password);
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await expect(dialog.getByRole("img", { name: /karekod/ })).toBeVisible();
  const first = codeAt(secret, Date.now());
  await dialog.getByLabel("Doğrulama kodu").fill(first);
  await dialog.getByRole("button", { name: "Kodları Aç" }).click();
  await expect(dialog.locator("li code")).toHaveCount(10);
  const codes = await dialog.locator("li code").allInnerTexts();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "İndir" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain(codes.join("\n"));
  await dialog.getByRole("button", { name: "Kaydettim" }).click();
  await expect(dialog.getByText("10 kod kaldı")).toBeVisible();

  const field = page.getByLabel("Doğrulama kodu");
  const submit = page.getByRole("button", { name: "Doğrula", exact: true });
  await logOut(page);
  await page.goto("/login?next=/notifications");
  await logIn(page, person);
  await expect(field).toBeFocused();
  await field.fill(first);
  await submit.click();
  await expect(page.getByText(/Kod hatalı ya da daha önce kullanılmış/)).toBeVisible();
  // The code of the next step counts already, and is later than the first.
  await field.fill(codeAt(secret, Date.now() + 30_000));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/notifications$/);

  await logOut(page);
  await page.goto("/login");
  await logIn(page, person);
  await page.getByRole("button", { name: "Kurtarma kodu kullan" }).click();
  await page.getByLabel("Kurtarma kodu", { exact: true }).fill(codes[0]?.toLowerCase() ?? "");
  await submit.click();
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
  await (await openFactors(page)).getByText("9 kod kaldı").waitFor();
});

test("a vote waits for the second step of the login (R261)", async ({ page, api, login }) => {
  const person = await signUp(api);
  const survey = await publishSurvey(api, await signUp(api), { question: "Çay mı, kahve mi?" });
  await login(person);
  await addAuthenticator(page);
  const dialog = await openFactors(page);
  await dialog.getByRole("button", { name: "Geçiş Anahtarı Ekle" }).click();
  await confirmBy(dialog, person.password);
  await dialog.getByRole("button", { name: "Kaydettim" }).click();
  await logOut(page);
  // Otherwise the browser offers the passkey by itself, and nothing is typed.
  await page.evaluate(() => localStorage.removeItem("passkey-used"));

  await page.goto(`/surveys/${survey.id}`);
  await page.getByRole("radio", { name: "Kahve" }).check();
  await page.getByRole("button", { name: "Oyla" }).click();
  const ask = page.getByRole("dialog", { name: "Giriş Yap" });
  await ask.getByLabel("E-posta").fill(person.email);
  await ask.getByLabel("Şifre", { exact: true }).fill(person.password);
  await ask.getByRole("button", { name: "Giriş Yap" }).click();
  await expect(ask.getByText("Seçiminiz: Kahve")).toBeVisible();
  await ask.getByRole("button", { name: "Geçiş anahtarı kullan" }).click();
  await expect(page.getByText(/Oyunuz kaydedildi|Oy Verildi/).first()).toBeVisible();
});

test("a passkey is made, signs in alone, proves its owner, and is removed (R262)", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/account");
  await addAuthenticator(page);
  let dialog = await openFactors(page);
  await dialog.getByRole("button", { name: "Geçiş Anahtarı Ekle" }).click();
  await confirmBy(dialog, person.password);
  await dialog.getByRole("button", { name: "Kaydettim" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Eklendi:" })).toContainText(
    "Chrome",
  );
  await logOut(page);

  await page.goto("/login?next=/account");
  const byKey = page.getByRole("main").getByRole("button", { name: /^Geçiş anahtarı ile/ });
  const account = page.getByRole("heading", { name: person.name });
  // The browser may offer it by itself before it is asked for.
  await expect(async () => {
    if (!(await account.isVisible())) await byKey.click({ timeout: 1000 });
    await expect(account).toBeVisible({ timeout: 5000 });
  }).toPass();

  dialog = await openFactors(page);
  await dialog.getByRole("button", { name: /^Sil: / }).click();
  await dialog.getByRole("button", { name: "Geçiş Anahtarı Kullan" }).click();
  await expect(page.getByText("Geçiş Anahtarı Silindi")).toBeVisible();
  await expect(dialog.getByText("Kurtarma kodları")).toHaveCount(0);
  await logOut(page);
  await page.evaluate(() => localStorage.removeItem("passkey-used"));
  await page.goto("/login");
  await logIn(page, person);
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
});
