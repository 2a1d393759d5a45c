import type { Page } from "@playwright/test";
import { DAY_MS } from "#contract/durations.ts";
import { logout } from "#contract/endpoints/account.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { expect, test } from "./fixtures.ts";

const form = (page: Page) => page.getByRole("main");
const submit = (page: Page) => form(page).getByRole("button", { name: "Giriş Yap" });

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await form(page).getByLabel("E-posta").fill(email);
  await form(page).getByLabel("Şifre", { exact: true }).fill(password);
}

test("Beni hatırla keeps the session for thirty days (R14, R20, R21) @main", async ({
  page,
  api,
}) => {
  const person = await signUp(api);
  await page.goto("/login");
  await fillIn(page, person);
  await page.getByLabel("Beni hatırla").check();
  await submit(page).click();
  await expect(page).toHaveURL(/\/account$/);
  const expiresAt = await page.evaluate(() => Date.parse(localStorage.expires_at));
  const days = (expiresAt - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(30);
});

test("the ways in at the foot of a page lead back to it", async ({ page, api }) => {
  const person = await signUp(api);
  const foot = page.getByRole("contentinfo");
  await page.goto("/surveys?order=popular");
  await foot.getByRole("link", { name: "Kayıt Ol" }).click();
  await form(page).getByRole("link", { name: "Giriş Yap" }).click();
  // Both forms have the same fields.
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(submit(page)).toBeVisible();
  await fillIn(page, person);
  await submit(page).click();
  await expect(page).toHaveURL("/surveys?order=popular");
});

test("the account asks for a login first and comes back (R11, R21) @main", async ({
  page,
  api,
}) => {
  const person = await signUp(api);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?next=(%2F|\/)account$/);
  await fillIn(page, person);
  await submit(page).click();
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
});

test("a login stays on the site, whatever next says (R12)", async ({ page, api, login }) => {
  await login(await signUp(api));
  for (const evil of [
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://evil.example",
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(evil)}`);
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/account$/);
  }
});

test("a valid token leads on from the login, a stale one is dropped (R18, R21)", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/login?next=/surveys");
  await expect(page).toHaveURL(/\/surveys$/);

  await succeed(api.call(logout, { token: person.token }));
  await page.goto("/login");
  await expect(submit(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});
