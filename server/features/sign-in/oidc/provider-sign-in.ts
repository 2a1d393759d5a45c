import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Email } from "#contract/shapes/email-address.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken } from "#server/secret/tokens.ts";
import { createProviderClient, type Identity, issuerKey } from "./provider-client.ts";
import { keepFlow, takeFlow } from "./provider-flows.writes.ts";

/** The query with which the provider sent a browser back, to the page of `provider`. */
interface ProviderAnswer {
  provider: string;
  parameters: string;
  browser_key: string;
}

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** What signing in and linking share: `userId` is the account to be linked, null for signing in. */
export function createProviderSignIn(context: AppContext) {
  const { db, clock, config, securityLog } = context;
  const providers = new Map(
    config.oidcProviders.map((provider) => {
      const callback = `${config.publicUrl}/login/callback/${provider.id}`;
      const client = createProviderClient(provider, callback);
      return [provider.id, { ...provider, key: issuerKey(provider), client }];
    }),
  );

  function find(id: string) {
    const provider = providers.get(id);
    if (!provider) throw new ApiError("not_found");
    return provider;
  }

  function logRefusal(
    request: IncomingMessage,
    provider: string,
    reason: string,
    account?: number,
  ): void {
    securityLog.write("provider_refused", {
      ...{ request, account, reason },
      // The provider that a request names may be any text.
      provider: providers.has(provider) ? provider : undefined,
    });
  }

  return {
    list: [...providers.values()],
    find,
    logRefusal,

    /** Throws `not_found` or `provider_unavailable`. */
    async begin(id: string, userId: number | null): Promise<{ url: string; browser_key: string }> {
      const { client } = find(id);
      const { url, ...expected } = await client.begin();
      const flow = { ...expected, provider: id, userId };
      return { url, browser_key: await keepFlow(db, flow, clock.now()) };
    },

    /**
     * Returns the person the provider has signed in. A response is accepted once. Throws what the
     * provider's client throws, and `provider_refused` if the browser, the provider or the account
     * is not the one that began.
     */
    async finish(
      answer: ProviderAnswer,
      userId: number | null,
      request: IncomingMessage,
    ): Promise<Identity> {
      const refuse = (reason: string, cause?: unknown): ApiError => {
        logRefusal(request, answer.provider, reason, userId ?? undefined);
        return new ApiError("provider_refused", { cause });
      };
      const parameters = new URLSearchParams(answer.parameters);
      const [state = "", ...others] = parameters.getAll("state");
      const flow = others.length === 0 ? await takeFlow(db, state) : undefined;
      if (!flow) {
        logRefusal(request, answer.provider, "state", userId ?? undefined);
        throw new ApiError("provider_expired");
      }
      if (!isSame(flow.browserKeyHash, hashToken(answer.browser_key))) throw refuse("browser");
      if (flow.provider !== answer.provider) throw refuse("provider");
      if (flow.userId !== userId) throw refuse("account");
      if (flow.expiresAt <= clock.now()) throw new ApiError("provider_expired");
      try {
        return await find(flow.provider).client.finish(parameters, flow);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "provider_refused") throw error;
        throw refuse(reasonOf(error.cause), error.cause);
      }
    },

    /** Throws `provider_email_unverified` if the provider has not verified an address. */
    requireEmail(identity: Identity, provider: string, request: IncomingMessage): string {
      const email = Email.safeParse(identity.email).data;
      if (email !== undefined) return email;
      logRefusal(request, provider, "unverified address");
      throw new ApiError("provider_email_unverified");
    },
  };
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The library's code for what did not match; its message may contain what the provider sent. */
function reasonOf(cause: unknown): string {
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "unknown");
}
