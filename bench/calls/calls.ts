// What each call of the API costs the main thread, which serves everybody, where surveys are large:
//   npm run bench:calls -- --engine both --votes 100000 --rounds 9 [--record] [--sabotage]
// Promised: a call costs at most 5 ms, or has a limit of its own, or is cached: then calls in the same
// second cost at most 5 ms. Measured by processor time, so that other load hardly matters; Linux only.
// --record writes docs/endpoint-costs.json, from which `npm run endpoints` makes docs/endpoints.md.
// --sabotage formats files for each request and without their limit; the bench must then find that.
// Rules: R419.
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { api as endpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { getReport } from "#contract/endpoints/report.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type CallOptions, createApi } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { mainThreadMs } from "#testing/servers/process-tree.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { median } from "../median.ts";
import { type Place, PREPARED, pathOf, SITE } from "./each-call.ts";
import { fillSurveys } from "./large-surveys.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    votes: { type: "string", default: "100000" },
    rounds: { type: "string", default: "9" },
    record: { type: "boolean", default: false },
    sabotage: { type: "boolean", default: false },
  },
});
const VOTES = Number(values.votes);
const ROUNDS = Number(values.rounds);
const OPTIONS = 20;
const MAX_MS = 5;
/** The caches keep what they have for a second. */
const ROUND_MS = 1200;
const SABOTAGE = "./bench/sabotage/files-at-each-request.ts";
const COSTS = new URL("../../docs/endpoint-costs.json", import.meta.url);

/** Milliseconds of the main thread, and how a visitor's response may be cached. */
interface Cost {
  /** Of the first call in a second. */
  first: number;
  /** Of another one right after it. */
  again: number;
  status: number;
  cached: string;
}

/** Makes a call; a stream is left once it has begun. */
async function send(url: string, endpoint: Endpoint, options: CallOptions) {
  const leave = new AbortController();
  const { status, headers } = await createApi(url, async (request) => {
    const response = await fetch(request, { signal: leave.signal });
    if (!endpoint.stream) return response;
    leave.abort();
    return new Response(null, response);
  }).call(endpoint, options);
  return { status, cached: headers.get("cache-control") ?? "no-store" };
}

interface Measured {
  name: string;
  endpoint: Endpoint;
  survey: Survey;
  first: number[];
  again: number[];
  status: number;
  cached: string;
}

async function measureOnce(server: ServerProcess, place: Place, one: Measured, i: number) {
  const { name, endpoint, survey } = one;
  const prepared = await PREPARED[name]?.(place, i);
  const options = {
    ...(endpoint.auth !== "none" && { token: place.owner.token }),
    ...prepared,
    params: { ...pathOf(place, survey, endpoint.path), ...prepared?.params },
  };
  const cost = async () => {
    const before = mainThreadMs(server.pid);
    const { status, cached } = await send(server.url, endpoint, options);
    return { ms: mainThreadMs(server.pid) - before, status, cached };
  };
  const first = await cost();
  one.first.push(first.ms);
  one.status = first.status;
  one.again.push(endpoint.method === "GET" ? (await cost()).ms : first.ms);
  if (endpoint.method !== "GET" || endpoint.auth === "required" || survey !== place.open) return;
  const { token: _, ...visitor } = options;
  const seen = await send(server.url, endpoint, visitor);
  if (seen.status === 200) one.cached = seen.cached;
}

/** Two large surveys whose groups were counted, one public, one private. */
async function settle(server: ServerProcess): Promise<Place> {
  await server.start();
  const api = createApi(server.url, fetch);
  const [owner, other] = [await signUp(api), await signUp(api)];
  const form = {
    question: "Hangi şehir?",
    options: Array.from({ length: OPTIONS }, (_, i) => `Seçenek ${i + 1}`),
  };
  const open = await publishSurvey(api, owner, form);
  const secret = await publishSurvey(api, owner, { ...form, visibility: "private" });
  await server.stop();
  await fillSurveys(server.instance, [open, secret], VOTES);
  await server.start();
  const place = { api, owner, others: [other], open, secret };
  const { token } = owner;
  for (const { id } of [open, secret])
    while (!(await api.call(getReport, { token, params: { id } })).body.breakdown) await sleep(500);
  return place;
}

async function measure(engine: Engine): Promise<Record<string, Cost>> {
  const instance = await createInstance(engine);
  const preload = values.sabotage ? SABOTAGE : "./testing/cheap-passwords.ts";
  const env = { CHALLENGE: "off", LOG_LEVEL: "fatal", PUBLIC_URL: SITE };
  const server = new ServerProcess(instance, { preload, env });
  try {
    const place = await settle(server);
    const all = Object.entries(endpoints).flatMap(([name, endpoint]) =>
      surveysOf(place, endpoint).map((survey): Measured => {
        const measured = { name, endpoint, survey, first: [], again: [] };
        return { ...measured, status: 0, cached: "no-store" };
      }),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const pause = sleep(ROUND_MS);
      for (const one of all) await measureOnce(server, place, one, round);
      await pause;
    }
    return Object.fromEntries(
      Object.entries(Object.groupBy(all, ({ name }) => name)).map(([name, own = []]) => [
        name,
        costOf(own),
      ]),
    );
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

const surveysOf = ({ open, secret }: Place, { method, path }: Endpoint): Survey[] =>
  method === "GET" && path.includes("/surveys/{id}") ? [open, secret] : [open];

/** The dearer one of a call on both surveys. */
function costOf(measured: readonly Measured[]): Cost {
  const most = (of: "first" | "again") =>
    Math.max(...measured.map((one) => Number(median(one[of]).toFixed(1))));
  const [{ status, cached } = { status: 0, cached: "" }] = measured;
  return { first: most("first"), again: most("again"), status, cached };
}

function report(engine: Engine, costs: Record<string, Cost>): string[] {
  const found: string[] = [];
  for (const [name, { first, again, status }] of Object.entries(costs)) {
    const limit = endpoints[name]?.limit;
    const figures = `${first.toFixed(1).padStart(6)} ${again.toFixed(1).padStart(6)} ms`;
    console.log(`${engine} ${name.padEnd(28)}${figures}  ${status}  ${limit ?? ""}`);
    const isLimited = limit !== undefined && !values.sabotage;
    if (again > MAX_MS && !isLimited) found.push(`${engine}: ${name} costs ${again} ms each time`);
  }
  return found;
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
const recorded: Record<string, Partial<Record<Engine, Cost>>> = {};
for (const engine of engines) {
  const costs = await measure(engine);
  found.push(...report(engine, costs));
  for (const [name, cost] of Object.entries(costs))
    recorded[name] = { ...recorded[name], [engine]: cost };
}
endPostgres();
if (values.record) writeFileSync(COSTS, `${JSON.stringify(recorded, null, 2)}\n`);
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "calls: every promise held" : `calls: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
