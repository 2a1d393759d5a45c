import { createServer, connect as dial, type Socket } from "node:net";

export interface Distant {
  port: number;
  /** Changes the delay of each direction, in milliseconds. */
  delay(milliseconds: number): void;
  /** Passes nothing on and closes nothing until `heal`. */
  cut(): void;
  heal(): void;
  /** From now on passes nothing on over the connections that are open, and closes none of them. */
  silence(): void;
  close(): Promise<void>;
}

/** A local port that forwards everything to another one, delayed in each direction. */
export async function distant(
  to: { host: string; port: number },
  delayMs: number,
): Promise<Distant> {
  let delay = delayMs;
  let isCut = false;
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  const pass = (from: Socket, into: Socket) => {
    const later = (work: () => void) =>
      setTimeout(() => !isCut && !silent.has(from) && work(), delay);
    from.on("data", (chunk) => later(() => into.write(chunk)));
    from.on("end", () => later(() => into.end()));
    from.on("close", () => later(() => into.destroy()));
    from.on("error", () => undefined);
  };
  // Otherwise an end that is not passed on would be answered here.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ ...to, allowHalfOpen: true });
    for (const socket of [near, far]) {
      socket.setNoDelay();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as { port: number }).port,
    delay: (milliseconds) => {
      delay = milliseconds;
    },
    cut: () => {
      isCut = true;
    },
    heal: () => {
      isCut = false;
    },
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
