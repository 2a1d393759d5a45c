import type { Page } from "@playwright/test";
import { getAccount } from "#contract/endpoints/account.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import {
  fillCredentials,
  fillRegistration,
  fillSteps,
  waitForLoginRedirect,
} from "./register-steps.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Üye Ol" });

test("somebody new registers with a picture, is led to the login, and signs in (R4, R28, R30, R40) @postgres @main", async ({
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
  await page.goto(`/surveys/${id}`);
  await page.getByRole("radio", { name: "Çay" }).check();
  const dialog = page.getByRole("dialog", { name: "Kayıt Ol" });
  const open = () => page.getByRole("button", { name: "Oyla" }).click();
  const goOn = dialog.getByRole("button", { name: "Devam Et" });
  await open();
  const { email, nickname, password } = await fillSteps(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByLabel("E-posta")).toHaveValue(email);
  await expect(dialog.getByLabel("Şifre", { exact: true })).toHaveValue("");
  await fillCredentials(dialog, { email, password });
  await goOn.click();
  await expect(dialog.getByLabel("Kullanıcı adı")).toHaveValue(nickname);
  await goOn.click();
  await expect(dialog.getByLabel("Şehir")).toHaveValue("21");
  await expect(dialog.getByLabel("Ay", { exact: true })).toHaveValue("02");
  await expect(dialog.getByLabel(/açık rıza/)).not.toBeChecked();

  // Who closes the dialog while it registers is signed in, and nothing is voted for.
  await dialog.getByLabel(/açık rıza/).check();
  await dialog.getByLabel(/iletilerin/).check();
  await page.route("**/register", async (route) => {
    await page.keyboard.press("Escape");
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  await expect(page.getByText("Giriş Başarılı")).toBeVisible();
  await expect(page.getByRole("button", { name: "Oyla" })).toBeEnabled();
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(email);
});
