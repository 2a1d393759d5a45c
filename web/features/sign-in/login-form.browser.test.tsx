import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { callsOf, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { show } from "#web/testing/screen.tsx";
import { LoginForm } from "./login-form.tsx";

const form = <LoginForm onSwitch={() => undefined} />;
const email = page.getByLabelText("E-posta");
const password = page.getByLabelText("Şifre", { exact: true });
const submit = page.getByRole("button", { name: "Giriş Yap", exact: true });

test("empty fields and wrong credentials show the specified words (R15, R16)", async () => {
  await show(form, { "POST /api/auth/login": refuse("invalid_credentials") });
  await submit.click();
  await expect.element(page.getByText("E-posta alanı boş bırakılamaz")).toBeVisible();
  await expect.element(page.getByText("Şifre alanı boş bırakılamaz")).toBeVisible();
  await expect.element(email).toHaveFocus();

  await email.fill("biri@ornek.com");
  await password.fill("yanlis-sifre");
  await submit.click();
  await expect.element(page.getByText("Giriş bilgileri hatalı")).toBeVisible();
  await expect.element(email).toHaveValue("biri@ornek.com");
});

test("a server out of reach is named as such, and the button says what is under way (R14)", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<typeof NO_CONNECTION>();
  await show(form, { "POST /api/auth/login": () => held });
  await email.fill("kimse@ornek.com");
  await password.fill("gizli-sifre-1");
  await submit.click();
  const sending = page.getByRole("button", { name: "Giriş Yapılıyor..." });
  await expect.element(sending).toBeDisabled();
  await userEvent.click(password);
  await userEvent.keyboard("{Enter}");
  release(NO_CONNECTION);
  await expect.element(page.getByText(/Sunucuya ulaşılamadı/)).toBeVisible();
  await expect.element(submit).toBeEnabled();
  expect(callsOf("POST /api/auth/login")).toHaveLength(1);
});

test("a browser shows at the next login that its owner signed in here before (R233)", async () => {
  const session = { token: "t", expires_at: "2099-01-01T00:00:00.000Z" };
  const answers = ["bir.1", "iki.2"].map((browser) => ({ ...session, browser }));
  await show(form, { "POST /api/auth/login": () => answers.shift() ?? NO_CONNECTION });
  await email.fill("biri@ornek.com");
  await password.fill("gizli-sifre-1");
  for (const calls of [1, 2, 3]) {
    await submit.click();
    await expect.poll(() => callsOf("POST /api/auth/login").length).toBe(calls);
    await expect.element(submit).toBeEnabled();
  }
  const sent = callsOf("POST /api/auth/login").map(({ body }) => body.browsers);
  expect(sent).toEqual([[], ["bir.1"], ["iki.2", "bir.1"]]);
});

test("the password can be looked at, and Google's button says why it does nothing (R17)", async () => {
  await show(form);
  await password.fill("gizli");
  await page.getByRole("button", { name: "Şifre: göster" }).click();
  await expect.element(password).toHaveAttribute("type", "text");
  const google = page.getByRole("button", { name: /Google/ });
  await expect.element(google).toBeDisabled();
  await expect.element(google).toHaveAccessibleDescription(/henüz kullanılamıyor/);
});
