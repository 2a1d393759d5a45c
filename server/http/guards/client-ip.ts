import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Answers a function that finds a request's client: the address at the other end of the socket, or
 * the one that proxies report, where TRUST_PROXY names those (`true` trusts all).
 */
export function clientIpReader(
  trustProxy: boolean | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = proxyTest(trustProxy);
  return (request) => withoutPort(proxyAddr(request, trusted));
}

/** Answers a function that says whether the other end of a socket is a trusted proxy. */
export function proxyTest(trustProxy: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trustProxy === "boolean") return () => trustProxy;
  const trusted = proxyAddr.compile([...trustProxy]);
  return (address) => trusted(address, 0);
}

/** What belongs to one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !isIPv6(address)) return ipv4 ?? address;
  const [start = "", end] = address.replace(/%.*$/, "").toLowerCase().split("::");
  const groups = start === "" ? [] : start.split(":");
  const after = end ? end.split(":") : [];
  const zeros = end === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** Some proxies report the port too, with which each connection would count as another client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
