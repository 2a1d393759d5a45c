import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { callApi } from "#web/lib/api/api-client.ts";
import { currentToken, onSessionChange } from "#web/lib/session.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";

const RENEWED = { token: "new", expires_at: "2099-01-01T00:00:00Z" };
const field = (label: string) => page.getByLabelText(label, { exact: true });

test("the person's own name is refused at the field (R34)", async () => {
  signIn();
  await show(<ChangePasswordForm account={account()} onDone={() => undefined} />, {});
  await field("Şimdiki şifre").fill("gizli-sifre-1");
  for (const label of ["Yeni şifre", "Yeni şifre tekrarı"]) await field(label).fill("AYŞE-1990");
  await page.getByRole("button", { name: "Şifreyi Değiştir" }).click();
  await expect
    .element(field("Yeni şifre"))
    .toHaveAccessibleDescription(/adınızdan, kullanıcı adınızdan/);
  expect(callsOf("PUT /api/auth/account/my/password")).toEqual([]);
});

test("calls that are refused meanwhile are made again with the new token, and the session continues (R112)", async () => {
  signIn();
  const changes: string[] = [];
  onSessionChange((change) => changes.push(change));
  const { promise: held, resolve: release } = Promise.withResolvers<typeof RENEWED>();
  await show(<ChangePasswordForm account={account()} onDone={() => undefined} />, {
    "PUT /api/auth/account/my/password": () => held,
    "GET /api/auth/account/my": () =>
      currentToken() === RENEWED.token ? { item: account() } : refuse("invalid_token"),
  });
  await field("Şimdiki şifre").fill("gizli-sifre-1");
  for (const label of ["Yeni şifre", "Yeni şifre tekrarı"])
    await field(label).fill("yepyeni-şifre");
  await page.getByRole("button", { name: "Şifreyi Değiştir" }).click();
  await expect.poll(() => callsOf("PUT /api/auth/account/my/password").length).toBe(1);
  const answer = callApi("GET /api/auth/account/my");
  await expect.poll(() => callsOf("GET /api/auth/account/my").length).toBe(1);
  release(RENEWED);
  expect((await answer).item.nickname).toBe(account().nickname);
  await expect.element(page.getByText("Şifre Değiştirildi")).toBeVisible();
  expect(currentToken()).toBe(RENEWED.token);
  expect(changes).toEqual([]);
});

test("a session that has ended meanwhile is said to be over", async () => {
  signIn();
  await show(<ChangePasswordForm account={account()} onDone={() => undefined} />, {
    "PUT /api/auth/account/my/password": refuse("invalid_token"),
  });
  await field("Şimdiki şifre").fill("gizli-sifre-1");
  for (const label of ["Yeni şifre", "Yeni şifre tekrarı"])
    await field(label).fill("yepyeni-şifre");
  await page.getByRole("button", { name: "Şifreyi Değiştir" }).click();
  await expect.poll(currentToken).toBe(null);
});
