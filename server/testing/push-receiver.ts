import assert from "node:assert/strict";
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface ReceivedPush {
  headers: IncomingHttpHeaders;
  /** Decrypted. */
  message: unknown;
}

export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: ReceivedPush[];
}

export interface PushReceiver {
  origin: string;
  /** A browser with keys of its own, which decrypts what is sent to it. */
  browser(): TestBrowser;
  /** What it answers with from now on. */
  status: number;
  /** How often it was called. */
  calls: number;
}

/** A push service with browsers behind it, on this machine (RFC 8030, 8291, 8292). */
export async function startPushReceiver(scope: {
  after(end: () => unknown): unknown;
}): Promise<PushReceiver> {
  const boxes = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => void>();
  const server = createServer(async (request, response) => {
    receiver.calls += 1;
    const body = await buffer(request);
    const box = boxes.get(request.url ?? "");
    if (box && receiver.status === 201) box(request.headers, body);
    response.writeHead(box ? receiver.status : 404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  scope.after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: PushReceiver = {
    origin,
    status: 201,
    calls: 0,
    browser() {
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const key = createECDH("prime256v1");
      const p256dh = key.generateKeys("base64url");
      const secret = randomBytes(16);
      const received: ReceivedPush[] = [];
      boxes.set(path, (headers, body) => {
        const text = decrypt(body, key, secret).toString();
        received.push({ headers, message: JSON.parse(text) });
      });
      const keys = { p256dh, auth: secret.toString("base64url") };
      return { subscription: { endpoint: origin + path, keys }, received };
    },
  };
  return receiver;
}

/** One record of aes128gcm (RFC 8188) with keys by RFC 8291. */
function decrypt(body: Buffer, key: ReturnType<typeof createECDH>, secret: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), senderKey]);
  const shared = hkdfSync("sha256", key.computeSecret(senderKey), secret, info, 32);
  const derive = (purpose: string, length: number) =>
    Buffer.from(
      hkdfSync("sha256", Buffer.from(shared), salt, `Content-Encoding: ${purpose}\0`, length),
    );
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** Checks that a request is signed by the key (RFC 8292), and returns its claims. */
export function claimsOf(
  headers: IncomingHttpHeaders,
  publicKey: string,
): { aud: string; exp: number; sub: string } {
  const [, token = "", key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  assert.equal(key, publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(isSigned);
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
