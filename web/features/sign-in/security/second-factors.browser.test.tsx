import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Factors } from "#contract/endpoints/second-factors.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SecondFactors } from "./second-factors.tsx";

const GET = "GET /api/auth/account/second-factor";
const BEGIN = "POST /api/auth/account/second-factor/totp";
const CONFIRM = "PUT /api/auth/account/second-factor/totp";
const CODES = Array.from({ length: 10 }, (_, i) => `ABCDE-0000${i}`);
const SECRET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const factors = (changes: Partial<Factors> = {}): Factors => ({
  ...{ totp_since: null, passkeys: [], recovery_codes_left: 0, signs_in_by_email: true },
  ...{ passkey_origin: location.origin },
  ...changes,
});

beforeEach(signIn);

test("codes are turned on after the password, with the first code, and recovery codes are shown once (R260)", async () => {
  let item = factors();
  await show(<SecondFactors nickname="ayse" />, {
    [GET]: () => ({ item }),
    [BEGIN]: ({ body }) =>
      body.password === "gizli-sifre-1"
        ? { item: { secret: SECRET, uri: `otpauth://totp/Kanaat:ayse?secret=${SECRET}` } }
        : refuse("wrong_password"),
    [CONFIRM]: ({ body }) => {
      if (body.code !== "123456") return refuse("wrong_code");
      item = factors({ totp_since: "2026-11-26T09:00:00Z", recovery_codes_left: 10 });
      return { item: { recovery_codes: CODES } };
    },
  });
  await page.getByRole("button", { name: "Kodları Aç" }).click();
  const password = page.getByLabelText("Şifreniz", { exact: true });
  await expect.element(password).toHaveFocus();
  await password.fill("yanlis");
  await page.getByRole("button", { name: "Devam Et" }).click();
  await expect.element(password).toHaveAccessibleDescription(/Şifreniz hatalı/);
  await password.fill("gizli-sifre-1");
  await page.getByRole("button", { name: "Devam Et" }).click();

  const qrCode = page.getByRole("img", { name: /karekod/ });
  await expect.element(qrCode).toBeVisible();
  expect(getComputedStyle(qrCode.element().children[0] as Element).fill).toBe("rgb(255, 255, 255)");
  await expect.element(page.getByText("ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567")).toBeVisible();
  const code = page.getByLabelText("Doğrulama kodu");
  await expect.element(code).toHaveFocus();
  await code.fill("000000");
  await page.getByRole("button", { name: "Kodları Aç" }).click();
  await expect.element(code).toHaveAccessibleDescription(/Kod hatalı/);
  await code.fill("123456");
  await page.getByRole("button", { name: "Kodları Aç" }).click();
  await expect.element(page.getByText(CODES[9] ?? "")).toBeVisible();
  await page.getByRole("button", { name: "Kaydettim" }).click();
  await expect.element(page.getByText("10 kod kaldı")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Kodları Kapat" })).toBeVisible();
  expect(page.getByText(CODES[9] ?? "").elements()).toEqual([]);
  expect(callsOf(BEGIN)).toHaveLength(2);
});

test("it says why no passkey can be made, and an account without a password needs none (R262)", async () => {
  let passkey_origin: string | null = null;
  await show(<SecondFactors nickname="ayse" />, {
    [GET]: () => ({ item: factors({ passkey_origin, signs_in_by_email: false }) }),
    [BEGIN]: refuse("wrong_password"),
  });
  await expect.element(page.getByText(/\(PUBLIC_URL\) ayarlanmış olmalıdır/)).toBeVisible();
  passkey_origin = "https://kanaat.example";
  await page.getByRole("button", { name: "Kodları Aç" }).click();
  expect(page.getByLabelText("Şifreniz", { exact: true }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Devam Et" }).click();
  await expect.element(page.getByText(/Şifreniz hatalı/)).toBeVisible();
  expect(callsOf(BEGIN)[0]?.body).toEqual({});
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await expect
    .element(page.getByText("yalnızca https://kanaat.example adresinde", { exact: false }))
    .toBeVisible();
});
