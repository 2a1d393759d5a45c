import { DAY_S, SECOND_MS } from "#contract/durations.ts";
import { type PushSettings, takes } from "#server/config/push-settings.ts";
import type { PushKey } from "./push-key.ts";

export interface PushMessage {
  title: string;
  body: string;
  /** A path of this site. */
  url: string;
  /** A message replaces an earlier one with the same tag. */
  tag: string;
}

interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the browser has ended the subscription. */
type PushOutcome = "sent" | "gone" | "failed";

export interface PushService {
  /** The key that browsers subscribe with. */
  publicKey: string;
  /** Whether messages may be sent to this address of a push service. */
  isKnown(endpoint: string): boolean;
  /** Sends a message, encrypted for one browser. */
  send(address: PushAddress, message: PushMessage): Promise<PushOutcome>;
}

/** A day: what a browser that was off did not get until then is out of date. */
const TTL_S = DAY_S;
const TIMEOUT_MS = 10 * SECOND_MS;
/** By RFC 8030; other errors may be over after some time, such as that of a wrong clock. */
const GONE = new Set([404, 410]);

export function createPushService(key: PushKey, { services, subject }: PushSettings): PushService {
  const isKnown = (endpoint: string) => takes(services, endpoint);
  return {
    publicKey: key.publicKey,
    isKnown,
    async send({ endpoint, p256dh, auth }, message) {
      // The operator may have removed the service from the setting.
      if (!isKnown(endpoint)) return "gone";
      // Most processes send no messages.
      const { default: webPush } = await import("web-push");
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: { subject, ...key }, TTL: TTL_S, urgency: "normal" },
      );
      try {
        const response = await fetch(endpoint, {
          method: "POST",
          headers: headers as Record<string, string>,
          body: new Uint8Array(body ?? []),
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        if (response.ok) return "sent";
        return GONE.has(response.status) ? "gone" : "failed";
      } catch {
        return "failed";
      }
    },
  };
}
