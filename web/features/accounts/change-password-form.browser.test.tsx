import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";

const field = (label: string) => page.getByLabelText(label, { exact: true });

test("one's own name is refused at the field", async () => {
  signIn();
  await show(<ChangePasswordForm account={account()} onDone={() => undefined} />, {});
  await field("Şimdiki şifre").fill("gizli-sifre-1");
  for (const label of ["Yeni şifre", "Yeni şifre tekrarı"]) await field(label).fill("AYŞE-1990");
  await page.getByRole("button", { name: "Şifreyi Değiştir" }).click();
  await expect.element(field("Yeni şifre")).toHaveAccessibleDescription(/adınızdan, kullanıcı adınızdan/);
  expect(callsOf("PUT /api/auth/account/my/password")).toEqual([]);
});
