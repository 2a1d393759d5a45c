import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Answer, Body } from "#web/lib/api/api-types.ts";
import { notePasskey } from "./passkey-support.ts";
import { completeLogin, knownBrowsers, rememberBrowser } from "./session.api.ts";

type Begun = Answer<"POST /api/auth/login/passkey/options">["item"];
type Signed = Omit<Body<"POST /api/auth/login/passkey">, "remember" | "browsers">;

/** Makes the browser ask for a passkey. Throws an error with a Turkish message if none signs. */
async function sign({ ceremony, options }: Begun, autofill = false): Promise<Signed> {
  const given = { optionsJSON: options as never, useBrowserAutofill: autofill };
  const response = await startAuthentication(given).catch(inTurkish);
  notePasskey();
  return { ceremony, response } as Signed;
}

/** Signs in with a passkey alone. */
export async function logInWithPasskey(remember: boolean) {
  const { item } = await callApi("POST /api/auth/login/passkey/options");
  return enter(await sign(item), remember);
}

const enter = async (signed: Signed, remember: boolean) =>
  rememberBrowser(
    await callApi("POST /api/auth/login/passkey", {
      body: { ...signed, remember, browsers: knownBrowsers() },
    }),
  );

/**
 * Makes the browser offer passkeys in the e-mail's autofill until one is chosen; resolves to
 * undefined if it cannot, or if `isGone` returns true.
 */
export async function offerPasskeys(isGone: () => boolean) {
  if (!(await browserSupportsWebAuthnAutofill()) || isGone()) return undefined;
  const { item } = await callApi("POST /api/auth/login/passkey/options");
  if (isGone()) return undefined;
  return enter(await sign(item, true), false);
}

export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony();

/** Completes a login that was started with the password. */
export async function completeWithPasskey(ticket: string) {
  const { item } = await callApi("POST /api/auth/login/second-factor/options", {
    body: { ticket },
  });
  return completeLogin({ ticket, passkey: await sign(item) });
}

/** Proves the identity of the signed-in person. */
export async function proveByPasskey(): Promise<
  Body<"DELETE /api/auth/account/second-factor/totp">
> {
  const { item } = await callApi("POST /api/auth/account/passkeys/proof");
  return { passkey: await sign(item) };
}

/** Creates and stores a passkey; returns it, with recovery codes if it is the first factor. */
export async function makePasskey(proof: Body<"POST /api/auth/account/passkeys/options">) {
  const { item } = await callApi("POST /api/auth/account/passkeys/options", { body: proof });
  const made = await startRegistration({ optionsJSON: item.options as never }).catch(inTurkish);
  const body = { ceremony: item.ceremony, response: made as never };
  const added = await callApi("POST /api/auth/account/passkeys", { body });
  notePasskey();
  return added.item;
}

/** Browsers give the reason in English. */
function inTurkish(error: unknown): never {
  const { name, code } = error as { name?: string; code?: string };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || name === "InvalidStateError") {
    throw new Error("Bu cihazda bu hesap için zaten bir geçiş anahtarı var.", { cause: error });
  }
  throw new Error("Geçiş anahtarı kullanılmadı. Dilerseniz yeniden deneyin.", { cause: error });
}
