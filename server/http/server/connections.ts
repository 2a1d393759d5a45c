import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MINUTE_MS } from "#contract/durations.ts";
import { ApiError } from "#server/errors.ts";
import { networkOf } from "./client-ip.ts";

/** How much time and memory clients get. Times in milliseconds. */
export interface ConnectionLimits {
  /** Connections in all. */
  total: number;
  /** Connections of one network address; behind proxies, its requests under way. */
  perAddress: number;
  /** Requests of one connection that wait for the response to an earlier one. */
  pipelined: number;
  /** Until a request's headers have arrived. */
  headersMs: number;
  /** Until a body that is held in memory has arrived. */
  bodyMs: number;
  /** A client that sends a body must send `windowBytes` within each `sendingMs`. */
  sendingMs: number;
  /** The same for taking a response, which the kernel does in large pieces at long intervals. */
  takingMs: number;
  windowBytes: number;
  /** How long a client may go on sending after its response. */
  drainMs: number;
  /** Memory for arriving bodies, and as much again for responses that clients have not taken. */
  heldBytes: number;
  checkEveryMs: number;
}

export const CONNECTION_LIMITS: Omit<ConnectionLimits, "total" | "perAddress"> = {
  pipelined: 10,
  headersMs: 20_000,
  bodyMs: MINUTE_MS,
  sendingMs: 20_000,
  takingMs: MINUTE_MS,
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
  /** Bytes of its responses that the kernel has not taken; `taking` watches their progress. */
  unsentBytes: number;
  taking: Window;
  pipelined: number;
  /** The latest body; a connection sends one at a time. */
  body: Body | undefined;
}

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  /** The most of it that memory holds while it arrives: nothing of forms, which go to the disk. */
  heldMax: number;
  /** Bytes that the connection had received when the body began. */
  bytesBefore: number;
  begunAt: number;
  sending: Window;
  answeredAt: number | undefined;
}

/** A period in which bytes must move; `from` is the byte count at its beginning. */
interface Window {
  since: number;
  from: number;
}

/**
 * Keeps clients that hold connections, send slowly or do not take their responses from using up
 * what others need. Checks all of them every second instead of at each request, which costs
 * requests nothing. At the limit, idle connections are closed, the longest silent first.
 * Connections from proxies (`isProxy`) are not counted by address.
 *
 * Returns a function to call with each request.
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
  /** Advances by at most two checks from one to the next: a paused process can then read first. */
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
      // Most clients read the response only after sending everything, so the rest is dropped.
      body.answeredAt ??= now;
      if (now - body.answeredAt >= limits.drainMs) socket.destroy();
    } else if (body) {
      // Received bytes wait to be read here, so the client is not the slow side.
      if (body.request.readableLength > 0) body.sending.since = now;
      const isLate = body.heldMax > 0 && now - body.begunAt >= limits.bodyMs;
      if (isLate || isTooSlow(body.sending, socket.bytesRead, limits.sendingMs, now)) {
        refuseBody(body.request, new ApiError("request_timeout"));
      }
    }
  }

  /** A new window begins once enough bytes have moved. */
  function isTooSlow(window: Window, count: number, windowMs: number, now: number): boolean {
    if (count - window.from >= limits.windowBytes) {
      Object.assign(window, { since: now, from: count });
    }
    return now - window.since >= windowMs;
  }

  /** Gives up holders from the first on, until the rest is within `heldBytes`. */
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

/** Ends the reading of a body with `error` for its reader; without one, closes the connection. */
export function refuseBody(request: IncomingMessage, error: ApiError): void {
  if (request.listenerCount("error") > 0) request.emit("error", error);
  else request.socket.destroy();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Closes the longest silent connection without a request under way; false if there is none. */
function closeIdle(connections: ReadonlyMap<Socket, Connection>): boolean {
  let silent: Connection | undefined;
  for (const connection of connections.values()) {
    const isIdle = !connection.socket.destroyed && !internals(connection.socket)._httpMessage;
    if (isIdle && !(silent && silent.heardAt <= connection.heardAt)) silent = connection;
  }
  silent?.socket.destroy();
  return silent !== undefined;
}

/** The most of a body that can come with the headers; how much did come is not known. */
const FIRST_PIECE_BYTES = 64 * 1024;
const heldBytes = ({ request, heldMax, bytesBefore, answeredAt }: Body): number =>
  answeredAt === undefined
    ? Math.min(heldMax, request.socket.bytesRead - bytesBefore + FIRST_PIECE_BYTES)
    : 0;

const byLastTaken = (a: Connection, b: Connection) => a.taking.since - b.taking.since;
const byBeginning = (a: Body, b: Body) => a.begunAt - b.begunAt;

/** How many of the written bytes the kernel has taken. */
function takenBytes(socket: Socket): number {
  const handle = internals(socket)._handle;
  if (socket.writableLength === 0 || !handle) return socket.bytesWritten;
  return handle.bytesWritten - handle.writeQueueSize;
}

/** Private fields that Node's own timeouts use too: the response under way, the write queue. */
const internals = (socket: Socket) =>
  socket as Socket & {
    _httpMessage?: unknown;
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
