import { send } from "#web/lib/api-client.ts";
import { readProblem } from "#web/lib/api-problem.ts";
import type { EndpointKey } from "#web/lib/api-types.ts";
import { currentToken, expireSession, successorOf } from "#web/lib/session.ts";

type OnEvent = (event: string, data: string) => void;

/**
 * Reads the events of a streaming call until it ends, or sends nothing for `silenceMs`. By fetch,
 * as EventSource cannot carry the token. Throws `ApiProblem`.
 */
export async function readStream(
  endpoint: EndpointKey,
  { signal, silenceMs, onEvent }: { signal: AbortSignal; silenceMs: number; onEvent: OnEvent },
): Promise<void> {
  const token = currentToken();
  const response = await send(endpoint, { signal }, token);
  if (response.ok && response.body) return await readEvents(response.body, silenceMs, onEvent);

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
