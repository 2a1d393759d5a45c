import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import type { MailLink } from "./email.api.ts";
import { VerifyAddress } from "./verify-address.tsx";

const VERIFY = "POST /api/auth/email/verification";
const DISOWN = "POST /api/auth/email/refusal";
const email = "ayse@ornek.com";
const linkOf = (changes: Partial<MailLink> = {}): MailLink => ({
  ...({ purpose: "verify", email, nickname: "ayse", done: false, verified: false } as const),
  ...{ changes_address: false, has_password: true, second_factors: false },
  ...changes,
});
const verify = page.getByRole("button", { name: "Adresimi Doğrula" });
const notMine = page.getByRole("button", { name: "Bu hesabı ben açmadım" });
const password = page.getByLabelText("“ayse” hesabının şifresi", { exact: true });

interface Shown {
  link?: MailLink;
  nickname?: string | null;
}
/** Returns how often the address was verified. */
async function showLink({ link = linkOf(), nickname = null }: Shown, api = {}) {
  const verified: true[] = [];
  await show(
    <VerifyAddress
      token="gizli"
      link={link}
      account={nickname === null ? null : { nickname }}
      onVerified={() => verified.push(true)}
    />,
    api,
  );
  return verified;
}

test("one press verifies where the account is signed in (R398)", async () => {
  const verified = await showLink({ nickname: "ayse" }, { [VERIFY]: { item: { email } } });
  await expect.element(password).not.toBeInTheDocument();
  await expect.element(notMine).not.toBeInTheDocument();
  await verify.click();
  await expect.poll(() => verified.length).toBe(1);
  expect(callsOf(VERIFY).map(({ body }) => body)).toEqual([{ token: "gizli" }]);
});

test("elsewhere the password is asked for, and what is wrong with it said (R398)", async () => {
  const answers = [refuse("wrong_password"), { item: { email } }];
  const verified = await showLink({}, { [VERIFY]: () => answers.shift() });
  await verify.click();
  await expect.element(page.getByText("Şifre alanı boş bırakılamaz")).toBeVisible();
  await password.fill("yanlis");
  await verify.click();
  await expect.element(page.getByText("Şifreniz hatalı. Lütfen tekrar deneyin.")).toBeVisible();
  await password.fill("gizli-sifre-1");
  await verify.click();
  await expect.poll(() => verified.length).toBe(1);
  expect(callsOf(VERIFY).at(-1)?.body).toEqual({ token: "gizli", password: "gizli-sifre-1" });
});

test("another account that is signed in is named, and asked for the password (R398)", async () => {
  await showLink({ nickname: "baskasi" });
  await expect.element(page.getByText(/şu an açık olan “baskasi” hesabı için değil/)).toBeVisible();
  await expect.element(password).toBeVisible();
});

test("an account without a password leads to the login, and back here (R398)", async () => {
  await showLink({ link: linkOf({ has_password: false }) });
  const login = page.getByRole("link", { name: "Giriş Yap" });
  await expect.element(login).toHaveAttribute("href", "/login?next=%2Femail%2Fverify");
  await expect.element(verify).not.toBeInTheDocument();
});

test("the account is deleted after a question, by the owner of the address (R399)", async () => {
  await showLink({}, { [DISOWN]: { item: { email } } });
  await notMine.click();
  const dialog = page.getByRole("dialog", { name: "Bu hesabı siz açmadınız mı?" });
  await expect.element(dialog.getByText(/kalıcı olarak silinir/)).toBeVisible();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  expect(callsOf(DISOWN)).toEqual([]);
  await notMine.click();
  await dialog.getByRole("button", { name: "Hesabı Sil" }).click();
  await expect.element(page.getByText("Adresiniz ayrıldı")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Kayıt Ol" })).toBeVisible();
  expect(callsOf(DISOWN).map(({ body }) => body)).toEqual([{ token: "gizli" }]);
});

test("somebody who is signed in to another account is not led to register afterwards (R399)", async () => {
  signIn();
  await showLink({ nickname: "baskasi" }, { [DISOWN]: { item: { email } } });
  await notMine.click();
  await page.getByRole("button", { name: "Hesabı Sil" }).click();
  await expect.element(page.getByText("Adresiniz ayrıldı")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Kayıt Ol" })).not.toBeInTheDocument();
});

test("a change to the address is given up, and the account stays (R399)", async () => {
  const link = linkOf({ changes_address: true, verified: true });
  await showLink({ link }, { [DISOWN]: refuse("link_used") });
  await notMine.click();
  await expect.element(page.getByText(/hesap şimdiki adresiyle kalır/)).toBeVisible();
  await page.getByRole("button", { name: "Adresimi Ayır" }).click();
  await expect.element(page.getByText("Bağlantı Kullanılmış")).toBeVisible();
});
