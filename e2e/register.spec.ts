import type { Page } from "@playwright/test";
import { getAccount } from "#contract/account.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { fillRegistration, waitForLoginRedirect } from "./register-steps.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Üye Ol" });

test("somebody new registers with a picture, is led to the login, and signs in @postgres @main", async ({
  page,
  api,
}) => {
  await page.clock.install();
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
  await waitForLoginRedirect(page);
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

test("a space that a phone's keyboard adds to the nickname is none of it @phone", async ({
  page,
  api,
}) => {
  await page.clock.install();
  await page.goto("/register");
  const { nickname, ...account } = await fillRegistration(page);
  await page.getByLabel("Kullanıcı adı").fill(`${nickname} `);
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  await submit(page).click();
  await waitForLoginRedirect(page);
  await expect(page).toHaveURL(/\/login$/);
  const { token } = await signIn(api, account);
  expect((await succeed(api.call(getAccount, { token }))).item.nickname).toBe(nickname);
});

test("a form that was left by a slip is found as it was, but for passwords and consents", async ({
  page,
  api,
}) => {
  const { id } = await publishSurvey(api, await signUp(api));
  await page.clock.install();
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
  await waitForLoginRedirect(page);
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
