import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { ApiError } from "#server/errors.ts";
import { networkOf } from "./client-ip.ts";

/** How much patience and memory clients get. Times in milliseconds. */
export interface ConnectionLimits {
  /** Connections in all. */
  total: number;
  /** Connections of one network address; behind proxies, its requests under way. */
  perAddress: number;
  /** Until a request's headers have arrived. */
  headersMs: number;
  /** Whoever sends a body or takes an answer must move `windowBytes` in each `windowMs`. */
  windowMs: number;
  windowBytes: number;
  /** Until a body that is held in memory has arrived. */
  bodyMs: number;
  /** How long a client that has its answer may go on sending. */
  drainMs: number;
  /** Bytes in memory for bodies that are arriving, and the same for answers that are not taken. */
  heldBytes: number;
  checkEveryMs: number;
}

export const CONNECTION_LIMITS: Omit<ConnectionLimits, "total" | "perAddress"> = {
  headersMs: 20_000,
  windowMs: 20_000,
  windowBytes: 5000,
  bodyMs: 60_000,
  drainMs: 10_000,
  heldBytes: 64 * 1024 * 1024,
  checkEveryMs: 1000,
};

/** What has moved since `since`. */
interface Progress {
  since: number;
  bytes: number;
}

interface Connection {
  socket: Socket;
  bytesRead: number;
  /** When something was last received. */
  heardAt: number;
  unsent: number;
  /** Of the answer; undefined while none waits to be taken. */
  taken: Progress | undefined;
}

interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  /** Held in memory while it arrives; forms are written to the disk. */
  isHeld: boolean;
  bytesMax: number;
  begunAt: number;
  bytesAtBegin: number;
  bytesRead: number;
  received: Progress;
  answeredAt: number | undefined;
}

/**
 * Keeps clients that hold connections, send slowly or do not take their answers from using up what
 * others need. Looks at all of them every second instead of at each request, which costs requests
 * nothing. When connections are as many as may be, idle ones make room, the longest silent first.
 * Connections from proxies (`isProxy`) are not counted by address.
 *
 * Answers a function that is to be called with each request that brings a body.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const connections = new Set<Connection>();
  const byNetwork = new Map<string, Set<Connection>>();
  const bodies = new Set<Body>();

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = isProxy(address) ? null : networkOf(address);
    const own = network === null ? null : (byNetwork.get(network) ?? new Set());
    const isRoom =
      (!own || own.size < limits.perAddress || closeIdle(own)) &&
      (connections.size < limits.total || closeIdle(connections));
    if (!isRoom) return void socket.destroy();
    const heardAt = performance.now();
    const connection = { socket, bytesRead: 0, heardAt, unsent: 0, taken: undefined };
    connections.add(connection);
    own?.add(connection);
    if (network !== null && own) byNetwork.set(network, own);
    socket.once("close", () => {
      connections.delete(connection);
      own?.delete(connection);
      if (network !== null && own?.size === 0) byNetwork.delete(network);
    });
  });

  const timer = setInterval(() => {
    const now = performance.now();
    checkAnswers(now);
    checkBodies(now);
  }, limits.checkEveryMs).unref();
  server.once("close", () => clearInterval(timer));

  function checkAnswers(now: number): void {
    const waiting: Connection[] = [];
    let held = 0;
    for (const connection of connections) {
      const { socket, bytesRead, unsent: before } = connection;
      connection.bytesRead = socket.bytesRead;
      if (connection.bytesRead !== bytesRead) connection.heardAt = now;
      connection.unsent = unsentBytes(socket);
      if (connection.unsent === 0) {
        connection.taken = undefined;
        continue;
      }
      connection.taken ??= { since: now, bytes: 0 };
      connection.taken.bytes += Math.max(0, before - connection.unsent);
      if (isTooSlow(connection.taken, now)) socket.destroy();
      else waiting.push(connection);
      held += connection.unsent;
    }
    if (held <= limits.heldBytes) return;
    for (const { socket, unsent } of waiting.sort(byTaken)) {
      if (held <= limits.heldBytes) break;
      held -= unsent;
      socket.destroy();
    }
  }

  function checkBodies(now: number): void {
    let held = 0;
    for (const body of bodies) {
      if (body.request.complete) bodies.delete(body);
      else if (isAnswered(body, now)) continue;
      else if (isLate(body, now)) refuse(body);
      else held += heldBytes(body);
    }
    for (const body of bodies) {
      if (held <= limits.heldBytes) break;
      if (!body.isHeld || body.answeredAt !== undefined) continue;
      held -= heldBytes(body);
      refuse(body);
    }
  }

  /** Most clients read the answer only once they have sent everything, so the rest is dropped. */
  function isAnswered(body: Body, now: number): boolean {
    if (!body.response.writableEnded) return false;
    body.answeredAt ??= now;
    if (now - body.answeredAt >= limits.drainMs) body.request.socket.destroy();
    return true;
  }

  function isLate(body: Body, now: number): boolean {
    const { bytesRead } = body.request.socket;
    body.received.bytes += bytesRead - body.bytesRead;
    body.bytesRead = bytesRead;
    if (body.isHeld && now - body.begunAt >= limits.bodyMs) return true;
    // What has arrived waits to be read: the client is not the slow one.
    if (body.request.readableLength > 0) body.received = { since: now, bytes: 0 };
    return isTooSlow(body.received, now);
  }

  /** Begins a new window after each that was quick enough. */
  function isTooSlow(progress: Progress, now: number): boolean {
    if (now - progress.since < limits.windowMs) return false;
    if (progress.bytes < limits.windowBytes) return true;
    Object.assign(progress, { since: now, bytes: 0 });
    return false;
  }

  return (request, response) => {
    // Requests that tests make up have nothing that could be slow.
    if (!(request.socket instanceof Socket)) return;
    const begunAt = performance.now();
    const { bytesRead } = request.socket;
    const body: Body = {
      request,
      response,
      isHeld: !request.headers["content-type"]?.startsWith("multipart/"),
      bytesMax: Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY),
      begunAt,
      bytesAtBegin: bytesRead,
      bytesRead,
      received: { since: begunAt, bytes: 0 },
      answeredAt: undefined,
    };
    bodies.add(body);
    request.once("close", () => bodies.delete(body));
  };
}

/**
 * Counts the requests under way by their client's address, for servers behind proxies, whose
 * connections say nothing of clients. Answers a function that says whether a request may begin.
 */
export function limitRequests(
  clientIpOf: (request: IncomingMessage) => string,
  max: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const underWay = new Map<string, number>();
  return (request, response) => {
    const network = networkOf(clientIpOf(request));
    const count = underWay.get(network) ?? 0;
    if (count >= max) return false;
    underWay.set(network, count + 1);
    response.once("close", () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    return true;
  };
}

/** Whether the request's headers announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Closes the connection that has been silent the longest, of those without a request under way. */
function closeIdle(connections: ReadonlySet<Connection>): boolean {
  let silent: Connection | undefined;
  for (const connection of connections) {
    const isIdle = !connection.socket.destroyed && !internals(connection.socket)._httpMessage;
    if (isIdle && !(silent && silent.heardAt <= connection.heardAt)) silent = connection;
  }
  silent?.socket.destroy();
  return silent !== undefined;
}

/** Of the body's first piece, which comes with the headers, no more is known than its greatest size. */
const FIRST_PIECE_BYTES = 64 * 1024;
const heldBytes = ({ isHeld, bytesMax, bytesRead, bytesAtBegin }: Body): number =>
  isHeld ? Math.min(bytesMax, bytesRead - bytesAtBegin + FIRST_PIECE_BYTES) : 0;

/** Whoever reads the body answers the error, as any other; nobody does before it is read. */
function refuse({ request }: Body): void {
  if (request.listenerCount("error") === 0) return void request.socket.destroy();
  request.emit("error", new ApiError("request_timeout"));
}

const byTaken = (a: Connection, b: Connection): number =>
  (a.taken?.bytes ?? 0) - (b.taken?.bytes ?? 0) || (a.taken?.since ?? 0) - (b.taken?.since ?? 0);

/** What the client has still to take, including the part of a piece that the kernel has not taken. */
const unsentBytes = (socket: Socket): number =>
  socket.writableLength && socket.writableLength + (internals(socket)._handle?.writeQueueSize ?? 0);

/** What Node's own timeouts look at too, and has no public name: the answer under way, the queue. */
const internals = (socket: Socket) =>
  socket as Socket & { _httpMessage?: unknown; _handle?: { writeQueueSize?: number } | null };
