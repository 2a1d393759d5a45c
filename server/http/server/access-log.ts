import type { Answered } from "../answers.ts";

const FLUSH_MS = 200;
const HELD_MAX = 64 * 1024;

/**
 * Writes a line of JSON for each request to `out`, within a fifth of a second. The line does not
 * reveal who requested what: it has the path's pattern instead of the path, and `networkOf` instead
 * of the address.
 */
export function openAccessLog(options: {
  clock: { now(): number };
  networkOf(request: Answered["request"]): string;
  out: { write(text: string): unknown };
}): { onAnswered(answered: Answered): void; close(): void } {
  const { clock, networkOf, out } = options;
  let waiting = "";
  const flush = () => {
    if (waiting !== "") out.write(waiting);
    waiting = "";
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    onAnswered({ request, method, route, status, ms, bytes, requestId }) {
      const line = {
        at: new Date(clock.now()).toISOString(),
        request_id: requestId,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        bytes,
        network: networkOf(request),
      };
      waiting += `${JSON.stringify(line)}\n`;
      if (waiting.length > HELD_MAX) flush();
    },
    close() {
      clearInterval(timer);
      flush();
    },
  };
}
