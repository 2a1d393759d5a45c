const encoder = new TextEncoder();

/**
 * Copies content into separate memory, for caches: a short Buffer is otherwise a slice of Node's
 * pool and would keep all 64 kB of it alive.
 */
export const unpooled = (content: string | Uint8Array): Buffer =>
  Buffer.from(
    typeof content === "string" ? encoder.encode(content).buffer : new Uint8Array(content).buffer,
  );
