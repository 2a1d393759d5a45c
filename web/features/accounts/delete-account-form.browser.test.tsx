import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { Factors } from "#contract/endpoints/second-factors.ts";
import { ProofDialog } from "#web/features/sign-in/proof/proof-dialog.tsx";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { DeleteAccountForm } from "./delete-account-form.tsx";

const FACTORS = "GET /api/auth/account/second-factor";
const DELETE = "DELETE /api/auth/account/my";

const factors = (signs_in_by_email: boolean): { item: Factors } => ({
  item: {
    ...{ totp_since: null, passkeys: [], recovery_codes_left: 0, signs_in_by_email },
    passkey_origin: location.origin,
  },
});
const confirm = page.getByRole("button", { name: "Hesabımı Kalıcı Olarak Sil" });

beforeEach(signIn);

test("asks for the password, and keeps the form where it is wrong", async () => {
  await show(<DeleteAccountForm nickname="ayse" onGiveUp={() => undefined} />, {
    [FACTORS]: factors(true),
    [DELETE]: refuse("wrong_password"),
  });
  await expect.element(confirm).toBeDisabled();
  const password = page.getByLabelText("Şifreniz", { exact: true });
  await password.fill("yanlis");
  await confirm.click();
  await expect.element(password).toHaveAccessibleDescription(/Şifreniz hatalı/);
});

test("an account without a password is deleted without one, or asked to sign in again (R422)", async () => {
  let isFresh = false;
  await show(
    <>
      <DeleteAccountForm nickname="ayse" onGiveUp={() => undefined} />
      <ProofDialog />
    </>,
    {
      [FACTORS]: factors(false),
      [DELETE]: () => (isFresh ? null : refuse("sign_in_again")),
      "GET /api/auth/account/my/identities": { items: [] },
    },
  );
  await expect.element(page.getByText("Hesabınızın şifresi yok", { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText("Şifreniz", { exact: true })).not.toBeInTheDocument();
  await confirm.click();
  const dialog = page.getByRole("dialog", { name: "Kimliğinizi doğrulayın" });
  await expect.element(dialog.getByText(/bir kez daha giriş yapmanızı/)).toBeVisible();
  await dialog.getByRole("button", { name: "Kapat" }).click();
  isFresh = true;
  await confirm.click();
  await expect.element(page.getByText("Hesabınız Silindi")).toBeVisible();
  expect(callsOf(DELETE).map(({ body }) => body)).toEqual([{}, {}]);
});

test("an account that only a passkey opens says where it cannot be used (R373)", async () => {
  const { item } = factors(false);
  const key = { id: 1, name: "Telefonum", created_at: "2026-11-20T09:00:00Z" };
  const passkeys = [{ ...key, used_at: null, synced: true }];
  document.documentElement.dataset.inApp = "other";
  onTestFinished(() => {
    delete document.documentElement.dataset.inApp;
  });
  await show(<DeleteAccountForm nickname="ayse" onGiveUp={() => undefined} />, {
    [FACTORS]: { item: { ...item, passkeys } },
  });
  await expect.element(page.getByText("burada kullanılamıyor", { exact: false })).toBeVisible();
  await expect.element(page.getByText("on dakika", { exact: false })).not.toBeInTheDocument();
});
