import { createServer } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "#server/config/version.ts";
import {
  type Measure,
  measures,
  type Reading,
  type Spread,
  spreads,
} from "#server/telemetry/metrics.ts";
import { type Answered, NO_ROUTE } from "../answers.ts";

/** In seconds; the product's targets lie between 50 ms and 2 s. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

interface MetricsServer {
  /** Counts a request that was answered. */
  onAnswered(answered: Answered): void;
  port: number;
  close(): Promise<void>;
}

/**
 * Serves the metrics of this process at `/metrics`, in Prometheus's format, on a separate port:
 * they are for the operator only. Port 0 picks a free one. Throws where the port is in use.
 */
export async function serveMetrics(where: { port: number; host: string }): Promise<MetricsServer> {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const labelNames = ["method", "route", "status"] as const;
  const requests = new Histogram({
    name: "kanaat_http_request_duration_seconds",
    help: "Requests by route and status, and how long their answers took; streams are only counted",
    labelNames: [...labelNames],
    buckets: DURATIONS,
    registers,
  });
  const streams = new Counter({
    name: "kanaat_http_streams_total",
    help: "Streams that have ended",
    registers,
  });
  const info = { name: "kanaat_build_info", help: "Which version runs", registers };
  new Gauge({ ...info, labelNames: ["version", "commit"] }).set({ ...version }, 1);
  for (const one of spreads()) listenTo(one, registers);
  /** By labels, since looking a series up in the library takes longer than counting. */
  const series = new Map<string, Histogram.Internal<(typeof labelNames)[number]>>();

  const server = createServer(async (request, response) => {
    if (request.url?.split("?", 1)[0] !== "/metrics") return void response.writeHead(404).end();
    try {
      const own = await ownMetrics();
      const text = `${await register.metrics()}\n${await own.metrics()}`;
      response.writeHead(200, { "content-type": register.contentType }).end(text);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ ...where, exclusive: true }, resolve);
  });
  const { port } = server.address() as { port: number };
  server.unref();

  return {
    onAnswered({ method, route, status, ms, isStream }) {
      if (isStream) return streams.inc();
      // Otherwise each made-up method would become a separate series.
      const known = route === NO_ROUTE ? "other" : method;
      const key = `${known} ${route} ${status}`;
      let one = series.get(key);
      if (!one) {
        one = requests.labels(known, route, String(status));
        series.set(key, one);
      }
      one.observe(ms / 1000);
    },
    port,
    close: () =>
      new Promise((resolve) => {
        for (const one of spreads()) one.observe = () => undefined;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenTo(one: Spread, registers: Registry[]): void {
  const { name, help, label, buckets } = one;
  const labelNames = label ? [label] : [];
  const histogram = new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
  one.observe = (value, of) => (label && of ? histogram.labels(of) : histogram).observe(value);
}

/** The current values of the measures that the server's parts register. */
async function ownMetrics(): Promise<Registry> {
  const register = new Registry();
  const readings = await Promise.all([...measures()].map(async (one) => [one, await readOf(one)]));
  for (const [{ name, help, kind, label }, reading] of readings as [Measure, Reading][]) {
    if (reading === undefined) continue;
    const Kind = kind === "counter" ? Counter : Gauge;
    const known = register.getSingleMetric(name) as Counter | Gauge | undefined;
    const options = { name, help, labelNames: label ? [label] : [], registers: [register] };
    const metric = known ?? new Kind(options);
    if (typeof reading === "number") metric.inc(reading);
    else for (const [value, count] of Object.entries(reading)) metric.labels(value).inc(count);
  }
  return register;
}

async function readOf(one: Measure): Promise<Reading> {
  try {
    return await one.read();
  } catch {
    return undefined;
  }
}
