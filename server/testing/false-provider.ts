import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";

type Claims = Record<string, unknown>;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A provider whose tokens say what a test wants, and which is otherwise correct. */
export class FalseProvider {
  readonly clientId = "kanaat";
  readonly clientSecret = "a-secret-of-the-provider-for-us";
  /** Added to the correct claims of its next token. */
  claims: Claims = {};
  header: Claims = {};
  /** Signs with a key that it does not publish. */
  foreignKey = false;
  /** The status that the token endpoint returns. */
  failWith: number | undefined;
  /** The body of the last call of the token endpoint. */
  asked = new URLSearchParams();
  /** How often its discovery document was requested. */
  discoveries = 0;
  readonly #keys = newKeys();
  readonly #foreign = newKeys();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<FalseProvider> {
    const provider = new FalseProvider();
    await provider.listen();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get settings() {
    const { issuer, clientId, clientSecret } = this;
    return { issuer, clientId, clientSecret, isEmailTrusted: false };
  }

  async listen(): Promise<void> {
    const server = createServer(async (request, response) => {
      const [status, body] = await this.#answer(request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  }

  /** What a browser that signed in at this address is sent back with. */
  answerTo(address: string, more: Record<string, string> = {}): string {
    const { searchParams } = new URL(address);
    const [state = "", nonce = ""] = ["state", "nonce"].map((name) => searchParams.get(name) ?? "");
    this.claims = { nonce, ...this.claims };
    return new URLSearchParams({ code: "code", state, iss: this.issuer, ...more }).toString();
  }

  async #answer(request: IncomingMessage): Promise<[number, unknown]> {
    const { issuer } = this;
    const { url } = request;
    if (url === "/.well-known/openid-configuration") {
      this.discoveries += 1;
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          authorization_response_iss_parameter_supported: true,
        },
      ];
    }
    if (url === "/jwks") {
      return [200, { keys: [{ ...this.#keys.publicKey.export({ format: "jwk" }), alg: "RS256" }] }];
    }
    if (url !== "/token") return [404, {}];
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer);
    this.asked = new URLSearchParams(Buffer.concat(body).toString());
    if (this.failWith) return [this.failWith, {}];
    const token = { access_token: "access", token_type: "Bearer", expires_in: 60 };
    return [200, { ...token, id_token: this.#idToken() }];
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: this.issuer, aud: this.clientId, sub: "kisi-1", iat: now, exp: now + 60 },
      ...{ email: "kisi-1@ornek.com", email_verified: true, name: "Ayşe Yılmaz" },
      ...this.claims,
    };
    const text = `${encode({ alg: "RS256", ...this.header })}.${encode(claims)}`;
    if (this.header.alg === "none") return `${text}.`;
    const key: KeyObject = (this.foreignKey ? this.#foreign : this.#keys).privateKey;
    return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
  }
}

/** The PKCE challenge of a verifier. */
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");
