import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "#server/errors.ts";
import { networkOf } from "./client-ip.ts";

/** How much patience and memory clients get. Times in milliseconds. */
export interface ConnectionLimits {
  /** Connections in all. */
  total: number;
  /** Connections of one network address; behind proxies, its requests under way. */
  perAddress: number;
  /** Requests of one connection that wait for the answer to an earlier one. */
  pipelined: number;
  /** Until a request's headers have arrived. */
  headersMs: number;
  /** Until a body that is held in memory has arrived. */
  bodyMs: number;
  /** Whoever sends a body must send `windowBytes` in each `sendingMs`. */
  sendingMs: number;
  /** The same for answers, of which the kernel takes large pieces at long intervals. */
  takingMs: number;
  windowBytes: number;
  /** How long a client that has its answer may go on sending. */
  drainMs: number;
  /** Bytes in memory for bodies that are arriving, and the same for answers that are not taken. */
  heldBytes: number;
  checkEveryMs: number;
}

export const CONNECTION_LIMITS: Omit<ConnectionLimits, "total" | "perAddress"> = {
  pipelined: 10,
  headersMs: 20_000,
  bodyMs: 60_000,
  sendingMs: 20_000,
  takingMs: 60_000,
  windowBytes: 5000,
  drainMs: 10_000,
  heldBytes: 64 * 1024 * 1024,
  checkEveryMs: 1000,
};

interface Connection {
  socket: Socket;
  bytesRead: number;
  /** When something was last received. */
  heardAt: number;
  /** What its answers still wait for, and since when how much of them was taken. */
  unsentBytes: number;
  taking: Window;
  pipelined: number;
  /** The latest; a connection sends one at a time. */
  body: Body | undefined;
}

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  /** The most of it that is in memory while it arrives: none of forms, which go to the disk. */
  heldMax: number;
  /** What the connection had received by then. */
  bytesBefore: number;
  begunAt: number;
  sending: Window;
  answeredAt: number | undefined;
}

/** A time in which something must move; `from` is the count of bytes at its beginning. */
interface Window {
  since: number;
  from: number;
}

/**
 * Keeps clients that hold connections, send slowly or do not take their answers from using up what
 * others need. Looks at all of them every second instead of at each request, which costs requests
 * nothing. When connections are as many as may be, idle ones make room, the longest silent first.
 * Connections from proxies (`isProxy`) are not counted by address.
 *
 * Answers a function that is to be called with each request.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const connections = new Map<Socket, Connection>();
  const byNetwork = new Map<string, Map<Socket, Connection>>();
  let lookedAt = performance.now();
  let countedMs = 0;
  /** Goes on by two looks at most from one to the next, so that a busy or paused process reads in between. */
  const time = () => countedMs + Math.min(performance.now() - lookedAt, 2 * limits.checkEveryMs);

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = isProxy(address) ? undefined : networkOf(address);
    const own = (network !== undefined && byNetwork.get(network)) || new Map<Socket, Connection>();
    const isRoom =
      (own.size < limits.perAddress || closeIdle(own)) &&
      (connections.size < limits.total || closeIdle(connections));
    if (!isRoom) return void socket.destroy();
    const heardAt = time();
    const taking = { since: heardAt, from: 0 };
    const counts = { bytesRead: 0, unsentBytes: 0, pipelined: 0 };
    const connection = { socket, heardAt, taking, ...counts, body: undefined };
    connections.set(socket, connection);
    if (network !== undefined) byNetwork.set(network, own.set(socket, connection));
    socket.once("close", () => {
      connections.delete(socket);
      own.delete(socket);
      if (network !== undefined && own.size === 0) byNetwork.delete(network);
    });
  });

  const timer = setInterval(() => {
    const now = time();
    countedMs = now;
    lookedAt = performance.now();
    for (const connection of connections.values()) check(connection, now);
    const all = [...connections.values()];
    relieve(
      all.filter(({ unsentBytes }) => unsentBytes > 0).sort(byLastTaken),
      ({ unsentBytes }) => unsentBytes,
      ({ socket }) => socket.destroy(),
    );
    relieve(all.flatMap(({ body }) => body ?? []).sort(byBeginning), heldBytes, ({ request }) =>
      refuseBody(request, new ApiError("request_timeout")),
    );
  }, limits.checkEveryMs).unref();
  server.once("close", () => clearInterval(timer));

  function check(connection: Connection, now: number): void {
    const { socket, body, taking } = connection;
    if (socket.bytesRead !== connection.bytesRead) connection.heardAt = now;
    connection.bytesRead = socket.bytesRead;

    const taken = takenBytes(socket);
    connection.unsentBytes = socket.bytesWritten - taken;
    if (connection.unsentBytes === 0) connection.taking = { since: now, from: taken };
    else if (isTooSlow(taking, taken, limits.takingMs, now)) socket.destroy();

    if (body?.request.complete) connection.body = undefined;
    else if (body?.response.writableEnded) {
      // Most clients read the answer only once they have sent everything, so the rest is dropped.
      body.answeredAt ??= now;
      if (now - body.answeredAt >= limits.drainMs) socket.destroy();
    } else if (body) {
      // What has arrived waits to be read: the client is not the slow one.
      if (body.request.readableLength > 0) body.sending.since = now;
      const isLate = body.heldMax > 0 && now - body.begunAt >= limits.bodyMs;
      if (isLate || isTooSlow(body.sending, socket.bytesRead, limits.sendingMs, now)) {
        refuseBody(body.request, new ApiError("request_timeout"));
      }
    }
  }

  /** Enough that moved begins a new window. */
  function isTooSlow(window: Window, count: number, windowMs: number, now: number): boolean {
    if (count - window.from >= limits.windowBytes) {
      Object.assign(window, { since: now, from: count });
    }
    return now - window.since >= windowMs;
  }

  /** Gives up the first of them, until the rest holds no more than it may. */
  function relieve<T>(holders: T[], bytesOf: (holder: T) => number, giveUp: (holder: T) => void) {
    let held = holders.reduce((sum, holder) => sum + bytesOf(holder), 0);
    for (const holder of holders) {
      if (held <= limits.heldBytes) return;
      held -= bytesOf(holder);
      giveUp(holder);
    }
  }

  return (request, response) => {
    const isPipelined = response.socket === null;
    if (!isPipelined && !hasBody(request)) return;
    const connection = connections.get(request.socket);
    if (!connection) return;
    if (isPipelined) {
      if (++connection.pipelined > limits.pipelined) request.socket.destroy();
      response.once("close", () => connection.pipelined--);
    }
    if (!hasBody(request)) return;
    const { headers, socket } = request;
    const begunAt = time();
    const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/");
    connection.body = {
      request,
      response,
      heldMax: isForm ? 0 : Number(headers["content-length"] ?? Number.POSITIVE_INFINITY),
      bytesBefore: socket.bytesRead,
      begunAt,
      sending: { since: begunAt, from: socket.bytesRead },
      answeredAt: undefined,
    };
  };
}

/** Ends the reading of a body with `error`, which whoever reads it answers; nobody does before. */
export function refuseBody(request: IncomingMessage, error: ApiError): void {
  if (request.listenerCount("error") > 0) request.emit("error", error);
  else request.socket.destroy();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Closes the connection that has been silent the longest, of those without a request under way. */
function closeIdle(connections: ReadonlyMap<Socket, Connection>): boolean {
  let silent: Connection | undefined;
  for (const connection of connections.values()) {
    const isIdle = !connection.socket.destroyed && !internals(connection.socket)._httpMessage;
    if (isIdle && !(silent && silent.heardAt <= connection.heardAt)) silent = connection;
  }
  silent?.socket.destroy();
  return silent !== undefined;
}

/** Of the body's first piece, which comes with the headers, no more is known than its greatest size. */
const FIRST_PIECE_BYTES = 64 * 1024;
const heldBytes = ({ request, heldMax, bytesBefore, answeredAt }: Body): number =>
  answeredAt === undefined
    ? Math.min(heldMax, request.socket.bytesRead - bytesBefore + FIRST_PIECE_BYTES)
    : 0;

const byLastTaken = (a: Connection, b: Connection) => a.taking.since - b.taking.since;
const byBeginning = (a: Body, b: Body) => a.begunAt - b.begunAt;

/** Of all that was written, what the kernel has taken. */
function takenBytes(socket: Socket): number {
  const handle = internals(socket)._handle;
  if (socket.writableLength === 0 || !handle) return socket.bytesWritten;
  return handle.bytesWritten - handle.writeQueueSize;
}

/** What Node's own timeouts look at too, and has no public name: the answer under way, the queue. */
const internals = (socket: Socket) =>
  socket as Socket & {
    _httpMessage?: unknown;
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
