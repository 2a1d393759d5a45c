import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { REGISTER_REDIRECT_MS } from "#contract/limits.ts";
import { OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { choose, NO_PICTURES, pngFile } from "#web/testing/files.ts";
import { account } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { RegisterForm } from "./register-form.tsx";

/** The longest time a message may take to appear. */
const SOON = 1000;
const API: FakeApi = {
  "GET /api/cities": { items: [{ code: 21, name: "Diyarbakır" }] },
  "GET /api/nickname/{nickname}/confirm": ({ path }) =>
    path.includes("alinmis")
      ? refuse("nickname_taken")
      : { item: { nickname: path.split("/").at(-2) ?? "" } },
  "POST /api/auth/challenge": { item: null },
  "POST /api/auth/register": { item: account() },
};
const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = page.getByRole("button", { name: "Üye Ol" });
const explicit = page.getByLabelText(/açık rıza/);
const communication = page.getByLabelText(/iletilerin/);

const showForm = (api: FakeApi = {}, onSwitch: (email?: string) => void = () => undefined) =>
  show(<RegisterForm onSwitch={onSwitch} />, { ...API, ...api });

async function fillIn(): Promise<void> {
  await expect.element(page.getByRole("option", { name: "Diyarbakır" })).toBeInTheDocument();
  for (const [label, text] of [
    ["Ad", "Işıl"],
    ["Soyad", "Çağ"],
    ["E-posta", "isil@ornek.com"],
    ["Kullanıcı adı", "isil"],
    ["Şifre", "gizli-sifre-1"],
    ["Şifre tekrarı", "gizli-sifre-1"],
  ] as const) {
    await field(label).fill(text);
  }
  for (const [label, choice] of [
    ["Cinsiyet", "Kadın"],
    ["Şehir", "Diyarbakır"],
    ["Gün", "29"],
    ["Ay", "Şubat"],
    ["Yıl", "1988"],
  ] as const) {
    await field(label).selectOptions(choice);
  }
  await explicit.click();
  await communication.click();
}

test("what is wrong is said in its field, and nothing typed is lost (R33, R34, R41)", async () => {
  await showForm({ "POST /api/auth/register": refuse("email_taken") });
  await fillIn();
  await field("Ad").fill(" ");
  await field("Yıl").selectOptions("1987");
  await field("Şifre").fill("12345");
  await submit.click();
  await expect.element(field("Ad")).toHaveFocus();
  await expect.element(page.getByText("Ad alanı boş bırakılamaz")).toBeVisible();
  await expect.element(page.getByText(/Böyle bir tarih yok/)).toBeVisible();
  await expect.element(page.getByText("Şifre en az 6 karakterden oluşmalıdır.")).toBeVisible();
  await expect.element(page.getByText("Şifreler uyuşmuyor")).toBeVisible();

  await field("Ad").fill("Işıl");
  await field("Yıl").selectOptions("1988");
  for (const label of ["Şifre", "Şifre tekrarı"]) await field(label).fill("IŞIL1988");
  await expect.element(page.getByText(OWN_PASSWORD)).toBeVisible();
  for (const label of ["Şifre", "Şifre tekrarı"]) await field(label).fill("gizli-sifre-1");
  await submit.click();
  await expect.element(page.getByText("Kayıt Hatası")).toBeVisible();
  await expect.element(field("E-posta")).toHaveFocus();
  await expect.element(field("E-posta")).toHaveAccessibleDescription(/bir hesap zaten var/);
  await expect.element(field("Soyad")).toHaveValue("Çağ");
  await expect.element(submit).toBeEnabled();
});

test("a proof that is not enough is computed again for the mailbox, whose letters count (R405)", async () => {
  await showForm({ "POST /api/auth/register": refuse("challenge_required") });
  await fillIn();
  await submit.click();
  await expect.element(page.getByText("Kayıt Hatası")).toBeVisible();
  const asked = callsOf("POST /api/auth/challenge").map(({ body }) => body);
  expect(asked[1]).toEqual({ for: "register", email: "isil@ornek.com" });
});

test("the nickname is checked while it is typed (R39)", async () => {
  await showForm();
  const nickname = field("Kullanıcı adı");
  for (const [typed, description] of [
    ["ab", /3-30 karakter olmalı/],
    ["Işık", /3-30 karakter olmalı/],
    ["ALINMIS", /alınmış/],
    ["yeni_biri", "Bu kullanıcı adı kullanılabilir."],
  ] as const) {
    await nickname.fill(typed);
    await expect.element(nickname).toHaveAccessibleDescription(description);
  }
});

test("Üye Ol waits for both consents, whose texts are beside them (R36)", async () => {
  await showForm();
  await expect.element(submit).toBeDisabled();
  await explicit.click();
  await expect.element(submit).toBeDisabled();
  await communication.click();
  await expect.element(submit).toBeEnabled();
  for (const [name, path] of [
    [/^KVKK/, "/kvkk"],
    [/^Gizlilik/, "/privacy"],
  ] as const) {
    const link = page.getByRole("link", { name });
    await expect.element(link).toHaveAttribute("href", path);
    await expect.element(link).toHaveAttribute("target", "_blank");
  }
});

test("only JPEG and PNG are taken, and a picture can be replaced and removed (R30, R85)", async () => {
  await showForm();
  const picker = field("Profil resmi (isteğe bağlı)");
  for (const file of NO_PICTURES) {
    await choose(picker, file);
    await expect.element(page.getByText("Resim Format Hatası")).toBeVisible();
    await expect.element(page.getByText("Lütfen sadece JPG, JPEG veya PNG seçin!")).toBeVisible();
    await page.getByRole("button", { name: "Mesajı kapat" }).first().click();
    await expect.element(page.getByText("Resim Format Hatası")).not.toBeInTheDocument();
  }
  const remove = page.getByRole("button", { name: /kaldır$/ });
  await choose(picker, await pngFile());
  await remove.click();
  await expect.element(remove).not.toBeInTheDocument();
});

test("the registration leads to the login after three and a half seconds (R40)", async () => {
  const onSwitch = vi.fn();
  await showForm({}, onSwitch);
  await fillIn();
  holdTime();
  await submit.click();
  await expect.element(page.getByText("Kayıt Başarılı", { exact: true })).toBeVisible();
  await letPass(REGISTER_REDIRECT_MS - SOON);
  expect(onSwitch).not.toHaveBeenCalled();
  await letPass(SOON);
  expect(onSwitch).toHaveBeenCalledExactlyOnceWith("isil@ornek.com");
});
