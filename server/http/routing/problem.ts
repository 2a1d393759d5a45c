import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Problem } from "#contract/problem.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { REQUEST_ID, requestIdOf } from "./request-id.ts";

/**
 * Turns everything thrown in a route of `app` into problem+json (R147). `onRefused` is called for
 * refusals: 401, 403, 429, and what members get from calls of staff.
 */
export function handleErrors(
  app: FastifyInstance,
  db: Pick<Database, "fault">,
  onRefused?: (error: ApiError, request: FastifyRequest) => void,
): void {
  app.setErrorHandler<FastifyError>((thrown, request, reply) => {
    const error = toApiError(thrown, { log: request.log, requestId: request.id }, db);
    if (error.isRefusal || REFUSALS.has(error.status)) onRefused?.(error, request);
    sendProblem(reply, error);
  });
}

const REFUSALS = new Set([401, 403, 429]);

/**
 * The error that the client gets for anything thrown. Faults of the server (5xx) are logged with
 * the request id that the client gets too.
 */
export function toApiError(
  thrown: FastifyError | ApiError,
  { log, requestId }: { log: FastifyBaseLogger; requestId: string },
  db: Pick<Database, "fault">,
): ApiError {
  const error = thrown instanceof ApiError ? thrown : translate(thrown, db);
  if (error.isLogged) return error;
  // These come by the thousand when the database is away or the load is high: one line, or none.
  const cause = error.cause instanceof Error ? error.cause : thrown;
  if (error.code === "not_ready" || error.code === "outcome_unknown") {
    log.warn({ request_id: requestId }, `${error.code}: ${cause.message || Object(cause).code}`);
  } else if (error.status >= 500 && error.code !== "overloaded") {
    log.error({ err: cause, request_id: requestId }, error.code);
  }
  return error;
}

export function toProblem(
  { code, fields, words, secondStep }: ApiError,
  requestId: string,
): Problem {
  const [status, title, ownMessage] = ERRORS[code];
  const message = words ?? ownMessage;
  return {
    type: "about:blank",
    title,
    status,
    detail: message,
    code,
    message,
    request_id: requestId,
    ...(fields && { fields }),
    ...secondStep,
  };
}

export function sendProblem(reply: FastifyReply, error: ApiError): void {
  const { status } = error;
  // Fastify closes after each body that it could not parse, but a client that is still sending
  // would lose the response; `guardConnections` closes once the client has had time to read it.
  if (status === 408 || !reply.raw.shouldKeepAlive) reply.header("connection", "close");
  else reply.removeHeader("connection");
  if (status === 401) reply.header("www-authenticate", challenge(error.code));
  if (status === 503 || status === 429) {
    reply.header("retry-after", String(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  }
  void reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(toProblem(error, reply.request.id)));
}

/** The headers that `addSecurity` sets, for what is rejected before its hook runs. */
const BARE_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  "referrer-policy": "strict-origin-when-cross-origin",
};

/** Fastify's `frameworkErrors`: responds to URLs that the router cannot decode. */
export function rejectUrl(error: FastifyError, { id }: FastifyRequest, reply: FastifyReply): void {
  const tooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
  const known = new ApiError(tooLong ? "not_found" : "invalid_request");
  sendProblem(reply.headers({ ...BARE_HEADERS, [REQUEST_ID]: id }), known);
}

const BY_PARSER_CODE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};
/** How long a client that is still sending has to read the response. */
const CUT_OFF_MS = 2000;

/**
 * Fastify's `clientErrorHandler`: responds to what Node could not parse as HTTP, mostly before
 * there is a request, and closes the connection.
 */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Answered already: Node reports each further piece that arrives.
  if (socket.writableEnded) return;
  const code = BY_PARSER_CODE[error.code ?? ""] ?? "invalid_request";
  if (socket.writable) socket.end(bareProblem(code));
  const cutOff = setTimeout(() => socket.destroy(), CUT_OFF_MS);
  socket.once("close", () => clearTimeout(cutOff));
}

/** A proxy and this server could each use another one of two hosts; Node uses the first. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** Responds to a request that must not reach the framework. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
): void {
  const id = requestIdOf(request);
  const body = JSON.stringify(toProblem(new ApiError(code), id));
  const status = ERRORS[code][0];
  if (status === 429) response.setHeader("retry-after", RETRY_AFTER_SECONDS);
  response.writeHead(status, {
    ...BARE_HEADERS,
    "content-type": "application/problem+json; charset=utf-8",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
    [REQUEST_ID]: id,
  });
  response.end(body);
}

/** A whole HTTP response, for a bare socket. */
function bareProblem(code: ErrorCode): string {
  const [status] = ERRORS[code];
  const id = randomUUID();
  const body = JSON.stringify(toProblem(new ApiError(code), id));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/problem+json; charset=utf-8",
    ...Object.entries(BARE_HEADERS).map((header) => header.join(": ")),
    "cache-control: no-store",
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID}: ${id}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

const RETRY_AFTER_SECONDS = 2;

/** For `WWW-Authenticate`. */
function challenge(code: ErrorCode): string {
  return code === "invalid_token" ? 'Bearer error="invalid_token"' : "Bearer";
}

const BY_FASTIFY_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_REQ_FILE_TOO_LARGE: "payload_too_large",
  FST_FILES_LIMIT: "payload_too_large",
  FST_FIELDS_LIMIT: "payload_too_large",
  FST_PARTS_LIMIT: "payload_too_large",
};

const BY_FAULT = {
  full: "storage_full",
  unavailable: "not_ready",
  unknown: "outcome_unknown",
  conflict: "not_ready",
  // Everything else that a write refers to was looked up before, so the caller's account is gone.
  foreign_key: "invalid_token",
} as const;
const FULL_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** What the system lacks, and what an operator can do about it. */
const SCARCE: Record<string, string> = {
  EMFILE: "too many open files: raise the limit (LimitNOFILE, ulimit -n) or lower MAX_CONNECTIONS",
  ENFILE: "too many open files on this machine: raise fs.file-max",
  EAGAIN: "too many processes or threads: raise the limit (TasksMax, ulimit -u)",
  ENOMEM: "too little memory (MemoryMax, WORKERS)",
  ERR_WORKER_INIT_FAILED: "too many open files, processes or threads (LimitNOFILE, TasksMax)",
};

function translate(error: FastifyError, db: Pick<Database, "fault">): ApiError {
  const byCode = BY_FASTIFY_CODE[error.code];
  if (byCode) return new ApiError(byCode, { cause: error });
  const fault = db.fault(error);
  if (fault && fault !== "unique") return new ApiError(BY_FAULT[fault], { cause: error });
  if (FULL_DISK.has(error.code)) return new ApiError("storage_full", { cause: error });
  // Errors of `fetch` have the code in their cause.
  const missing = SCARCE[error.code] ?? SCARCE[Object(error.cause).code];
  if (missing) {
    const cause = new Error(`${error.message}: ${missing}`, { cause: error });
    return new ApiError("not_ready", { cause });
  }
  const status = error.statusCode ?? 500;
  if (status === 429) return new ApiError("too_many_requests", { cause: error });
  if (status === 413) return new ApiError("payload_too_large", { cause: error });
  if (status === 503) return new ApiError("overloaded", { cause: error });
  if (status >= 400 && status < 500) return new ApiError("invalid_request", { cause: error });
  return new ApiError("internal_error", { cause: error });
}
