import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Health, and what is long by nature and has a cap of its own: uploads, streams, passwords. */
    neverOverload?: boolean;
  }
}

/** How long a request may already have waited when it is taken up, in milliseconds. */
const LONGEST_WAIT_MS = 200;
/** Fewer requests than these are no queue, however slow one of them or the machine is. */
const SHORTEST_QUEUE = { inATurn: 25, unanswered: 100 };

/**
 * Refuses with 503 what would only wait. Requests queue in two places: those read late in a turn
 * of the event loop waited for the ones before them in that turn; those that wait for the database
 * stand behind the oldest unanswered one. What is accepted stays quick, a refusal costs little.
 */
export function refuseOverload(app: FastifyInstance): void {
  const unanswered = new Set<{ since: number }>();
  let turn: { began: number; requests: number } | undefined;

  app.addHook("onRequest", (request, reply, done) => {
    // A call inside this process stood in neither queue, and may begin late in a long turn.
    if (!(request.raw.socket instanceof Socket)) return done();
    const now = performance.now();
    if (!turn) {
      turn = { began: now, requests: 0 };
      setImmediate(() => {
        turn = undefined;
      });
    }
    turn.requests += 1;
    // A browser asks for a script once: refused, it would leave the page lifeless.
    if (request.routeOptions.config.neverOverload || request.url.startsWith("/assets/")) {
      return done();
    }
    const [oldest] = unanswered;
    const isLateInTurn =
      turn.requests > SHORTEST_QUEUE.inATurn && now - turn.began > LONGEST_WAIT_MS;
    const isBehindOthers =
      unanswered.size >= SHORTEST_QUEUE.unanswered &&
      now - (oldest?.since ?? now) > LONGEST_WAIT_MS;
    if (isLateInTurn || isBehindOthers) return done(new ApiError("overloaded"));

    const own = { since: now };
    unanswered.add(own);
    reply.raw.on("close", () => unanswered.delete(own));
    done();
  });
}
