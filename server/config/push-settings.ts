import * as z from "zod";
import { entries } from "./list-settings.ts";

/** Those of Chrome, Edge and other Chromium browsers, Firefox, and Safari. */
const BROWSERS = [
  "fcm.googleapis.com",
  "*.notify.windows.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
];
const HOST = /^(\*\.)?([a-z\d-]+\.)+[a-z\d-]{2,}$/;
const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost):\d+$/;

/** Hosts of push services; "off" for none, "browsers" for those of the usual browsers. */
export const pushServices = () =>
  z
    .string()
    .default("browsers")
    .refine((list) => servicesOf(list).every((one) => HOST.test(one) || LOCAL.test(one)), {
      error: "expected off, browsers, or hosts like push.example.com or *.push.example.com",
    });

const servicesOf = (list: string): string[] =>
  list === "off" ? [] : entries(list).flatMap((one) => (one === "browsers" ? BROWSERS : one));

export interface PushSettings {
  services: readonly string[];
  /** Where push services reach the operator (RFC 8292): an `https:` or `mailto:` address. */
  subject: string;
}

/**
 * Returns undefined where there are no services, and where the site has no address with `https:`,
 * since browsers then subscribe to nothing.
 */
export function readPushSettings(env: {
  PUSH_SERVICES: string;
  PUBLIC_URL?: string | undefined;
}): PushSettings | undefined {
  const { PUBLIC_URL: subject } = env;
  const services = servicesOf(env.PUSH_SERVICES);
  return services.length > 0 && subject?.startsWith("https:") ? { services, subject } : undefined;
}

/** Whether an address belongs to one of the services: a server sends to no other host. */
export function takes(services: readonly string[], address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.username || url.password) return false;
  return services.some((service) => {
    if (service.startsWith("http:")) return url.origin === service;
    if (url.protocol !== "https:" || url.port !== "") return false;
    return service.startsWith("*.")
      ? url.hostname.endsWith(service.slice(1))
      : url.hostname === service;
  });
}
