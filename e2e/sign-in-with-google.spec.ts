import { randomBytes } from "node:crypto";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { type Api, succeed } from "#testing/api.ts";
import { registrationForm, signUp } from "#testing/people.ts";
import type { IdentityProvider } from "#testing/servers/identity-provider.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect } from "./fixtures.ts";
import { linkTo } from "./mail-fixtures.ts";
import { proveIn } from "./proof-steps.ts";
import { signInAtProvider, test } from "./provider-fixtures.ts";
import { fillDetails } from "./register-steps.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

const GOOGLE = { name: "Google ile devam et" };

function newPerson(google: IdentityProvider) {
  const login = `kisi-${randomBytes(6).toString("hex")}`;
  const person = { email: `${login}@ornek.com`, email_verified: true, name: "Işıl Çağ" };
  google.people.set(login, person);
  return { login, ...person };
}

test("somebody new signs in with Google, completes the account, and signs in again later (R265, R266)", {
  tag: ["@layout", "@postgres"],
}, async ({ page, providers: { google } }) => {
  const person = newPerson(google);
  await page.goto("/login");
  await expectFitting(page, "the login with providers");
  await expectAccessible(page, "the login with providers");
  await page.getByRole("button", GOOGLE).click();
  await signInAtProvider(page, person.login);
  await expect(page.getByRole("heading", { name: "Hesabınızı tamamlayın" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expect(page.getByLabel("E-posta")).toHaveValue(person.email);
  await expect(page.getByLabel("Ad", { exact: true })).toHaveValue("Işıl");
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  await expectFitting(page, "completing the account");
  await expectAccessible(page, "completing the account");
  await page.reload();
  await expect(page.getByLabel("Soyad")).toHaveValue("Çağ");
  await page.getByLabel("Kullanıcı adı").fill(registrationForm().nickname);
  await fillDetails(page);
  await page.getByRole("button", { name: "Hesabımı Aç" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { name: "Işıl Çağ" })).toBeVisible();

  await page.goto("/logout");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/login?next=//kotu.example/surveys");
  await page.getByRole("button", GOOGLE).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { name: "Işıl Çağ" })).toBeVisible();
});

test("a visitor's choice is voted for after signing in with Google, without choosing again (R265)", {
  tag: "@layout",
}, async ({ page, api, providers: { google } }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  const dialog = page.getByRole("dialog");
  await expectFitting(page, "the dialog with providers");
  await expectAccessible(page, "the dialog with providers");
  await dialog.getByRole("button", GOOGLE).click();
  await signInAtProvider(page, newPerson(google).login);
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  await page.getByLabel("Kullanıcı adı").fill(registrationForm().nickname);
  await fillDetails(page);
  await page.getByRole("button", { name: "Hesabımı Aç" }).click();
  await expect(outcome(page)).toBeVisible();
  await expect(option(page, "Kahve")).toBeChecked();
  expect(new URL(page.url()).pathname).toBe(`/surveys/${survey.id}`);
});

async function verifiedPerson(api: Api, mailServer: Parameters<typeof linkTo>[0]) {
  const person = await signUp(api);
  const link = new URL(await linkTo(mailServer, person.email, /doğrulayın/));
  await succeed(api.call(verifyEmail, { ...person, body: { token: link.hash.slice(1) } }));
  return person;
}

test("an account is linked with Google from its own page, and the link is ended (R269)", {
  tag: "@layout",
}, async ({ page, api, login, mailServer, providers: { google } }) => {
  const person = await verifiedPerson(api, mailServer);
  const theirs = newPerson(google);
  await login(person);
  await page.goto("/account");
  await page.getByRole("button", { name: "Bağlı Hesaplar" }).click();
  const dialog = page.getByRole("dialog", { name: "Bağlı hesaplar" });
  await expect(dialog.getByText("Bağlı değil")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Bağla: Google ile devam et" }).click();
  await proveIn(page, person);
  await signInAtProvider(page, theirs.login);
  await expect(dialog.getByText(theirs.email)).toBeVisible();
  await expectFitting(page, "linked accounts");
  await expectAccessible(page, "linked accounts");
  const end = dialog.getByRole("button", { name: "Bağlantıyı kaldır: Google ile devam et" });
  await end.press("Enter");
  await expect(dialog.getByText("Bağlı değil")).toHaveCount(2);
  await expect(dialog.getByRole("button", { name: "Bağla: Google ile devam et" })).toBeFocused();
});

test("sign-ins that cannot end say why, and lead back to the login (R267, R271)", {
  tag: "@layout",
}, async ({ page, api, providers: { google } }) => {
  const failure = page.getByRole("alert");
  await page.goto("/login/callback/google?code=baskasinin&state=baskasinin");
  await expect(failure).toContainText("Giriş Bu Sekmede Başlamadı");
  expect(new URL(page.url()).search).toBe("");
  await expectFitting(page, "a sign-in that failed");
  await expectAccessible(page, "a sign-in that failed");

  await page.getByRole("link", { name: "Giriş Sayfasına Git" }).click();
  await page.getByRole("button", GOOGLE).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(failure).toContainText("Giriş Yarıda Kaldı");

  const registered = await signUp(api);
  const person = newPerson(google);
  google.people.set(person.login, { ...person, email: registered.email });
  await page.goto("/login?next=/surveys");
  await page.getByRole("button", GOOGLE).click();
  await signInAtProvider(page, person.login);
  await expect(failure).toContainText("Bu Adresle Bir Hesap Var");
  await page.getByRole("link", { name: "Giriş Sayfasına Git" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);

  await page.getByRole("button", { name: "Okul hesabıyla devam et" }).click();
  await expect(page.getByText("Sağlayıcıya Ulaşılamıyor")).toBeVisible();
  await expect(page.getByRole("button", GOOGLE)).toBeEnabled();
});
