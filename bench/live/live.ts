// Votes on one survey, with and without thousands of readers of its live results:
//   npm run bench:live -- --engine both --readers 5000 --rounds 4
// Promised: each reader hears of votes at most once a second, and within two seconds of the last vote gets
// the count in the database; votes are accepted at least 0.9 times as fast as without readers.
// Rules: R308.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { castVote } from "#contract/endpoints/votes.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { enginesOf, optionCounts, providePostgres } from "../engines.ts";
import type { Poll } from "../faults/voting.ts";
import { createSeed, type Seed } from "../load/seed.ts";
import { fire, requireWrk } from "../load/wrk.ts";
import { median } from "../median.ts";
import type { Heard } from "./readers.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    readers: { type: "string", default: "5000" },
    rounds: { type: "string", default: "4" },
    voters: { type: "string", default: "60000" },
    seconds: { type: "string", default: "6" },
  },
});
const ROUNDS = Number(values.rounds);
const VOTERS_AT_ONCE = 256;
const PROMISED = 0.9;
/** Without what the server waits for a processor that other programs use. */
const HEARD_WITHIN_MS = 2000;

async function live(engine: Engine): Promise<string[]> {
  const found: string[] = [];
  await using atEnd = new AsyncDisposableStack();
  const instance = await createInstance(engine);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const server = new ServerProcess(instance);
  await server.start();
  atEnd.defer(() => server.kill());
  const seed = await createSeed(server, Number(values.voters), 2 * ROUNDS);
  const watched: number[] = [];
  const alone: number[] = [];
  const processor: Record<"watched" | "alone", number[]> = { watched: [], alone: [] };
  const idle = server.memory() / 1e6;
  let memory = 0;

  for (const [i, poll] of seed.viral.entries()) {
    // Without, with, with, without: other load on the machine affects both.
    const isWatched = [false, true, true, false][i % 4] ?? false;
    const readers = isWatched ? await openReaders(server.url, poll) : undefined;
    memory = Math.max(memory, server.memory() / 1e6);
    const before = server.processorSeconds();
    const run = await fire(server.url, votes(seed, poll), {
      seconds: Number(values.seconds),
      connections: VOTERS_AT_ONCE,
      once: true,
    });
    const spent = ((server.processorSeconds() - before) * 1e6) / run.answered;
    (isWatched ? watched : alone).push(run.answered / run.seconds);
    processor[isWatched ? "watched" : "alone"].push(spent);
    if (run.refused + run.broken > 0)
      found.push(`${run.refused + run.broken} votes were not taken`);
    console.log(
      `${engine}, ${isWatched ? "with" : "without"} readers: ${run.answered} votes, ` +
        `${Math.round(run.answered / run.seconds)} a second, ${spent.toFixed(0)} µs of processor each`,
    );
    if (!readers) continue;
    const last = server.ownTime();
    while (server.ownTime() - last < HEARD_WITHIN_MS) await sleep(50);
    const heard = await readers.end();
    const options = new Set(poll.options);
    const counts = (await optionCounts(instance)).filter(({ id }) => options.has(id));
    const counted = counts.reduce((sum, { vote_count }) => sum + vote_count, 0);
    console.log(
      `${engine}: ${heard.open} readers heard ${heard.least} to ${heard.most} events in ` +
        `${heard.seconds.toFixed(1)} s, at the end of ${Object.keys(heard.votes)} of ${counted} votes`,
    );
    if (heard.open < Number(values.readers)) found.push(`${heard.open} readers were left`);
    if (heard.most > heard.seconds + 1) found.push(`a reader heard ${heard.most} events`);
    if (heard.votes[counted] !== heard.open) found.push("some did not hear of the last vote");
  }

  const ratio = median(watched) / median(alone);
  console.log(
    `${engine}: votes a second ${Math.round(median(watched))} with readers, ` +
      `${Math.round(median(alone))} without: ${ratio.toFixed(2)}; processor ` +
      `${median(processor.watched).toFixed(0)} and ${median(processor.alone).toFixed(0)} µs a vote; ` +
      `memory ${idle.toFixed(0)} MB, with readers at most ${memory.toFixed(0)} MB`,
  );
  if (ratio < PROMISED) found.push(`votes ${ratio.toFixed(2)} times as fast`);
  return found.map((line) => `${engine}: ${line}`);
}

const votes = ({ voters }: Seed, poll: Poll) =>
  voters.map(({ token }, i) => ({
    method: "POST" as const,
    path: castVote.path,
    token,
    body: { survey_id: poll.id, survey_option_id: poll.options[i % poll.options.length] },
  }));

/** Starts the readers in a separate process, so that their work is not counted as the load's. */
async function openReaders(url: string, { id }: Poll): Promise<{ end(): Promise<Heard> }> {
  const script = `${import.meta.dirname}/readers.ts`;
  const child: ChildProcess = spawn(process.execPath, [script, url, `${id}`, values.readers], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("no output");
  const lines = linesOf(createInterface({ input: child.stdout }));
  await lines.next();
  return {
    async end() {
      child.stdin?.write("\n");
      return JSON.parse((await lines.next()).value ?? "{}");
    },
  };
}

const linesOf = (lines: Interface) => lines[Symbol.asyncIterator]();

requireWrk();
const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) found.push(...(await live(engine)));
endPostgres();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "live: every promise held" : `live: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
