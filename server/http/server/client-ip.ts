import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * Returns a function that finds a request's client: the address at the other end of the socket, or
 * the one that proxies report, if TRUST_PROXY names these (`true` trusts all). The address is empty
 * if the socket closed before it was known.
 */
export function clientIpReader(
  trustProxy: boolean | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = proxyTest(trustProxy);
  return (request) => withoutPort(proxyAddr(request, trusted) ?? "");
}

/** Returns a function that says whether an address is a trusted proxy's. */
export function proxyTest(trustProxy: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  const trusted = proxyAddr.compile([...trustProxy]);
  return (address) => trusted(address, 0);
}

/**
 * The networks that contain an address, narrowest first, as leading bytes and prefix length. The
 * first belongs to one subscriber: an IPv4 address, in any notation, or an IPv6 /64. Everything
 * that is not an address counts as one network.
 */
export function networksOf(address: string): readonly string[] {
  const known = networks.get(address);
  if (known) return known;
  const read = readNetworks(address);
  networks.set(address, read);
  return read;
}

const networks = new LRUCache<string, readonly string[]>({ max: 5000 });

function readNetworks(address: string): readonly string[] {
  if (!ipaddr.isValid(address)) return ["unknown"];
  const ip = ipaddr.process(address);
  const bytes = ip.toByteArray();
  const widths = ip.kind() === "ipv4" ? [32, 24] : [64, 56, 48];
  return widths.map((bits) => `${bytes.slice(0, bits / 8).join(".")}/${bits}`);
}

/** The network of one subscriber. */
export const networkOf = (address: string): string => networksOf(address)[0] ?? address;

/** The address in its usual notation, without a port; undefined for everything else. */
export function addressOf(text: string): string | undefined {
  const address = withoutPort(text.trim());
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/** Some proxies report the port too, which would make each connection a different client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
