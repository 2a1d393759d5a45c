import type { Page } from "@playwright/test";
import { freePort } from "#testing/free-port.ts";
import { createInstance } from "#testing/instance.ts";
import { IdentityProvider } from "#testing/servers/identity-provider.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { test as journey } from "./mail-fixtures.ts";

interface Providers {
  port: number;
  google: IdentityProvider;
}

/** Journeys on a product where one signs in with a real provider in Google's place, and another. */
export const test = journey.extend<object, { providers: Providers }>({
  providers: [
    // Playwright wants a pattern here, with a fixture's name.
    async ({ engine: _engine }, use) => {
      const port = await freePort();
      const google = await IdentityProvider.start(`http://localhost:${port}/login/callback/google`);
      await use({ port, google });
      await google.stop();
    },
    { scope: "worker" },
  ],

  server: [
    async ({ engine, mailServer, providers: { port, google } }, use) => {
      const instance = await createInstance(engine);
      const env = {
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        MAIL_URL: mailServer.url,
        MAIL_FROM: "posta@kanaat.example",
        OIDC_PROVIDERS: "google,okul",
        OIDC_GOOGLE_ISSUER: google.issuer,
        OIDC_GOOGLE_CLIENT_ID: google.clientId,
        OIDC_GOOGLE_CLIENT_SECRET: google.clientSecret,
        // Nobody listens there.
        OIDC_OKUL_ISSUER: "http://127.0.0.1:9",
        OIDC_OKUL_CLIENT_ID: "kanaat",
        OIDC_OKUL_CLIENT_SECRET: "a-secret",
        OIDC_OKUL_LABEL: "Okul hesabıyla devam et",
      };
      const server = new ServerProcess(instance, { preload: "./testing/cheap-work.ts", env });
      await server.start();
      await use(server);
      await server.stop();
      await instance.atEnd.disposeAsync();
    },
    { scope: "worker" },
  ],
});

/** Signs in on the provider's own pages, which send the browser back. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
