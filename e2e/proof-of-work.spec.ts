import type { Page } from "@playwright/test";
import { login, register } from "#contract/endpoints/account.ts";
import { CHALLENGED_FROM } from "#contract/limits.ts";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { registrationForm } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { test as base, expect } from "./fixtures.ts";
import { fillRegistration } from "./register-steps.ts";

// Where much is registered or guessed, the browser computes a proof of work, and nobody has to do
// anything for it. A call of `api` comes from wherever its `x-forwarded-for` says.

interface Limited {
  url: string;
  api: Api;
}

const test = base.extend<object, { limited: Limited }>({
  limited: [
    async ({ engine }, use) => {
      const instance = await createInstance(engine);
      const server = new ServerProcess(instance, {
        preload: "./testing/cheap-work.ts",
        env: { RATE_LIMITS: "on", TRUST_PROXY: "on" },
      });
      await server.start();
      await use({ url: server.url, api: createApi(server.url, fetch) });
      await server.stop();
      await instance.atEnd.disposeAsync();
    },
    { scope: "worker" },
  ],
});

/** Lets the browser come from this address, at which as many have registered as go without a proof. */
async function comeFromBusy(page: Page, { api }: Limited, address: string): Promise<void> {
  const headers = { "x-forwarded-for": address };
  await page.setExtraHTTPHeaders(headers);
  for (let i = 0; i < CHALLENGED_FROM.register.network.free; i++) {
    const { status } = await api.call(register, { body: registrationForm(), headers });
    expect(status).toBe(201);
  }
  const { problem } = await api.call(register, { body: registrationForm(), headers });
  expect(problem.code).toBe("challenge_required");
}

const registered = (page: Page) => page.getByText("Kayıt Başarılı", { exact: true });
const note = (page: Page) => page.getByRole("status").filter({ hasText: "Güvenlik doğrulaması…" });

test("registration works as elsewhere behind an address where many registered (R259)", async ({
  page,
  limited,
}) => {
  await comeFromBusy(page, limited, "192.0.2.1");
  await page.goto(`${limited.url}/register`);
  await fillRegistration(page);
  await page.getByRole("button", { name: "Üye Ol" }).click();
  await expect(registered(page)).toBeVisible();
});

test("a proof that is not enough is computed again and sent by itself (R259)", async ({
  page,
  limited,
}) => {
  await comeFromBusy(page, limited, "192.0.2.2");
  let sent = 0;
  await page.route("**/api/auth/register", (route) => {
    const body = route.request().postDataJSON();
    // What the browser has computed ahead is worth nothing.
    return sent++ === 0
      ? route.continue({ postData: JSON.stringify({ ...body, proof: "eski" }) })
      : route.continue();
  });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.goto(`${limited.url}/register`);
  await fillRegistration(page);
  await page.route("**/api/auth/challenge", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Üye Ol" }).press("Enter");
  await expect(note(page)).toBeVisible();
  await expect(page.getByLabel("Soyad")).toHaveValue("Çağ");
  release();
  await expect(registered(page)).toBeVisible();
  await expect(note(page)).toBeHidden();
  expect(sent).toBe(2);
});

test("without threads a proof is computed in the page (R259)", async ({ page, limited }) => {
  await comeFromBusy(page, limited, "192.0.2.3");
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "Worker");
  });
  await page.goto(`${limited.url}/register`);
  await fillRegistration(page);
  await page.getByRole("button", { name: "Üye Ol" }).click();
  await expect(registered(page)).toBeVisible();
});

test("the owner of an e-mail under attack signs in from a new place with a proof (R259)", async ({
  page,
  limited,
}) => {
  const { api, url } = limited;
  const form = registrationForm();
  await api.call(register, { body: form, headers: { "x-forwarded-for": "192.0.2.4" } });
  for (let i = 0; i < CHALLENGED_FROM.login.mailbox.free; i++) {
    const headers = { "x-forwarded-for": `10.${i >> 3}.0.1` };
    const body = { email: form.email, password: "yanlis-sifre" };
    expect((await api.call(login, { body, headers })).status).toBe(401);
  }
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "192.0.2.5" });
  await page.goto(`${url}/login`);
  await page.getByLabel("E-posta").fill(form.email);
  await page.getByLabel("Şifre", { exact: true }).fill(form.password);
  const asked = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/auth/login") && answer.status() === 403,
  );
  await page.getByRole("button", { name: "Giriş Yap" }).last().click();
  await asked;
  await expect(page).toHaveURL(`${url}/account`);
});
