const encoder = new TextEncoder();

/**
 * The content as bytes in memory of their own, for whatever is cached: a short Buffer is otherwise a
 * slice of Node's pool and would keep all 64 kB of it alive.
 */
export const unpooled = (content: string | Uint8Array): Buffer =>
  Buffer.from(
    typeof content === "string" ? encoder.encode(content).buffer : new Uint8Array(content).buffer,
  );
