import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { RegisterForm } from "#web/features/accounts/register-form.tsx";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { LoginForm } from "./login-form.tsx";
import { SecondStep } from "./second-step.tsx";
import { LinkedProviderList } from "./security/linked-provider-list.tsx";
import { SecondFactors } from "./security/second-factors.tsx";

const { dataset } = document.documentElement;
const note = page.getByRole("region", { name: "Sayfa bir uygulamanın içinde açıldı" });
const link = note.getByRole("link", { name: "Tarayıcıda Aç" });
const copy = note.getByRole("button", { name: "Bağlantıyı Kopyala" });
const google = page.getByRole("button", { name: "Google ile devam et" });
const school = page.getByRole("button", { name: "Okul hesabıyla devam et" });
const passkey = page.getByRole("button", { name: /Geçiş anahtarı (ile|kullan)/ });

const REGISTRATION = {
  "GET /api/cities": { items: [] },
  "POST /api/auth/challenge": { item: null },
};
const FACTORS = { totp_since: null, passkeys: [], recovery_codes_left: 0 };

beforeEach(() => {
  dataset.providers = JSON.stringify([
    { id: "google", label: "Google ile devam et" },
    { id: "okul", label: "Okul hesabıyla devam et" },
  ]);
});
afterEach(() => {
  delete dataset.providers;
  delete dataset.inApp;
  delete dataset.passkeys;
});

const login = <LoginForm onSwitch={() => undefined} />;

test("in a browser of its own the login offers all providers and passkeys", async () => {
  // As the document's script says before the first paint.
  dataset.passkeys = "";
  await show(login);
  await expect.element(google).toBeVisible();
  await expect.element(passkey).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

test("within an app on Android the login leads to the phone's browser (R372)", async () => {
  dataset.inApp = "android";
  await show(login, {}, "/login?next=%2Fsurveys%2F5");
  await expect.element(note).toBeVisible();
  await expect.element(note.getByText(/Google hesabıyla ve geçiş anahtarıyla/)).toBeVisible();
  const { host } = location;
  const address = `intent://${host}/login?next=%2Fsurveys%2F5#Intent;`;
  expect(link.element().getAttribute("href")).toContain(address);
  await expect.element(note.getByText(/Ekrandaki menüye/)).not.toBeVisible();
  await expect.element(google).not.toBeInTheDocument();
  await expect.element(passkey).not.toBeInTheDocument();
  // Other providers may allow signing in.
  await expect.element(school).toBeVisible();
  await expect.element(page.getByLabelText("E-posta")).toBeEnabled();
  await expect.element(page.getByRole("button", { name: "Giriş Yap", exact: true })).toBeEnabled();
});

test("where no link leads out of the app the login says how (R372)", async () => {
  dataset.inApp = "other";
  await show(login);
  await expect.element(note.getByText(/Ekrandaki menüye/)).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(copy).toBeVisible();
});

test("with other providers than Google it says only that they may fail", async () => {
  dataset.providers = JSON.stringify([{ id: "okul", label: "Okul hesabıyla devam et" }]);
  dataset.inApp = "other";
  await show(login);
  await expect.element(note.getByText(/çalışmayabilir/)).toBeVisible();
  await expect.element(school).toBeVisible();
});

test("without providers there is nothing to open elsewhere, and no passkey", async () => {
  delete dataset.providers;
  dataset.inApp = "android";
  await show(login);
  await expect.element(page.getByLabelText("E-posta")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(passkey).not.toBeInTheDocument();
});

test("the registration leads to the phone's browser too (R372)", async () => {
  dataset.inApp = "android";
  await show(<RegisterForm onSwitch={() => undefined} />, REGISTRATION);
  await expect.element(link).toBeVisible();
  await expect.element(google).not.toBeInTheDocument();
});

test("the address is copied by keyboard, or selected where the app forbids that (R372)", async () => {
  dataset.inApp = "other";
  const writeText = vi.fn(async () => undefined);
  const clipboard = vi.spyOn(navigator, "clipboard", "get");
  clipboard.mockReturnValue({ writeText } as unknown as Clipboard);
  onTestFinished(() => clipboard.mockRestore());
  await show(login);
  const { href } = location;
  history.replaceState(history.state, "", "?next=%2Fsurveys%2F5%3Fdavet%3Dgizli#sonuclar");
  onTestFinished(() => history.replaceState(history.state, "", href));
  (copy.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(location.href);

  writeText.mockRejectedValue(new DOMException("", "NotAllowedError"));
  for (const _ of ["first", "again"]) {
    await copy.click();
    const field = note.getByLabelText("Bağlantı", { exact: true });
    await expect.element(field).toHaveFocus();
    const { value, selectionStart, selectionEnd } = field.element() as HTMLInputElement;
    expect([value, selectionStart, selectionEnd]).toEqual([location.href, 0, location.href.length]);
  }
});

test("within an app accounts are linked elsewhere, and links can be ended (R372)", async () => {
  signIn();
  dataset.inApp = "android";
  const identity = { email: "biri@ornek.com", linked_at: "2026-11-26T09:00:00Z" };
  const linked = (identity: { email: string; linked_at: string } | null) => ({
    items: [{ id: "google", label: "Google ile devam et", identity }],
  });
  const answers = [linked(null), linked(identity)];
  const GET = "GET /api/auth/account/my/identities";
  const screen = await show(<LinkedProviderList nickname="ayse" />, {
    [GET]: () => answers[0] ?? linked(null),
  });
  await expect.element(note.getByText(/Hesap bağlamak burada/)).toBeVisible();
  await expect.element(page.getByText("Bağlı değil")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Bağla:/ })).not.toBeInTheDocument();
  await screen.unmount();
  answers.shift();
  await show(<LinkedProviderList nickname="ayse" />, { [GET]: () => answers[0] ?? linked(null) });
  await expect.element(page.getByRole("button", { name: /^Bağlantıyı kaldır:/ })).toBeVisible();
});

const KEY = {
  id: 1,
  name: "Telefonum",
  created_at: "2026-11-20T09:00:00Z",
  used_at: null,
  synced: true,
};

test("within an app the settings make no passkey, and say where (R373)", async () => {
  signIn();
  dataset.inApp = "other";
  const item = { ...FACTORS, signs_in_by_email: true, passkey_origin: location.origin };
  await show(<SecondFactors nickname="ayse" />, {
    "GET /api/auth/account/second-factor": { item },
  });
  await expect
    .element(note.getByText("Geçiş anahtarı burada eklenemez", { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Geçiş Anahtarı Ekle" }))
    .not.toBeInTheDocument();
});

test("within an app a change that only a passkey confirms is made elsewhere (R373)", async () => {
  signIn();
  dataset.inApp = "other";
  const item = {
    ...{ ...FACTORS, passkeys: [KEY], recovery_codes_left: 10 },
    ...{ signs_in_by_email: false, passkey_origin: location.origin },
  };
  await show(<SecondFactors nickname="ayse" />, {
    "GET /api/auth/account/second-factor": { item },
  });
  await page.getByRole("button", { name: "Kodları Aç" }).click();
  await expect.element(note.getByText(/geçiş anahtarınız gerekir/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Devam Et" })).not.toBeInTheDocument();
  await expect.element(copy).toHaveFocus();
});

test("within an app the second step takes a recovery code in a passkey's place (R373)", async () => {
  dataset.inApp = "android";
  const methods = ["passkey", "recovery_code"] as const;
  await show(<SecondStep ticket="t" methods={[...methods]} onGiveUp={() => undefined} />);
  await expect.element(note.getByText(/Geçiş anahtarınız burada kullanılamaz/)).toBeVisible();
  await expect.element(page.getByLabelText("Kurtarma kodu")).toHaveFocus();
  await expect.element(passkey).not.toBeInTheDocument();
});
