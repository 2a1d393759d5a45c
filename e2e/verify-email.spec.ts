import type { Page } from "@playwright/test";
import { verifyEmail } from "#contract/endpoints/email.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { succeed } from "#testing/api.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { fillMainSection } from "./create-steps.ts";
import { expect, openTab } from "./fixtures.ts";
import { linkTo, test } from "./mail-fixtures.ts";
import { fillSteps } from "./register-steps.ts";
import { expectAccessible, expectFitting, watchShifts } from "./screen-checks.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

const VERIFY = /doğrulayın/;

const waitingNote = (page: Page) =>
  page.getByRole("main").getByRole("region", { name: "E-posta doğrulama" });

/** Chooses as a visitor and registers for the vote, which then waits for the address. */
async function registerToVote(page: Page, { id }: Survey) {
  await page.goto(`/surveys/${id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await page.getByRole("dialog").getByRole("link", { name: "Kayıt Ol" }).click();
  const dialog = page.getByRole("dialog", { name: "Kayıt Ol" });
  const { email } = await fillSteps(dialog);
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  const note = waitingNote(page);
  await expect(note).toContainText("Seçiminizi sakladık");
  return { email, note };
}

test("a visitor registers to vote, verifies in another tab, and the vote is cast (R251, R255, R263)", {
  tag: "@layout",
}, async ({ page, api, context, mailServer }) => {
  const { email, note } = await registerToVote(page, await publishSurvey(api, await signUp(api)));
  await expectFitting(page, "a vote that waits");
  await expectAccessible(page, "a vote that waits");

  const tab = await openTab(context);
  // With what mail programs may take for a part of it.
  await tab.goto(`${await linkTo(mailServer, email, VERIFY)}).`);
  await expect(tab).toHaveURL(/\/email\/verify$/);
  await expectFitting(tab, "verifying an address");
  await expectAccessible(tab, "verifying an address");
  await tab.getByRole("button", { name: "Adresimi Doğrula" }).click();
  await expect(tab.getByText("E-posta adresiniz doğrulandı")).toBeVisible();
  await expectAccessible(tab, "a verified address");

  await expect(outcome(page)).toBeVisible();
  await expect(option(page, "Kahve")).toBeChecked();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("region", { name: "E-posta doğrulama" })).toHaveCount(0);
  await tab.reload();
  await expect(tab.getByText("E-posta adresiniz doğrulandı")).toBeVisible();
});

test("a vote outlives its tab: the link in the letter leads back to it, and it is cast (R255, R500)", async ({
  page,
  api,
  context,
  mailServer,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const { email } = await registerToVote(page, survey);
  await page.close();

  const tab = await openTab(context);
  await tab.goto(await linkTo(mailServer, email, VERIFY));
  await tab.getByRole("button", { name: "Adresimi Doğrula" }).click();
  await expect(tab).toHaveURL(`/surveys/${survey.id}`);
  await expect(outcome(tab)).toBeVisible();
  await expect(option(tab, "Kahve")).toBeChecked();
});

test("a vote waits over a reload for an address that another device verifies (R255, R398)", {
  tag: "@layout",
}, async ({ page, api, login, browser, baseURL, mailServer }) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  await login(voter);
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Çay").check();
  await voteButton(page).click();
  const note = waitingNote(page);
  await expect(note).toContainText(voter.email);
  await page.reload();
  await expect(note).toContainText(voter.email);
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await openTab(elsewhere);
  await other.goto(await linkTo(mailServer, voter.email, VERIFY));
  const password = other.getByLabel(`“${voter.nickname}” hesabının şifresi`, { exact: true });
  await password.fill("yanlis-sifre");
  await password.press("Enter");
  await expect(other.getByText("Şifreniz hatalı. Lütfen tekrar deneyin.")).toBeVisible();
  await expectFitting(other, "verifying elsewhere");
  await expectAccessible(other, "verifying elsewhere");
  await password.fill(voter.password);
  await password.press("Enter");
  await expect(other.getByText("E-posta adresiniz doğrulandı")).toBeVisible();
  await elsewhere.close();
  await expect(outcome(page)).toBeVisible();
});

test("the owner of an address frees it from an account that somebody opened with it (R399)", {
  tag: "@layout",
}, async ({ page, api, mailServer }) => {
  const stranger = await signUp(api);
  await page.goto(await linkTo(mailServer, stranger.email, VERIFY));
  await page.getByRole("button", { name: "Bu hesabı ben açmadım" }).click();
  const dialog = page.getByRole("dialog", { name: "Bu hesabı siz açmadınız mı?" });
  await expect(dialog).toContainText("kalıcı olarak silinir");
  await expectFitting(page, "an account of somebody else");
  await expectAccessible(page, "an account of somebody else");
  await dialog.getByRole("button", { name: "Hesabı Sil" }).click();
  await expect(page.getByText("Adresiniz ayrıldı")).toBeVisible();
  await expectAccessible(page, "a freed address");
  await page.getByRole("main").getByRole("link", { name: "Kayıt Ol" }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test("who has not verified is reminded, and can have the link sent again (R253)", {
  tag: "@layout",
}, async ({ page, api, login, mailServer }) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/");
  const strip = page.getByRole("region", { name: "E-posta doğrulama" });
  await expect(strip).toContainText(person.email);
  await expectFitting(page, "the reminder");
  await expectAccessible(page, "the reminder");
  await mailServer.newest(person.email);
  await strip.getByRole("button", { name: "Yeniden Gönder" }).click();
  await expect(page.getByText("Bağlantı Gönderildi", { exact: true })).toBeVisible();
  await expect
    .poll(() => mailServer.mails.filter(({ recipient }) => recipient === person.email).length)
    .toBe(2);
  // Without the message that stands before it.
  const shift = await watchShifts(page);
  await page.reload();
  await expect(strip).toContainText(person.email);
  expect(await shift()).toBeLessThan(0.01);
  await strip.getByRole("button", { name: "Sonra" }).click();
  await expect(strip).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test("who asks chooses who may vote (R254)", async ({ page, api, login }) => {
  await login(await signUp(api));
  await page.goto("/survey/create");
  await page.getByRole("radio", { name: /^Anket/ }).check();
  await page.getByRole("button", { name: "Devam Et" }).click();
  await fillMainSection(page);
  const voters = page.getByRole("group", { name: "Kimler oy verebilir?" });
  await expect(voters.getByRole("radio", { name: "Doğrulanmış üyeler" })).toBeChecked();
  await voters.getByRole("radio", { name: "Bütün üyeler" }).check();
  await page.reload();
  await expect(voters.getByRole("radio", { name: "Bütün üyeler" })).toBeChecked();
});

test("a forgotten password is replaced by a link (R257)", { tag: "@layout" }, async ({
  page,
  api,
  mailServer,
}) => {
  const person = await signUp(api);
  await page.goto("/login");
  await page.getByRole("link", { name: "Şifremi unuttum" }).click();
  await expect(page.getByRole("heading", { name: "Şifremi unuttum" })).toBeVisible();
  await page.getByRole("button", { name: "Bağlantı Gönder" }).click();
  await expect(page.getByText("E-posta alanı boş bırakılamaz")).toBeVisible();
  await expectFitting(page, "a forgotten password");
  await expectAccessible(page, "a forgotten password");
  await page.getByLabel("E-posta").fill(person.email);
  await page.getByLabel("E-posta").press("Enter");
  await expect(page.getByText("E-postanıza bakın")).toBeVisible();
  await expectAccessible(page, "a link for a new password was sent");

  const link = await linkTo(mailServer, person.email, /Yeni şifrenizi/);
  await page.goto(link);
  await page.getByLabel("Yeni şifre", { exact: true }).fill("123456");
  await page.getByLabel("Yeni şifre tekrarı", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Şifreyi Belirle" }).click();
  await expect(page.getByLabel("Yeni şifre", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expectFitting(page, "a new password");
  await expectAccessible(page, "a new password");
  await page.getByLabel("Yeni şifre", { exact: true }).fill("yepyeni-şifre-2");
  await page.getByLabel("Yeni şifre tekrarı", { exact: true }).fill("yepyeni-şifre-2");
  await page.getByRole("button", { name: "Şifreyi Belirle" }).click();
  await expect(page.getByLabel("E-posta")).toHaveValue(person.email);
  await page.getByLabel("Şifre", { exact: true }).fill("yepyeni-şifre-2");
  await page.getByLabel("Şifre", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/account$/);
  await page.goto(link);
  await expect(page.getByText("Bağlantı Kullanılmış")).toBeVisible();
  await page.getByRole("link", { name: "Yeni Bağlantı İste" }).click();
  await expect(page).toHaveURL(/\/password\/forgot$/);
});

test("links that do nothing any more say why, and lead to another (R252)", {
  tag: "@layout",
}, async ({ page }) => {
  for (const path of ["/email/verify", "/email/undo", "/password/reset"]) {
    for (const hash of ["", "#kesik"]) {
      await page.goto(path + hash);
      await expect(page.getByRole("alert")).toContainText("Bağlantı Geçersiz");
    }
    await expectFitting(page, path);
    await expectAccessible(page, path);
  }
});

test("an address is changed, and taken back (R256)", { tag: "@layout" }, async ({
  page,
  api,
  login,
  mailServer,
}) => {
  const person = await signUp(api);
  const first = new URL(await linkTo(mailServer, person.email, VERIFY)).hash.slice(1);
  await succeed(api.call(verifyEmail, { ...person, body: { token: first } }));
  await login(person);
  await page.goto("/account#e-posta");
  const dialog = page.getByRole("dialog", { name: "E-posta adresi" });
  await expect(dialog).toContainText("Doğrulandı");
  const email = registrationForm().email;
  await dialog.getByLabel("Yeni e-posta").fill(email);
  await dialog.getByLabel("Şifreniz", { exact: true }).fill("yanlis-sifre");
  await dialog.getByRole("button", { name: "Bağlantı Gönder" }).click();
  await expect(dialog.getByText("Şifreniz hatalı. Lütfen tekrar deneyin.")).toBeVisible();
  await expectFitting(page, "changing the address");
  await expectAccessible(page, "changing the address");
  await dialog.getByLabel("Şifreniz", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Bağlantı Gönder" }).click();
  await expect(dialog).toContainText("doğrulanmayı bekliyor");
  await expectAccessible(page, "an address that waits");
  await page.goto(await linkTo(mailServer, email, VERIFY));
  await page.getByRole("button", { name: "Adresimi Doğrula" }).click();
  await expect(page.getByText("E-posta adresiniz doğrulandı")).toBeVisible();

  await page.goto(await linkTo(mailServer, person.email, /değişti/));
  await expectFitting(page, "taking a change back");
  await expectAccessible(page, "taking a change back");
  await page.getByRole("button", { name: "Değişikliği Geri Al" }).click();
  await expect(page.getByText("Değişiklik geri alındı")).toBeVisible();
  await signIn(api, person);
  await linkTo(mailServer, person.email, /Yeni şifrenizi/);
});
