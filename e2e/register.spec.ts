import type { Page } from "@playwright/test";
import { getAccount } from "#contract/account.ts";
import { succeed } from "#testing/api.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { fillRegistration } from "./register-steps.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Üye Ol" });

test("somebody new registers with a picture, is led to the login, and signs in @postgres", async ({
  page,
  api,
}) => {
  await page.goto("/register");
  const { email, nickname, password } = await fillRegistration(page);
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  const file = await picture();
  const buffer = Buffer.from(await file.arrayBuffer());
  await page
    .getByLabel("Profil resmi (isteğe bağlı)", { exact: true })
    .setInputFiles({ name: file.name, mimeType: file.type, buffer });
  await expect(page.getByRole("button", { name: /kaldır$/ })).toBeVisible();
  await submit(page).click();

  await expect(page.getByText("Kayıt Başarılı", { exact: true })).toBeVisible();
  await expect(page.getByText("Kayıt işlemi başarılı. Yönlendiriliyorsunuz...")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  // The address is there before the page, and both forms have these fields.
  await expect(page.getByRole("heading", { name: "Giriş Yap" })).toBeVisible();
  await expect(page.getByLabel("E-posta")).toHaveValue(email);
  await page.getByLabel("Şifre", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { name: "Işıl Çağ" })).toBeVisible();

  const { token } = await signIn(api, { email, password });
  const { item } = await succeed(api.call(getAccount, { token }));
  expect(item).toMatchObject({ nickname, birth_date: "29.02.1988", city_id: 21, gender: "women" });
  expect(item.image).not.toBeNull();
});

test("what is wrong is said in its field, and nothing typed is lost", async ({ page, api }) => {
  const taken = await signUp(api);
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByLabel("Ad", { exact: true }).fill(" ");
  await page.getByLabel("Yıl").selectOption("1987");
  await page.getByLabel("Şifre", { exact: true }).fill("12345");
  await submit(page).click();
  await expect(page.getByLabel("Ad", { exact: true })).toBeFocused();
  await expect(page.getByText("Ad alanı boş bırakılamaz")).toBeVisible();
  await expect(page.getByText(/Böyle bir tarih yok/)).toBeVisible();
  await expect(page.getByText("Şifre en az 6 karakterden oluşmalıdır.")).toBeVisible();
  await expect(page.getByText("Şifreler uyuşmuyor")).toBeVisible();

  await page.getByLabel("Ad", { exact: true }).fill("Işıl");
  await page.getByLabel("Yıl").selectOption("1988");
  await page.getByLabel("Şifre", { exact: true }).fill("gizli-sifre-1");
  await page.getByLabel("E-posta").fill(taken.email);
  await submit(page).click();
  await expect(page.getByText("Kayıt Hatası")).toBeVisible();
  await expect(page.getByLabel("E-posta")).toBeFocused();
  await expect(page.getByLabel("E-posta")).toHaveAccessibleDescription(/bir hesap zaten var/);
  await expect(page.getByLabel("Soyad")).toHaveValue("Çağ");
  await expect(submit(page)).toBeEnabled();
});

test("the nickname is checked while it is typed", async ({ page, api }) => {
  const taken = await signUp(api);
  await page.goto("/register");
  const nickname = page.getByLabel("Kullanıcı adı");
  await nickname.fill("ab");
  await expect(nickname).toHaveAccessibleDescription(/3-30 karakter olmalı/);
  await nickname.fill("Işık");
  await expect(nickname).toHaveAccessibleDescription(/3-30 karakter olmalı/);
  await nickname.fill(taken.nickname.toUpperCase());
  await expect(nickname).toHaveAccessibleDescription(/alınmış/);
  await nickname.fill(registrationForm().nickname);
  await expect(nickname).toHaveAccessibleDescription("Bu kullanıcı adı kullanılabilir.");
});

test("a space that a phone's keyboard adds to the nickname is none of it @phone", async ({
  page,
  api,
}) => {
  await page.goto("/register");
  const { nickname, ...account } = await fillRegistration(page);
  await page.getByLabel("Kullanıcı adı").fill(`${nickname} `);
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  await submit(page).click();
  await expect(page).toHaveURL(/\/login$/);
  const { token } = await signIn(api, account);
  expect((await succeed(api.call(getAccount, { token }))).item.nickname).toBe(nickname);
});

test("Üye Ol waits for both consents, whose texts are beside them", async ({ page, context }) => {
  await page.goto("/register");
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel(/açık rıza/).check();
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel(/iletilerin/).check();
  await expect(submit(page)).toBeEnabled();
  const opened = context.waitForEvent("page");
  await page.getByRole("main").getByRole("link", { name: /KVKK/ }).click();
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(
    "KVKK Aydınlatma Metni",
  );
});

test("only JPEG and PNG are taken, and a picture can be replaced and removed", async ({ page }) => {
  await page.goto("/register");
  const picker = page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true });
  const wrong = { mimeType: "image/gif", name: "a.gif", buffer: Buffer.from("GIF89a") };
  const lying = { mimeType: "image/png", name: "a.png", buffer: Buffer.from("no picture") };
  for (const file of [wrong, lying]) {
    // The page takes a picture as soon as its scripts are there.
    await expect(async () => {
      await picker.setInputFiles(file);
      await expect(page.getByText("Resim Format Hatası")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText("Lütfen sadece JPG, JPEG veya PNG seçin!")).toBeVisible();
    await page.getByRole("button", { name: "Mesajı kapat" }).first().click();
    await expect(page.getByText("Resim Format Hatası")).toBeHidden();
  }
  const file = await picture();
  const buffer = Buffer.from(await file.arrayBuffer());
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: /kaldır$/ }).click();
  await expect(page.getByRole("button", { name: /kaldır$/ })).toBeHidden();
});

test("a form that was left by a slip is found as it was, but for passwords and consents", async ({
  page,
  api,
}) => {
  const { id } = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${id}`);
  await page.getByRole("radio", { name: "Çay" }).check();
  const dialog = page.getByRole("dialog", { name: "Kayıt Ol" });
  const open = async () => {
    await page.getByRole("button", { name: "Oyla" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Kayıt Ol" }).click();
  };
  await open();
  const { email, nickname } = await fillRegistration(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByLabel("E-posta")).toHaveValue(email);
  await expect(dialog.getByLabel("Kullanıcı adı")).toHaveValue(nickname);
  await expect(dialog.getByLabel("Şehir")).toHaveValue("21");
  await expect(dialog.getByLabel("Ay", { exact: true })).toHaveValue("02");
  await expect(dialog.getByLabel("Şifre", { exact: true })).toHaveValue("");
  await expect(dialog.getByLabel(/açık rıza/)).not.toBeChecked();

  const again = await fillRegistration(dialog);
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  const signInAs = page.getByRole("dialog", { name: "Giriş Yap" }).getByLabel("E-posta");
  await expect(signInAs).toHaveValue(again.email);
  await page.getByRole("dialog").getByRole("link", { name: "Kayıt Ol" }).click();
  await expect(dialog.getByLabel("E-posta")).toHaveValue("");

  await fillRegistration(dialog);
  await page.route("**/register", async (route) => {
    await page.keyboard.press("Escape");
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  await expect(page.getByText("Kayıt Başarılı")).toBeVisible();
  await page.getByRole("button", { name: "Oyla" }).click();
  await expect(signInAs).toHaveValue("");
  await page.getByRole("dialog").getByRole("link", { name: "Kayıt Ol" }).click();
  await expect(dialog.getByLabel("E-posta")).toHaveValue("");
});
