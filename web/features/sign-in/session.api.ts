import { KNOWN_BROWSERS_MAX } from "#contract/limits.ts";
import { callApi, readAnswer, send } from "#web/lib/api/api-client.ts";
import { type Answered, readProblem } from "#web/lib/api/api-problem.ts";
import type { Answer, Body } from "#web/lib/api/api-types.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";
import { currentToken, expireSession, renewSession } from "#web/lib/session.ts";

/** Tokens that prove earlier logins in this browser, latest first; kept after signing out. */
const BROWSERS = "known-browsers";

/** Signs in; a known browser may try even while others are guessing the password (R233). */
export async function logIn(fields: Omit<Body<"POST /api/auth/login">, "browsers">) {
  const body = { ...fields, browsers: knownBrowsers() };
  return rememberBrowser(await callApi("POST /api/auth/login", { body }));
}

export const knownBrowsers = (): string[] => browserStorage.get(BROWSERS)?.split(" ") ?? [];

/** Stores the token that later proves this login; returns only the session. */
export function rememberBrowser({ browser, ...session }: Answer<"POST /api/auth/login">) {
  if (browser) {
    const all = [browser, ...knownBrowsers()].slice(0, KNOWN_BROWSERS_MAX);
    browserStorage.set(BROWSERS, all.join(" "));
  }
  return session;
}

/** Completes a login after the password, with a code, a recovery code or a passkey. */
export const completeLogin = async (body: Body<"POST /api/auth/login/second-factor">) =>
  rememberBrowser(await callApi("POST /api/auth/login/second-factor", { body }));

type PasswordCall = "PUT /api/auth/account/my/password";

/** Changes the password; this session continues with a new token. Throws `ApiProblem`. */
export async function changePassword(body: Body<PasswordCall>): Promise<void> {
  const token = currentToken();
  let refused: Answered | undefined;
  await renewSession(async () => {
    // Not `callApi`, which would wait for this same renewal if the session has ended.
    const response = await send("PUT /api/auth/account/my/password", { body }, token);
    if (response.ok) return readAnswer<PasswordCall>(response);
    refused = response;
    return undefined;
  });
  if (!refused) return;
  const problem = await readProblem(refused, !token);
  if (problem.code === "invalid_token" && token) expireSession(token);
  throw problem;
}
