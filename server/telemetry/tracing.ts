import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Installed separately, by `npm run tracing` (ADR-028). */
const PACKAGES = join(import.meta.dirname, "../../deploy/tracing/package.json");

type Environment = Record<string, string | undefined>;

/** Whether OpenTelemetry's own variables ask for traces. */
export const wantsTraces = (environment: Environment): boolean =>
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
  Boolean(
    environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  );

/**
 * Traces HTTP requests, the framework's routes and PostgreSQL's statements, as OpenTelemetry's
 * variables say, and continues a `traceparent`. To be called before the app is made. Traces contain
 * no paths, queries, addresses or values of statements. Returns a function that sends what is left.
 * Throws a sentence if the packages are not installed.
 */
export function startTracing(environment: Environment): () => Promise<void> {
  environment.OTEL_SERVICE_NAME ||= "kanaat";
  environment.OTEL_NODE_RESOURCE_DETECTORS ||= "env,os";
  // Metrics are left to Prometheus, and log lines stay here.
  environment.OTEL_METRICS_EXPORTER ||= "none";
  environment.OTEL_LOGS_EXPORTER ||= "none";
  const { sdkNode, http, pg, fastify } = load();
  const { NodeSDK } = sdkNode as { NodeSDK: new (options: object) => Sdk };
  const { HttpInstrumentation } = http as { HttpInstrumentation: Instrumentation };
  const { PgInstrumentation } = pg as { PgInstrumentation: Instrumentation };
  const FastifyInstrumentation = fastify as Instrumentation;
  const instrumentations = [
    new HttpInstrumentation({
      startIncomingSpanHook: () => NOTHING_PERSONAL,
      ignoreIncomingRequestHook: ({ url }: IncomingMessage) =>
        /^\/(healthz|readyz)/.test(url ?? ""),
      disableOutgoingRequestInstrumentation: true,
    }),
    new PgInstrumentation({ requireParentSpan: true }),
    new FastifyInstrumentation({
      registerOnInitialization: true,
      instrumentHooks: false,
      instrumentHandler: false,
      requestHook: (span: { setAttribute(name: string, value: string): void }) =>
        span.setAttribute("url.path", ""),
    }),
  ];
  const sdk = new NodeSDK({ instrumentations });
  sdk.start();
  // OpenTelemetry patches modules when they are required; importing them does not do that.
  for (const name of ["node:http", "pg"]) createRequire(import.meta.url)(name);
  return () => sdk.shutdown();
}

interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}
type Instrumentation = new (options: object) => object;

/** Replaces what the library would record; the route's pattern is `http.route`. */
const NOTHING_PERSONAL = Object.fromEntries(
  ["url.path", "url.query", "url.full", "http.target", "http.url"]
    .concat(["client.address", "network.peer.address", "net.peer.ip", "http.client_ip"])
    .concat(["user_agent.original", "http.user_agent"])
    .map((name) => [name, ""]),
);

const MISSING = "OTEL_EXPORTER_OTLP_ENDPOINT is set: run `npm run tracing` once to install it.";

function load(): Record<"sdkNode" | "http" | "pg" | "fastify", unknown> {
  const installed = createRequire(PACKAGES);
  try {
    return {
      sdkNode: installed("@opentelemetry/sdk-node"),
      http: installed("@opentelemetry/instrumentation-http"),
      pg: installed("@opentelemetry/instrumentation-pg"),
      fastify: installed("@fastify/otel"),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(MISSING, { cause: error });
  }
}
