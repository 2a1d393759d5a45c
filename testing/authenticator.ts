import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Site {
  /** As browsers send it, "https://kanaat.example". */
  origin: string;
}

interface Options {
  challenge: string;
  user?: { id: string };
}

/** How an authenticator deviates from a correct one. */
interface Quirks {
  origin?: string;
  /** Whether it has verified its owner by fingerprint, face or PIN. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null | undefined;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** The answer of a passkey that was never asked to sign. */
export const FOREIGN_PASSKEY = {
  ceremony: "none",
  response: {
    ...{ id: "x", rawId: "x", type: "public-key" },
    response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" },
  },
};

/** One passkey (ES256) and the authenticator that holds it, in software. */
export class Authenticator {
  readonly #site: Site;
  readonly #id = randomBytes(32);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #counter = 0;
  #userHandle: string | undefined;

  constructor(site: Site) {
    this.#site = site;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** Makes the passkey; returns the JSON that a browser would send. */
  make({ challenge, user }: Options, quirks: Quirks = {}) {
    this.#userHandle = user?.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = cbor(
      new Map<number, unknown>([
        ...[[1, 2] as const, [3, -7] as const, [-1, 1] as const],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const authData = Buffer.concat([this.#head(HAS_CREDENTIAL, quirks), credential]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData("webauthn.create", challenge, quirks),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Signs a challenge; returns the JSON that a browser would send. */
  sign({ challenge }: Options, quirks: Quirks = {}) {
    const authData = this.#head(0, quirks);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, quirks);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    const userHandle = "userHandle" in quirks ? quirks.userHandle : this.#userHandle;
    return this.#answer({
      ...{ clientDataJSON, authenticatorData: authData.toString("base64url") },
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      ...(userHandle !== undefined && { userHandle }),
    });
  }

  #head(flags: number, { isVerified = true, counter }: Quirks): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const rest = Buffer.alloc(5);
    rest[0] = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    rest.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([sha256(new URL(this.#site.origin).hostname), rest]);
  }

  #clientData(type: string, challenge: string, { origin = this.#site.origin }: Quirks): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin })).toString("base64url");
  }

  #answer<Response>(response: Response) {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} };
  }
}

/** Encodes the few kinds of CBOR (RFC 8949) that authenticators use in their answers. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
