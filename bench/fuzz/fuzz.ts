// Sends unusual and invalid requests, generated from the contract's own schemas:
//   npm run bench:fuzz -- --requests 250000 --images 10000 --aborts 1000 --engine both [--sabotage]
// Promised: no 5xx but 503, no restart, every refusal a problem with a declared code, every success
// in the contract's shape, answers afterwards unchanged, and nothing left behind: memory within
// 50 MB, no file in uploads/, no handle. --seed repeats a run (except for the order of answers).
// --sabotage makes a search throw on punctuation; the harness must then report it.
// Rules: R166, R168, R170.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Agent, Pool } from "undici";
import { listCategories, listCities } from "#contract/endpoints/lookups.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { type Api, succeed } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { inTurns, patientApi } from "../faults/voting.ts";
import { breakOff, endWhileSending, pourWithoutEnd } from "./aborts.ts";
import { fuzzImages } from "./images.ts";
import { type Answered, judge } from "./judge.ts";
import { residueOf, settle } from "./leaks.ts";
import { type Shot, shoot } from "./requests.ts";
import { FuzzState } from "./state.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "3000" },
    images: { type: "string", default: "200" },
    aborts: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const REQUESTS = Number(values.requests);
const IMAGES = Number(values.images);
const SEED = Number(values.seed);
const AT_ONCE = 24;
/** The number of requests after which data destroyed by the fuzz is renewed. */
const ROUND = 1500;

async function fuzz(engine: Engine): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance(engine);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const preload = values.sabotage
    ? join(import.meta.dirname, "../sabotage/search-fails-on-punctuation.ts")
    : undefined;
  const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
  await server.start();
  atEnd.defer(() => server.kill());

  const { pid, url } = server;
  // One connection per call, so that none of ours is counted among the handles.
  const single = { dispatcher: new Agent({ pipelining: 0 }) } as RequestInit;
  const api = patientApi(url, single);
  const witness = await signUp(api);
  const remembered = await remember(api, witness);
  const state = new FuzzState(api);
  const found = new Set<string>();
  const fire = (requests: number, seed: number) => fuzzRequests(url, state, requests, seed, found);

  // Caches are filled first; only growth after that is a leak.
  await fire(Math.min(REQUESTS, 4000), SEED);
  await fuzzImages(api, witness, { images: Math.min(IMAGES, 200), seed: SEED });
  await breakOff(url, witness, { aborts: 20, seed: SEED });
  await sleep(5000);
  const before = residueOf(server);

  await fire(REQUESTS, SEED + 1);
  for (const line of await fuzzImages(api, witness, { images: IMAGES, seed: SEED }))
    found.add(line);
  await breakOff(url, witness, { aborts: Number(values.aborts), seed: SEED });
  for (const line of await pourWithoutEnd(url, witness)) found.add(line);

  if (server.pid !== pid || !server.running) return [...found, "the product ended or restarted"];
  for (const line of await settle(server, before)) found.add(line);
  for (const line of await remembered()) found.add(line);
  for (const line of await endWhileSending(server, witness)) found.add(line);
  return [...found].map((line) => `${engine}: ${line}`);
}

async function fuzzRequests(
  url: string,
  state: FuzzState,
  requests: number,
  seed: number,
  found: Set<string>,
): Promise<void> {
  const begun = performance.now();
  const pool = new Pool(url, { connections: AT_ONCE, headersTimeout: 30_000 });
  const tally: Record<string, number> = {};
  for (let round = 0; round * ROUND < requests; round++) {
    await state.renew();
    await inTurns(Math.min(ROUND, requests - round * ROUND), AT_ONCE, async (i) => {
      const number = round * ROUND + i;
      const shot = shoot(new Random(seed * 1_000_003 + number), state);
      const answer = await send(pool, shot, state);
      const status = String(answer?.status ?? "cut");
      tally[status] = (tally[status] ?? 0) + 1;
      for (const line of answer ? judge(shot, answer) : []) found.add(describe(shot, line));
    });
  }
  await pool.close();
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${requests} requests of seed ${seed} in ${seconds.toFixed(0)} s: ${JSON.stringify(tally)}`,
  );
}

async function send(pool: Pool, shot: Shot, state: FuzzState): Promise<Answered | null> {
  const { method, path, headers, body, endpoint } = shot;
  try {
    const answer = await pool.request({
      method: method as "GET",
      path,
      headers,
      ...(body !== undefined && { body }),
    });
    const type = String(answer.headers["content-type"] ?? "");
    if (endpoint.stream && answer.statusCode === 200) {
      answer.body.on("error", () => undefined).destroy();
      return { status: 200, type, text: "" };
    }
    const text = await answer.body.text();
    if (answer.statusCode === 200 && /json/.test(type)) state.learn(JSON.parse(text));
    return { status: answer.statusCode, type, text };
  } catch {
    // The client itself refuses some headers, and the server cuts connections with malformed requests.
    return null;
  }
}

function describe({ name, method, path, headers, body }: Shot, line: string): string {
  const type = headers["content-type"] ?? "";
  const sent = `${method} ${path.slice(0, 200)} ${type} ${String(body ?? "").slice(0, 400)}`;
  return `${line} (${name}: ${JSON.stringify(sent)})`;
}

/**
 * Records what a person reads whom the fuzz does not know: it must stay exactly the same, except for
 * followers, since an id may be guessed, and notices of these downloads. The returned function
 * returns the changes.
 */
async function remember(api: Api, witness: Person): Promise<() => Promise<string[]>> {
  const { token } = witness;
  const survey = await publishSurvey(api, witness, { visibility: "private" });
  await voteFor(api, witness, survey, 1);
  const params = { id: survey.id };
  const read = () =>
    Promise.all([
      download(api, { token }),
      api.call(getSurvey, { token, params }),
      api.call(getResults, { token, params }),
      api.call(getSurvey, { params }),
      api.call(listCities),
      api.call(listCategories),
    ]);
  // The vote count of a survey is up to a second old.
  const counted = async () =>
    (await succeed(api.call(getSurvey, { token, params }))).item.vote_count !== 0;
  while (!(await counted())) await sleep(100);
  const before = await read();
  return async () => {
    const texts = (answers: typeof before) =>
      answers.map(({ status, text }) => `${status} ${text}`);
    const [then, now] = [texts(before), texts(await read())].map((all) => all.map(withoutChance));
    return (then ?? []).flatMap((text, i) =>
      text === now?.[i] ? [] : [`an answer changed from ${text} to ${now?.[i]}`.slice(0, 3000)],
    );
  };
}

/** The witness uploads the pictures, so their own is a new one. */
const withoutChance = (text: string): string =>
  text
    .replaceAll(
      /"(image|request_id|view_count|follower_count|followers)":(null|"[^"]*"|\d+|\[[^\]]*\])/g,
      "",
    )
    .replaceAll(/\{"kind":"(follower|data_downloaded)"[^}]*\},?/g, "");

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) found.push(...(await fuzz(engine)));
endPostgres();
for (const line of found.slice(0, 20)) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "fuzz: every promise held" : `fuzz: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
