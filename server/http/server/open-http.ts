import type { IncomingMessage } from "node:http";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/db/database.ts";
import { type Answered, watchAnswers } from "../answers.ts";
import { endingBefore } from "../cache/cache-control.ts";
import { createResponseCache, type ResponseCache } from "../cache/response-cache.ts";
import { rewritePageUrl } from "../pages/page-request.ts";
import { createFrequentCalls, type FrequentCalls } from "../routing/frequent-calls.ts";
import { serveHealthAlone } from "../routing/health.ts";
import { parseJsonBodies } from "../routing/json-parser.ts";
import { handleNotFound } from "../routing/not-found.ts";
import { handleErrors, rejectConnection, rejectUrl } from "../routing/problem.ts";
import { requestIdOf } from "../routing/request-id.ts";
import { openAccessLog } from "./access-log.ts";
import { clientIpReader } from "./client-ip.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { serverFactory } from "./http-server.ts";
import { loggerOptions } from "./log-metrics.ts";
import { createLoad, shedLoad } from "./overload.ts";
import { addSecurity, securityHeaders } from "./security-headers.ts";
import { logRefusal, networkMark, openSecurityLog, type SecurityLog } from "./security-log.ts";

const MAX_JSON_BYTES = 128 * 1024;

interface HttpOptions {
  db: Database;
  clock: Clock;
  config: Config;
  /** The installation's secret. */
  secret: string;
  stopping?: AbortSignal | undefined;
  connectionLimits?: Partial<ConnectionLimits> | undefined;
  onAnswered?: ((answered: Answered) => void) | undefined;
  accessLogTo?: { write(text: string): unknown } | undefined;
}

/** A server without routes, and what the parts around it use of it. */
export interface Http {
  app: FastifyInstance;
  responseCache: ResponseCache;
  frequentCalls: FrequentCalls;
  securityLog: SecurityLog;
  /** The client's network address; proxies are believed only if TRUST_PROXY names them. */
  clientIpOf(request: IncomingMessage): string;
}

/** Opens a server that guards its connections, logs, refuses and reports errors. */
export async function openHttp(options: HttpOptions): Promise<Http> {
  const { db, clock, config, secret } = options;
  const clientIpOf = clientIpReader(config.trustProxy);
  const accessLog = config.accessLog
    ? openAccessLog({
        clock,
        networkOf: (request) => networkMark(secret, clientIpOf(request)),
        out: options.accessLogTo ?? process.stdout,
      })
    : undefined;
  const answers = watchAnswers([accessLog?.onAnswered, options.onAnswered]);
  const quiet = {
    epoch: () => db.quietPeriods.epoch(clock),
    startsIn: () => db.quietPeriods.startsIn(clock),
  };
  const responseCache = createResponseCache(quiet, answers?.note);
  const load = createLoad();
  const headers = securityHeaders(config);
  const frequentCalls = createFrequentCalls(load, headers, answers?.note);
  const app = createFramework(config, {
    limits: {
      ...CONNECTION_LIMITS,
      total: config.maxConnections,
      perAddress: config.maxConnectionsPerAddress,
      ...options.connectionLimits,
    },
    trustProxy: config.trustProxy,
    clientIpOf,
    responseCache,
    frequentCalls,
    answers,
    stopping: options.stopping,
    onLimited: (request) => securityLog.write("limited", { request, code: "too_many_requests" }),
    onFault: (err) => app.log.error({ err }, "a request could not be handed over"),
  });
  const securityLog = openSecurityLog({
    dataDir: config.dataDir,
    days: config.securityLogDays,
    secret,
    clock,
    clientIpOf,
    log: app.log,
  });
  app.addHook("onClose", async () => {
    securityLog.close();
    accessLog?.close();
  });
  answers?.register(app);
  handleErrors(app, db, (error, request) => logRefusal(securityLog, error, request));
  if (config.role === "worker") {
    serveHealthAlone(app);
    frequentCalls.bypass();
  }
  parseJsonBodies(app);
  app.addHook("preClose", async () => {
    responseCache.bypass();
    frequentCalls.bypass();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    const given = reply.getHeader("cache-control");
    const cacheControl = endingBefore(quiet.startsIn(), given);
    if (cacheControl !== undefined) void reply.header("cache-control", cacheControl);
    done();
  });
  shedLoad(app, load);
  await addSecurity(app, config, headers);
  handleNotFound(app);
  return { app, responseCache, frequentCalls, securityLog, clientIpOf };
}

const createFramework = (
  { logLevel, trustProxy }: Config,
  connections: Parameters<typeof serverFactory>[0],
): FastifyInstance =>
  fastify({
    serverFactory: serverFactory(connections),
    logger: loggerOptions(logLevel, process.env),
    // Only faults are logged; logging each request is the proxy's task.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: MAX_JSON_BYTES,
    // While closing, requests on open connections are still answered.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // Requests need no separate logger.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: rewritePageUrl,
    frameworkErrors: rejectUrl,
    clientErrorHandler: rejectConnection,
  });
