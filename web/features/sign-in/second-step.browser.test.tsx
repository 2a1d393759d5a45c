import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { currentToken } from "#web/lib/session.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { show } from "#web/testing/screen.tsx";
import { SecondStep } from "./second-step.tsx";

const COMPLETE = "POST /api/auth/login/second-factor";
const SESSION = { token: "t", expires_at: "2099-01-01T00:00:00.000Z", browser: "bir.1" };
const submit = page.getByRole("button", { name: "Doğrula", exact: true });
const code = page.getByLabelText("Doğrulama kodu");

test("a code is asked for, refused in words at its field, and opens the session (R261)", async () => {
  let isRight = false;
  await show(<SecondStep ticket="bilet" methods={["totp"]} onGiveUp={() => undefined} />, {
    [COMPLETE]: () => (isRight ? SESSION : refuse("wrong_code")),
  });
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(code).toHaveAttribute("inputmode", "numeric");
  await code.fill(" 123456 ");
  await submit.click();
  await expect.element(code).toHaveAccessibleDescription(/Kod hatalı ya da daha önce kullanılmış/);
  await expect.element(code).toHaveFocus();
  isRight = true;
  await submit.click();
  await expect.poll(currentToken).toBe("t");
  expect(callsOf(COMPLETE)[0]?.body).toEqual({ ticket: "bilet", code: "123456" });
});

test("a recovery code takes its place, and back (R261)", async () => {
  const methods = ["totp", "recovery_code"] as const;
  await show(<SecondStep ticket="bilet" methods={[...methods]} onGiveUp={() => undefined} />, {
    [COMPLETE]: SESSION,
  });
  await page.getByRole("button", { name: "Kurtarma kodu kullan" }).click();
  const field = page.getByLabelText("Kurtarma kodu", { exact: true });
  await page.getByRole("button", { name: "Doğrulama kodu kullan" }).click();
  await expect.element(code).toBeVisible();
  await page.getByRole("button", { name: "Kurtarma kodu kullan" }).click();
  await field.fill("7kq2m x40ta");
  await submit.click();
  await expect.poll(currentToken).toBe("t");
  expect(callsOf(COMPLETE)[0]?.body).toEqual({ ticket: "bilet", recovery_code: "7kq2m x40ta" });
});

test("a login that has expired returns to its beginning and says why (R261)", async () => {
  const reasons: (string | undefined)[] = [];
  await show(
    <SecondStep ticket="bilet" methods={["totp"]} onGiveUp={(reason) => reasons.push(reason)} />,
    { [COMPLETE]: refuse("sign_in_expired") },
  );
  await code.fill("123456");
  await submit.click();
  await expect.poll(() => reasons).toEqual([expect.stringContaining("girişe yeniden başlayın")]);
  await page.getByRole("button", { name: "Başa dön" }).click();
  expect(reasons.at(-1)).toBe(undefined);
});
