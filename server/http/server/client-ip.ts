import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * Returns a function that finds a request's client: the address at the other end of the socket, or
 * the one that proxies report, where TRUST_PROXY names those (`true` trusts all). It is empty where
 * the socket was gone before its address was known.
 */
export function clientIpReader(
  trustProxy: boolean | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = proxyTest(trustProxy);
  return (request) => withoutPort(proxyAddr(request, trusted) ?? "");
}

/** Returns a function that tells whether the other end of a socket is a trusted proxy. */
export function proxyTest(trustProxy: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  const trusted = proxyAddr.compile([...trustProxy]);
  return (address) => trusted(address, 0);
}

/**
 * The networks that an address is in, as its first bytes and their bits. The first one belongs to one
 * subscriber: an IPv4 address, in whichever notation, or an IPv6 /64. What is no address is one network.
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

/** What belongs to one subscriber. */
export const networkOf = (address: string): string => networksOf(address)[0] ?? address;

/** Some proxies report the port too, with which each connection would count as another client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
