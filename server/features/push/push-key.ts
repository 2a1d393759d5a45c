import { createECDH } from "node:crypto";
import type { Sealer } from "#server/secret/sealer.ts";

/** A P-256 key pair (RFC 8292), base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/**
 * Returns the key by which push services know this installation, derived from the secret: all
 * servers have the same, and with another secret browsers have to subscribe again.
 */
export function openPushKey(sealer: Sealer): PushKey {
  const curve = createECDH("prime256v1");
  // Fewer than one in 2^32 keys are not on the curve; the next is then taken, on every server.
  for (let attempt = 0; ; attempt++) {
    // Not `getPrivateKey`, which leaves out zeros at the beginning: keys need all 32 bytes.
    const bytes = sealer.bytesFor(`push key ${attempt}`);
    try {
      curve.setPrivateKey(bytes);
      return {
        publicKey: curve.getPublicKey("base64url"),
        privateKey: bytes.toString("base64url"),
      };
    } catch (error) {
      if (attempt === 9) throw error;
    }
  }
}
