import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Load } from "#server/http/server/overload.ts";
import { REQUEST_ID, requestIdOf } from "./request-id.ts";

/** JSON, with the ETag of a body that others get too. */
export interface FrequentAnswer {
  body: Buffer | string;
  etag?: string;
}

/**
 * Begins a call with the path's parameters as text. Returns undefined, or rejects, where the
 * framework has to respond: it then runs the call again.
 */
type Begin = (
  request: IncomingMessage,
  params: Record<string, string>,
) => Promise<FrequentAnswer> | undefined;

export interface FrequentCalls {
  /** Adds a GET by its path with `{name}` placeholders. */
  register(path: string, begin: Begin): void;
  /**
   * Responds to a signed-in caller, or calls `otherwise`. Returns false, and calls nothing, where
   * the request is none of these calls.
   */
  tryServe(request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean;
  /** From now on every request goes to the framework. */
  bypass(): void;
}

/**
 * Runs the calls that pages of signed-in people make most without the framework, which takes as
 * long as they do. Only what is simple is done here: the caller's session is in memory, and the
 * response is a success. Everything else, also each error, is left to the framework. `headers` are
 * those of every response.
 */
export function createFrequentCalls(
  load: Load,
  headers: OutgoingHttpHeaders,
  onAnswered?: (response: ServerResponse, route: string, requestId: string) => void,
): FrequentCalls {
  const routes: { path: RegExp; route: string; begin: Begin }[] = [];
  const always = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  always.push("content-type", "application/json; charset=utf-8", "cache-control", "no-store");
  let isBypassed = false;

  function begin(request: IncomingMessage) {
    const { url = "" } = request;
    for (const { path, route, begin } of routes) {
      const match = path.exec(url);
      const answer = match && begin(request, match.groups ?? {});
      if (answer) return { route, answer };
    }
    return undefined;
  }

  function respond(
    request: IncomingMessage,
    response: ServerResponse,
    route: string,
    { body, etag }: FrequentAnswer,
  ) {
    const id = requestIdOf(request);
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    const all = [...always, REQUEST_ID, id, "content-length", String(length)];
    if (etag !== undefined) all.push("etag", etag, "vary", "authorization, origin");
    response.writeHead(200, all);
    response.end(body);
    onAnswered?.(response, route, id);
  }

  return {
    register(path, begin) {
      // Neither a query nor an encoded letter, which the framework parses.
      const pattern = path.replaceAll(/\{(\w+)\}/g, "(?<$1>[\\w.-]+)");
      const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
      routes.push({ path: new RegExp(`^${pattern}$`), route, begin });
    },
    tryServe(request, response, otherwise) {
      if (isBypassed || !isPlain(request) || load.isTooMuch()) return false;
      const begun = begin(request);
      if (!begun) return false;
      load.enter();
      const end = load.begin();
      begun.answer.then(
        (answer) => {
          end();
          respond(request, response, begun.route, answer);
        },
        () => {
          end();
          otherwise();
        },
      );
      return true;
    },
    bypass() {
      isBypassed = true;
    },
  };
}

/** A GET by a token, without a body and without headers that change the response. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.authorization !== undefined &&
  headers.origin === undefined &&
  headers["if-none-match"] === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;
