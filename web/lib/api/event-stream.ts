import { MINUTE_MS } from "#contract/durations.ts";
import { send } from "#web/lib/api/api-client.ts";
import { readProblem } from "#web/lib/api/api-problem.ts";
import type { EndpointKey } from "#web/lib/api/api-types.ts";
import { expireSession, successorOf } from "#web/lib/session.ts";

type OnEvent = (event: string, data: string) => void;
type Query = Record<string, string>;

const RETRY_MS = { first: 1000, longest: MINUTE_MS };
/** A stream that ends sooner counts as a failure. */
const STABLE_MS = MINUTE_MS;
/** The server beats every 25 seconds; a connection that missed two beats is dead. */
const SILENCE_MS = MINUTE_MS;

/**
 * A streaming call in the session of `token`, repeated whenever it breaks, at growing intervals.
 * `open` ends the previous call and passes on no more of its events.
 */
export function createStream(endpoint: EndpointKey, token: string | null, onEvent: OnEvent) {
  let connection = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function open(query: Query) {
    close();
    connection = new AbortController();
    const { signal } = connection;
    const openedAt = performance.now();
    const passOn: OnEvent = (event, data) => {
      if (!signal.aborted) onEvent(event, data);
    };
    // Retried below, whatever went wrong.
    await readStream(endpoint, { query, signal }, token, passOn).catch(() => undefined);
    if (signal.aborted) return;
    if (performance.now() - openedAt >= STABLE_MS) failures = 0;
    const wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.longest);
    failures += 1;
    // Spread out, so that clients do not all return to a restarted server at once.
    retry = setTimeout(open, wait * (0.5 + Math.random()), query);
  }

  function close() {
    clearTimeout(retry);
    connection.abort();
  }

  return { open: (query: Query = {}) => void open(query), close };
}

/** Uses fetch, because EventSource cannot send the token. Throws `ApiProblem`. */
async function readStream(
  endpoint: EndpointKey,
  input: { query: Query; signal: AbortSignal },
  token: string | null,
  onEvent: OnEvent,
): Promise<void> {
  const response = await send(endpoint, input, token);
  if (response.ok && response.body) return await readEvents(response.body, SILENCE_MS, onEvent);

  const problem = await readProblem(response, !token);
  const isRefused = problem.code === "invalid_token" && token;
  if (isRefused && !(await successorOf(token))) expireSession(token);
  throw problem;
}

export async function readEvents(
  body: ReadableStream<BufferSource>,
  silenceMs: number,
  onEvent: OnEvent,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = "";
  for (;;) {
    const silence = setTimeout(() => reader.cancel(), silenceMs);
    const { value, done } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const blocks = (unfinished + value).split("\n\n");
    unfinished = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event] = /^event: ?(.*)$/m.exec(block) ?? [];
      const [, data] = /^data: ?(.*)$/m.exec(block) ?? [];
      if (event !== undefined && data !== undefined) onEvent(event, data);
    }
  }
}
