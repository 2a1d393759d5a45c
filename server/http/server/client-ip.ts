import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { atMost } from "#server/limits/at-most.ts";

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
 * first belongs to one subscriber: an IPv4 address, also within an IPv6 address, or an IPv6 /64.
 * Everything that is not an address counts as one network.
 */
export function networksOf(address: string): readonly string[] {
  const known = networks.get(address);
  if (known) return known;
  const read = readNetworks(address);
  networks.set(address, read);
  return read;
}

const networks = new LRUCache<string, readonly string[]>(atMost(5000));

/** The network of what is no address. */
const UNKNOWN = "unknown";

function readNetworks(address: string): readonly string[] {
  if (!ipaddr.isValid(address)) return [UNKNOWN];
  const ip = subscriberOf(ipaddr.process(address));
  const bytes = ip.toByteArray();
  const widths = ip.kind() === "ipv4" ? [32, 24] : [64, 56, 48];
  return widths.map((bits) => `${bytes.slice(0, bits / 8).join(".")}/${bits}`);
}

/**
 * The IPv4 address within an IPv6 address of a translator or tunnel, whose one subscriber would
 * otherwise have as many networks as there are such addresses; any other address as it is.
 */
function subscriberOf(ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const embedding = EMBEDDINGS.find(([network]) => ip.kind() === "ipv6" && ip.match(network));
  return embedding ? new ipaddr.IPv4(embedding[1](ip.toByteArray())) : ip;
}

const EMBEDDINGS: [network: [ipaddr.IPv6, number], ipv4Of: (bytes: number[]) => number[]][] = [
  // NAT64 (RFC 6052, 8215), SIIT (RFC 2765), IPv4-compatible addresses (RFC 4291).
  [ipaddr.IPv6.parseCIDR("64:ff9b::/96"), (bytes) => bytes.slice(12)],
  [ipaddr.IPv6.parseCIDR("64:ff9b:1::/48"), ipv4OfLocalNat64],
  [ipaddr.IPv6.parseCIDR("::ffff:0:0:0/96"), (bytes) => bytes.slice(12)],
  [ipaddr.IPv6.parseCIDR("::/96"), (bytes) => bytes.slice(12)],
  // 6to4 (RFC 3056), and Teredo (RFC 4380), which inverts the client's address.
  [ipaddr.IPv6.parseCIDR("2002::/16"), (bytes) => bytes.slice(2, 6)],
  [ipaddr.IPv6.parseCIDR("2001::/32"), (bytes) => bytes.slice(12).map((byte) => byte ^ 0xff)],
];

/** The address stands at the end, or, with a prefix of 48 bits, around the empty ninth byte. */
function ipv4OfLocalNat64(bytes: number[]): number[] {
  const isAtEnd = bytes.slice(12).some((byte) => byte > 0);
  return isAtEnd ? bytes.slice(12) : [...bytes.slice(6, 8), ...bytes.slice(9, 11)];
}

/** The network of one subscriber. */
export const networkOf = (address: string): string => networksOf(address)[0] ?? address;

export const isAddress = (address: string): boolean => networkOf(address) !== UNKNOWN;

/** The address in its usual notation, without a port; undefined for everything else. */
export function addressOf(text: string): string | undefined {
  const address = withoutPort(text.trim());
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/** Some proxies report the port too, which would make each connection a different client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
