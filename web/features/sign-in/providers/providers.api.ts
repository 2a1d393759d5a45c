import { queryOptions } from "@tanstack/react-query";
import type { NewcomerFacts } from "#contract/endpoints/oidc.ts";
import { knownBrowsers, rememberBrowser } from "#web/features/sign-in/session.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { saveTrip, type Trip } from "./provider-trip.ts";

/** Opens the provider's page to sign in. */
export async function goToProvider(trip: Omit<Trip, "browser_key" | "isLinking">): Promise<void> {
  const { item } = await callApi("POST /api/auth/oidc/{provider}/start", {
    params: { provider: trip.provider },
  });
  saveTrip({ ...trip, browser_key: item.browser_key, isLinking: false });
  location.assign(item.url);
}

/** Opens the provider's page to link the account. */
export async function goToLink(provider: string): Promise<void> {
  const { item } = await callApi("POST /api/auth/account/my/identities/{provider}/start", {
    params: { provider },
    body: {},
  });
  const { browser_key } = item;
  const next = "/account#bagli-hesaplar";
  saveTrip({ provider, browser_key, next, remember: false, isLinking: true });
  location.assign(item.url);
}

/** Turns the provider's response into a session or a newcomer. Throws `ApiProblem`. */
export async function finishLogin({ provider, browser_key, remember }: Trip, parameters: string) {
  const body = { provider, browser_key, remember, parameters, browsers: knownBrowsers() };
  const { item } = await callApi("POST /api/auth/oidc/finish", { body });
  return { ...item, session: item.session && rememberBrowser(item.session) };
}

export const finishLinking = ({ provider, browser_key }: Trip, parameters: string) =>
  callApi("POST /api/auth/account/my/identities", { body: { provider, browser_key, parameters } });

type Completion = Body<"POST /api/auth/oidc/complete">;

/** Creates the account and returns its first session. */
export async function completeRegistration(
  { ticket }: NewcomerFacts,
  fields: Omit<Completion, "ticket" | "browsers">,
) {
  const body = { ...fields, ticket, browsers: knownBrowsers() };
  return rememberBrowser(await callApi("POST /api/auth/oidc/complete", { body }));
}

/** The providers, and which of them are linked to the account. */
export const identitiesQuery = queryOptions({
  queryKey: queryKeys.mine("identities"),
  queryFn: ({ signal }) => callApi("GET /api/auth/account/my/identities", { signal }),
});

export const unlinkProvider = (provider: string) =>
  callApi("DELETE /api/auth/account/my/identities/{provider}", { params: { provider }, body: {} });
