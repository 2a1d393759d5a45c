import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/** Reads who asks: the socket's address, or what the proxies trusted by TRUST_PROXY tell. */
export function addressReader(
  trustProxy: boolean | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusted = trustProxy === true ? () => true : proxyAddr.compile([...trustProxy]);
  return (request) => withoutPort(proxyAddr(request, trusted));
}

/** Some proxies tell the port too; each connection would be somebody else. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
