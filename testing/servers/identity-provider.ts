import { createServer, type Server } from "node:http";
import Provider from "oidc-provider";

/** A person with an account at the provider, stored by login name. */
export interface ProviderPerson {
  email: string;
  email_verified: boolean;
  name: string;
}

/** A real OpenID Connect provider on a local port, which accepts any password. */
export class IdentityProvider {
  readonly clientId = "kanaat";
  readonly clientSecret = "a-secret-of-the-provider-for-us";
  readonly people = new Map<string, ProviderPerson>();
  #server: Server | undefined;
  #port = 0;

  /** `callback` is the address to which it sends browsers back. */
  static async start(callback: string, port = 0): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await provider.#listen(callback, port);
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The product's settings for this provider. */
  get settings() {
    const { issuer, clientId, clientSecret } = this;
    return { issuer, clientId, clientSecret, isEmailTrusted: false };
  }

  /** Signs in at the address to which the product sends a browser; returns the query it is sent back with. */
  async signIn(address: string, login: string): Promise<string> {
    const jar = new Map<string, string>();
    const go = async (url: string, form?: Record<string, string>): Promise<Response> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(url, {
        redirect: "manual",
        headers: { cookie },
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return response;
    };
    let response = await go(address);
    for (let step = 0; step < 12; step++) {
      const target = response.headers.get("location");
      if (target) {
        const next = new URL(target, this.issuer);
        if (next.origin !== this.issuer) return next.search.slice(1);
        response = await go(next.href);
        continue;
      }
      const html = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
      if (!action) throw new Error(`The provider says: ${html.slice(0, 500)}`);
      const prompt = html.includes('name="login"') ? "login" : "consent";
      response = await go(new URL(action, this.issuer).href, { prompt, login, password: "any" });
    }
    throw new Error("the provider never sent the browser back");
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  }

  async #listen(callback: string, port: number): Promise<void> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [callback],
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.people.get(sub) }),
      }),
    });
    server.on("request", provider.callback());
  }
}
