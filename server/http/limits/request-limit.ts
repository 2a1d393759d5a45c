import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "../server/client-ip.ts";

/**
 * Counts the requests under way of each client address, for servers behind proxies, whose
 * connections do not identify clients. Returns a function that says whether a request may begin.
 */
export function limitRequests(
  clientIpOf: (request: IncomingMessage) => string,
  max: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const underWay = new Map<string, number>();
  return (request, response) => {
    const network = networkOf(clientIpOf(request));
    const count = underWay.get(network) ?? 0;
    if (count >= max) return false;
    underWay.set(network, count + 1);
    response.once("close", () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    return true;
  };
}
