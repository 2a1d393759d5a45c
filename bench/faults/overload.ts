// More calls than the machine can handle, then a shutdown under load:
//   npm run bench:overload -- --seconds 60 --engine both [--sabotage]
// Promised: accepted calls keep a p99 of at most 1 s, the rest is refused with 503 and Retry-After, and
// 5 s later all is normal; on SIGTERM readiness fails first, the exit code is 0 within 10 s, and no
// acknowledged vote is lost. --sabotage refuses nothing; the harness must then report it.
// Rules: R175, R176.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, providePostgres, voteRows } from "../engines.ts";
import { connect, createPeople, createPolls, patientApi, sendVote, voteKey } from "./voting.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const SECONDS = Number(values.seconds);
const CONNECTIONS = 2000;
const ACCEPTED_P99_MS = 1000;
const REFUSED_P99_MS = 2000;
const NORMAL_WITHIN_S = 5;
const EXIT_WITHIN_MS = 10_000;

interface Answered {
  status: number;
  milliseconds: number;
  retryAfter: boolean;
}

async function overload(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const preload = values.sabotage
    ? join(import.meta.dirname, "../sabotage/no-load-shedding.ts")
    : undefined;
  const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "fatal" } });
  await server.start();
  try {
    const api = patientApi(server.url);
    const people = await createPeople(api, 40);
    const [owner] = people;
    if (!owner) return [];
    await createPolls(api, owner, 40);
    const found = await flood(engine, server);
    found.push(...(await endUnderLoad(engine, instance, server)));
    return found;
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

async function flood(engine: Engine, server: ServerProcess): Promise<string[]> {
  const calm = new Pool(server.url, { connections: 32 });
  const capacity = await closedLoop(calm, 32, 5);
  const normal = percentile(
    capacity.answers.map((answer) => answer.milliseconds),
    0.99,
  );
  await calm.close();

  const pool = new Pool(server.url, { connections: CONNECTIONS, headersTimeout: 30_000 });
  await openConnections(pool);
  const answers = await openLoop(pool, capacity.perSecond * 3, SECONDS);
  await pool.destroy();
  const recovery = await untilNormal(server.url, Math.max(50, normal * 3));

  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const other = answers.length - accepted.length - refused.length;
  const p99 = percentile(
    accepted.map((answer) => answer.milliseconds),
    0.99,
  );
  const refusedP99 = percentile(
    refused.map((answer) => answer.milliseconds),
    0.99,
  );
  console.log(
    `${engine}: capacity ${Math.round(capacity.perSecond)}/s (p99 ${normal.toFixed(0)} ms); ` +
      `${answers.length} calls at three times that for ${SECONDS} s: ${accepted.length} accepted ` +
      `(p99 ${p99.toFixed(0)} ms), ${refused.length} refused (p99 ${refusedP99.toFixed(0)} ms), ` +
      `${other} other; normal again after ${recovery.toFixed(1)} s; ` +
      `${Math.round(server.memory() / 1e6)} MB`,
  );
  const found: string[] = [];
  if (p99 > ACCEPTED_P99_MS) found.push(`accepted calls took ${p99.toFixed(0)} ms (p99)`);
  if (refusedP99 > REFUSED_P99_MS) found.push(`refusals took ${refusedP99.toFixed(0)} ms (p99)`);
  if (accepted.length === 0) found.push("nothing was accepted");
  if (other > 0) found.push(`${other} calls got neither 200 nor 503`);
  if (refused.some((answer) => !answer.retryAfter)) found.push("a 503 came without Retry-After");
  if (recovery > NORMAL_WITHIN_S) found.push(`normal only after ${recovery.toFixed(1)} s`);
  return found;
}

async function endUnderLoad(
  engine: Engine,
  instance: Instance,
  server: ServerProcess,
): Promise<string[]> {
  const api = patientApi(server.url);
  const voters = await createPeople(api, 60);
  const [owner] = voters;
  if (!owner) return [];
  const polls = await createPolls(api, owner, 40);
  const acknowledged = new Map<string, number>();
  const pool = connect(server.url, voters.length);
  const voting = Promise.all(
    voters.map(async (voter, i) => {
      for (const poll of polls) {
        const option = poll.options[i % poll.options.length] ?? 0;
        const outcome = await sendVote(pool, voter, poll.id, option);
        const key = voteKey({ survey_id: poll.id, user_id: voter.id });
        if (outcome === 201) acknowledged.set(key, option);
        if (outcome === null) return;
        await sleep(20);
      }
    }),
  );
  await sleep(100);
  const begun = performance.now();
  const exit = server.stop();
  await sleep(50);
  const readiness = await fetch(`${server.url}/readyz`).then(
    (answer) => answer.status,
    () => null,
  );
  const code = await exit;
  const took = performance.now() - begun;
  await voting;
  await pool.destroy();
  const kept = new Map((await voteRows(instance)).map((row) => [voteKey(row), row.option_id]));
  const lost = [...acknowledged].filter(([key, option]) => kept.get(key) !== option);
  console.log(
    `${engine}: SIGTERM under ${voters.length} voters: /readyz ${readiness} first, exit ${code} ` +
      `after ${Math.round(took)} ms; ${acknowledged.size} votes acknowledged, ${lost.length} lost`,
  );
  const found: string[] = [];
  if (readiness !== 503) found.push(`/readyz answered ${readiness} while ending`);
  if (code !== 0) found.push(`exit code ${code}`);
  if (took > EXIT_WITHIN_MS) found.push(`ending took ${took} ms`);
  if (lost.length > 0) found.push(`${lost.length} acknowledged votes lost at the end`);
  return found;
}

/** The page of a new search, so that no call is answered from a cache. */
const path = () => `/surveys?q=${Math.random().toString(36).slice(2, 8)}`;

async function ask(pool: Pool): Promise<Answered> {
  const begun = performance.now();
  try {
    const { statusCode, headers, body } = await pool.request({ method: "GET", path: path() });
    await body.dump();
    const retryAfter = headers["retry-after"] !== undefined;
    return { status: statusCode, milliseconds: performance.now() - begun, retryAfter };
  } catch {
    return { status: 0, milliseconds: performance.now() - begun, retryAfter: false };
  }
}

async function closedLoop(pool: Pool, width: number, seconds: number) {
  const answers: Answered[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < until) answers.push(await ask(pool));
    }),
  );
  return { perSecond: answers.length / seconds, answers };
}

/** Opens all connections in advance: a machine that gets thousands at once drops some for seconds. */
async function openConnections(pool: Pool): Promise<void> {
  for (let open = 0; open < CONNECTIONS; open += 100) {
    await Promise.all(
      Array.from({ length: open + 100 }, () =>
        pool.request({ method: "GET", path: "/healthz" }).then(({ body }) => body.dump()),
      ),
    );
  }
}

/** Calls are sent on time, whether or not earlier ones were answered. */
async function openLoop(pool: Pool, perSecond: number, seconds: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  const pending = new Set<Promise<void>>();
  const begun = performance.now();
  let sent = 0;
  while (performance.now() - begun < seconds * 1000) {
    const due = ((performance.now() - begun) / 1000) * perSecond;
    for (; sent < due && pending.size < CONNECTIONS; sent++) {
      const call: Promise<void> = ask(pool).then((answer) => {
        answers.push(answer);
        pending.delete(call);
      });
      pending.add(call);
    }
    await sleep(2);
  }
  await Promise.all(pending);
  return answers;
}

async function untilNormal(url: string, limit: number): Promise<number> {
  const pool = new Pool(url, { connections: 4 });
  const begun = performance.now();
  for (;;) {
    const { answers } = await closedLoop(pool, 1, 0.5);
    const good = answers.every(({ status }) => status === 200);
    const seconds = (performance.now() - begun) / 1000;
    const quick =
      percentile(
        answers.map((answer) => answer.milliseconds),
        0.99,
      ) <= limit;
    if ((good && quick) || seconds > 30) {
      await pool.close();
      return seconds - 0.5;
    }
  }
}

function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) found.push(...(await overload(engine)));
endPostgres();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(
  found.length === 0 ? "overload: every promise held" : `overload: ${found.length} broken`,
);
process.exitCode = found.length === 0 ? 0 : 1;
