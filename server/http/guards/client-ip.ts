import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Answers a function that finds a request's client: the address at the other end of the socket, or
 * the one that proxies report, where TRUST_PROXY names those (`true` trusts all).
 */
export function clientIpReader(
  trustProxy: boolean | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = trustProxy === true ? () => true : proxyAddr.compile([...trustProxy]);
  return (request) => withoutPort(proxyAddr(request, trusted));
}

/** Some proxies report the port too, with which each connection would count as another client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
