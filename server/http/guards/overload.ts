import { Socket } from "node:net";
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from "fastify";
import { ApiError } from "#server/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Health, and what is long by nature and has a cap of its own: uploads, streams, passwords. */
    neverOverload?: boolean;
  }
  interface FastifyRequest {
    /** Set while it stands among those that wait for their answer. */
    leaveTurn: (() => void) | null;
  }
}

/** How long a request may already have waited when it is taken up, in milliseconds. */
const LONGEST_WAIT_MS = 200;
/** Fewer requests than these are no queue, however slow one of them or the machine is. */
const SHORTEST_QUEUE = { inATurn: 25, unanswered: 100 };

/** Requests that were taken up in one turn of the event loop. */
interface Turn {
  began: number;
  requests: number;
  unanswered: number;
  /** Takes note that one of them has its answer, or was given up. */
  close(): void;
}

/**
 * Refuses with 503 what would only wait. Requests queue in two places: those read late in a turn
 * of the event loop waited for the ones before them in that turn; those that wait for the database
 * stand behind the oldest unanswered one. What is accepted stays quick, a refusal costs little.
 * Who still sends a body keeps nobody else waiting, and stands in neither; nor does who has an
 * answer and does not take it.
 */
export function refuseOverload(app: FastifyInstance): void {
  /** Those in which something is left to be answered, the oldest first. */
  const turns = new Set<Turn>();
  let unanswered = 0;
  let current: Turn | undefined;

  function thisTurn(): Turn {
    if (current) return current;
    const turn: Turn = {
      began: performance.now(),
      requests: 0,
      unanswered: 0,
      close() {
        unanswered -= 1;
        turn.unanswered -= 1;
        if (turn.unanswered === 0) turns.delete(turn);
      },
    };
    setImmediate(() => {
      current = undefined;
    });
    current = turn;
    return turn;
  }

  app.decorateRequest("leaveTurn", null);
  app.addHook("onRequest", (_request, _reply, done) => {
    thisTurn().requests += 1;
    done();
  });

  const refuse: onRequestHookHandler = (request, _reply, done) => {
    const turn = thisTurn();
    const [oldest = turn] = turns;
    const isLateInTurn = turn.requests > SHORTEST_QUEUE.inATurn && waitsLongSince(turn);
    const isBehindOthers = unanswered >= SHORTEST_QUEUE.unanswered && waitsLongSince(oldest);
    const isRefused = (isLateInTurn || isBehindOthers) && !isInside(request);
    done(isRefused ? new ApiError("overloaded") : undefined);
  };

  const count: preHandlerHookHandler = (request, reply, done) => {
    const turn = thisTurn();
    unanswered += 1;
    turn.unanswered += 1;
    turns.add(turn);
    request.leaveTurn = () => {
      request.leaveTurn = null;
      turn.close();
    };
    // Who gives up gets no answer.
    reply.raw.once("close", () => request.leaveTurn?.());
    done();
  };

  const answer: onSendHookHandler = (request, _reply, _payload, done) => {
    request.leaveTurn?.();
    done();
  };

  app.addHook("onRoute", (route) => {
    // A browser asks for a script once: refused, it would leave the page lifeless.
    if (route.config?.neverOverload || route.url.startsWith("/assets/")) return;
    route.onRequest = [refuse, ...[route.onRequest ?? []].flat()];
    route.preHandler = [...[route.preHandler ?? []].flat(), count];
    route.onSend = [answer, ...[route.onSend ?? []].flat()];
  });
}

/** A call inside this process stood in neither queue, and may begin late in a long turn. */
const isInside = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

const waitsLongSince = ({ began }: Turn): boolean => performance.now() - began > LONGEST_WAIT_MS;
