import { randomBytes } from "node:crypto";
import {
  completeRegistration,
  finishProviderLogin,
  startProviderLogin,
} from "#contract/endpoints/oidc.ts";
import { type CallOptions, succeed } from "#testing/api.ts";
import { registrationForm } from "#testing/people.ts";
import { IdentityProvider } from "#testing/servers/identity-provider.ts";
import { mailApp, PUBLIC_URL } from "./mail-app.ts";
import type { Scope, TestApp, TestOptions } from "./test-app.ts";

/** The product with mail and its own two real providers: "google" and "okul". */
export async function providerApp(scope: Scope, options: TestOptions = {}) {
  const callback = (id: string) => `${PUBLIC_URL}/login/callback/${id}`;
  const google = await IdentityProvider.start(callback("google"));
  const okul = await IdentityProvider.start(callback("okul"));
  scope.after(async () => {
    await Promise.all([google.stop(), okul.stop()]);
  });
  const oidcProviders = [
    { id: "google", label: "Google ile devam et", ...google.settings },
    { id: "okul", label: "Okul hesabıyla devam et", ...okul.settings },
  ];
  const config = { oidcProviders, ...options.config };
  const kanaat = await mailApp(scope, { ...options, config });
  return { ...kanaat, ...providerSteps(kanaat, { google, okul }), google, okul };
}

function providerSteps(kanaat: TestApp, providers: Readonly<Record<string, IdentityProvider>>) {
  /** Starts, and signs in at the provider; returns the parameters that it sends back. */
  async function answerOf(id: string, login: string, more: CallOptions = {}) {
    const started = kanaat.call(startProviderLogin, { params: { provider: id }, ...more });
    const { item } = await succeed(started);
    const parameters = (await providers[id]?.signIn(item.url, login)) ?? "";
    return { provider: id, parameters, browser_key: item.browser_key };
  }
  const finish = (body: object) => kanaat.call(finishProviderLogin, { body });
  return {
    answerOf,
    finish,
    logInWith: async (id: string, login: string) => finish(await answerOf(id, login)),
    complete: (ticket: string, fields: object = {}) => {
      const { email, password, confirm_password, ...form } = registrationForm();
      return kanaat.call(completeRegistration, { body: { ...form, ticket, ...fields } });
    },
    /** Adds a person with a new login name to the provider. */
    newPerson(id: string, facts: Partial<{ email: string; email_verified: boolean }> = {}) {
      const login = `kisi-${randomBytes(6).toString("hex")}`;
      const person = { email: `${login}@ornek.com`, email_verified: true, name: "Ayşe Nur Yılmaz" };
      providers[id]?.people.set(login, { ...person, ...facts });
      return { login, ...person, ...facts };
    },
  };
}
