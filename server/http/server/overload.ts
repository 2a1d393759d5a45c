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
    /** For health checks, and for slow routes with other limits: uploads, streams, passwords. */
    neverOverload?: boolean;
  }
  interface FastifyRequest {
    /** Counts the request as answered; null unless it is being counted. */
    markAnswered: (() => void) | null;
  }
}

/** In milliseconds: a request that waited longer for its handler to start is refused. */
const MAX_WAIT_MS = 200;
/** With fewer requests, nothing is refused: a slow query or machine alone is not an overload. */
const MIN_QUEUE = { inTurn: 25, unanswered: 100 };

/** The requests whose handling began in one turn of the event loop. */
interface Turn {
  began: number;
  requests: number;
  unanswered: number;
  /** Called when one of them was answered, or aborted by its client. */
  close(): void;
}

/** The requests under way, as refusals judge them. */
export interface Load {
  /** Counts a request of this turn of the event loop. */
  enter(): void;
  /** Whether a request of this turn would have to wait too long. */
  isTooMuch(): boolean;
  /** Counts a request as unanswered, until the returned function is called. */
  begin(): () => void;
}

/**
 * Measures how long requests wait, in two places: within a turn of the event loop, a request
 * waits for those read before it; across turns, for the oldest one that is still unanswered,
 * mostly because of the database.
 */
export function createLoad(): Load {
  /** Turns with unanswered requests, the oldest first. */
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

  return {
    enter() {
      thisTurn().requests += 1;
    },
    isTooMuch() {
      const turn = thisTurn();
      const [oldest = turn] = turns;
      const isLateInTurn = turn.requests > MIN_QUEUE.inTurn && isLongAgo(turn);
      const isBehindOthers = unanswered >= MIN_QUEUE.unanswered && isLongAgo(oldest);
      return isLateInTurn || isBehindOthers;
    },
    begin() {
      const turn = thisTurn();
      unanswered += 1;
      turn.unanswered += 1;
      turns.add(turn);
      return turn.close;
    },
  };
}

/**
 * Refuses requests with 503 when they would have to wait too long, so that accepted ones stay
 * quick (ADR-008). Requests whose body is still arriving, and responses that the client is slow to
 * take, do not count, since no other request waits for them.
 */
export function shedLoad(app: FastifyInstance, load: Load = createLoad()): void {
  app.decorateRequest("markAnswered", null);
  app.addHook("onRequest", (_request, _reply, done) => {
    load.enter();
    done();
  });

  const refuse: onRequestHookHandler = (request, _reply, done) => {
    const isRefused = load.isTooMuch() && !isInjected(request);
    done(isRefused ? new ApiError("overloaded") : undefined);
  };

  const count: preHandlerHookHandler = (request, reply, done) => {
    const end = load.begin();
    request.markAnswered = () => {
      request.markAnswered = null;
      end();
    };
    // A client that disconnects is never answered.
    reply.raw.once("close", () => request.markAnswered?.());
    done();
  };

  const answer: onSendHookHandler = (request, _reply, _payload, done) => {
    request.markAnswered?.();
    done();
  };

  app.addHook("onRoute", (route) => {
    // A browser does not retry a script: without it the page would stay dead.
    if (route.config?.neverOverload || route.url.startsWith("/assets/")) return;
    route.onRequest = [refuse, ...[route.onRequest ?? []].flat()];
    route.preHandler = [...[route.preHandler ?? []].flat(), count];
    route.onSend = [answer, ...[route.onSend ?? []].flat()];
  });
}

/** A test's injected request: it waited in no queue, but may come late in a long turn. */
const isInjected = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

const isLongAgo = ({ began }: Turn): boolean => performance.now() - began > MAX_WAIT_MS;
