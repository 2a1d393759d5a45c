import type { Configuration } from "openid-client";
import { HOUR_MS } from "#contract/durations.ts";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";

type OidcProvider = Config["oidcProviders"][number];

/** Loaded only where a provider is set up. */
const load = () => import("openid-client");
type Library = Awaited<ReturnType<typeof load>>;

const TIMEOUT_SECONDS = 5;
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 90;
/** How long the provider's discovered addresses are used before they are requested again. */
const DISCOVERED_MS = HOUR_MS;
const SUBJECT_MAX = 255;

/** The person a provider has signed in, in the provider's words. */
export interface Identity {
  issuer: string;
  subject: string;
  /** An address that the provider has verified or the operator vouches for; otherwise undefined. */
  email: string | undefined;
  firstName: string;
  surname: string;
}

/** A sign-in that has begun: what the provider's response must match. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

interface ProviderClient {
  /** Begins a sign-in; `url` is where the browser goes. Throws `provider_unavailable`. */
  begin(): Promise<Expected & { url: string }>;
  /**
   * Returns the person the provider has signed in, by the query that it sent the browser back with.
   * Throws `provider_cancelled`, `provider_unavailable`, or `provider_refused` with the reason as
   * its cause if anything does not match: state, nonce, issuer, audience, signature or time.
   */
  finish(parameters: URLSearchParams, expected: Expected): Promise<Identity>;
}

/** `callback` is the address on this site that the provider sends browsers back to. */
export function createProviderClient(provider: OidcProvider, callback: string): ProviderClient {
  let discovered: { at: number; config: Promise<Configuration> } | undefined;

  async function discover(): Promise<Configuration> {
    const now = performance.now();
    if (!discovered || now - discovered.at > DISCOVERED_MS) {
      discovered = { at: now, config: discoverTwice(provider) };
    }
    const { config } = discovered;
    return config.catch((cause: unknown) => {
      // The next call tries again.
      if (discovered?.config === config) discovered = undefined;
      throw new ApiError("provider_unavailable", { cause, retryAfterSeconds: 30 });
    });
  }

  return {
    async begin() {
      const library = await load();
      const config = await discover();
      const [state, nonce] = [library.randomState(), library.randomNonce()];
      const verifier = library.randomPKCECodeVerifier();
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        response_type: "code",
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { state, nonce, verifier, url: url.href };
    },

    async finish(parameters, { state, nonce, verifier }) {
      const library = await load();
      const config = await discover();
      const address = new URL(callback);
      address.search = parameters.toString();
      try {
        const tokens = await library.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || claims.sub.length > SUBJECT_MAX) throw new TypeError("no usable subject");
        // Many providers put only the subject into the token itself.
        const isTold = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
        const person = isTold
          ? claims
          : await library.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { issuer: issuerKey(provider), subject: claims.sub, ...factsOf(person, provider) };
      } catch (error) {
        throw toApiError(library, error);
      }
    },
  };
}

/**
 * The issuer as it is stored with identities: the operator may add or drop the slash at its end.
 */
export const issuerKey = ({ issuer }: Pick<OidcProvider, "issuer">): string =>
  issuer.replace(/\/$/, "");

/** One lost response is no reason to send somebody away. */
async function discoverTwice(provider: OidcProvider): Promise<Configuration> {
  const library = await load();
  return discoverOnce(library, provider).catch(() => discoverOnce(library, provider));
}

async function discoverOnce(library: Library, provider: OidcProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const extensions = [library.enableNonRepudiationChecks];
  if (issuer.startsWith("http:")) extensions.push(library.allowInsecureRequests);
  const options = { timeout: TIMEOUT_SECONDS, execute: extensions };
  const found = await library.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    options,
  );
  const metadata = found.serverMetadata();
  // The default of a provider that names none (OpenID Connect Discovery 1.0, section 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic")
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret);
  const tolerance = { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = new library.Configuration(metadata, clientId, tolerance, authentication);
  config.timeout = TIMEOUT_SECONDS;
  for (const extend of extensions) extend(config);
  return config;
}

function factsOf(
  person: Record<string, unknown>,
  provider: OidcProvider,
): Omit<Identity, "issuer" | "subject"> {
  const text = (name: string) => {
    const value = person[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const words = text("name").split(/\s+/);
  return {
    email: isEmailVerified(person.email_verified, provider) ? text("email") : undefined,
    firstName: text("given_name") || words.slice(0, Math.max(1, words.length - 1)).join(" "),
    surname: text("family_name") || words.slice(1).at(-1) || "",
  };
}

/** Some providers send the claim as text, and some leave it out. */
const isEmailVerified = (claim: unknown, { isEmailTrusted }: OidcProvider): boolean =>
  claim === true || claim === "true" || (claim === undefined && isEmailTrusted);

function toApiError(library: Library, cause: unknown): ApiError {
  if (cause instanceof library.AuthorizationResponseError) {
    return new ApiError(
      cause.error === "access_denied" ? "provider_cancelled" : "provider_refused",
      {
        cause,
      },
    );
  }
  return isAway(cause)
    ? new ApiError("provider_unavailable", { cause, retryAfterSeconds: 30 })
    : new ApiError("provider_refused", { cause });
}

/** Whether the provider did not respond, or failed itself: by the error, or one that it wraps. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: string };
  if (code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT") return true;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  return (cause instanceof Response && cause.status >= 500) || isAway(cause);
}
