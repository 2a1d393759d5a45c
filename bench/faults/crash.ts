// Kills the server at random moments under many voters; no acknowledged vote may be lost or doubled.
//   npm run bench:crash -- --kills 100 --voters 200 --engine both [--sabotage]
// Every second kill comes up to a second and a half after some vote, while cohorts are folded.
// --sabotage acknowledges votes before they are committed; the harness must then report lost ones.
// Rules: R157, R159, R295, R463.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import type { Person } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import {
  enginesOf,
  optionCounts,
  providePostgres,
  unfoldedCommits,
  voteRows,
  wrongCohorts,
} from "../engines.ts";
import {
  connect,
  createPeople,
  createPolls,
  type Poll,
  patientApi,
  sendVote,
  voteKey,
} from "./voting.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    voters: { type: "string", default: "200" },
    engine: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const KILLS = Number(values.kills);
const VOTERS = Number(values.voters);
const POLLS_A_ROUND = 12;
const RESTART_WITHIN_MS = 10_000;
/** Longer than cohorts wait to be folded. */
const FOLDED_WITHIN_MS = 1500;
const QUIET = { env: { LOG_LEVEL: "fatal" } };

/** The outcomes of the votes, by survey and person. */
interface Outcomes {
  acknowledged: Map<string, number>;
  refused: Set<string>;
  sent: Map<string, Set<number>>;
}

async function crash(engine: Engine): Promise<string[]> {
  const instance = await createInstance(engine);
  const preload = values.sabotage
    ? join(import.meta.dirname, "../sabotage/answer-before-commit.ts")
    : undefined;
  const server = new ServerProcess(instance, { ...QUIET, preload });
  await server.start();
  try {
    return await crashOn(engine, instance, server);
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

async function crashOn(
  engine: Engine,
  instance: Instance,
  server: ServerProcess,
): Promise<string[]> {
  const api = patientApi(server.url);
  const voters = await createPeople(api, VOTERS);
  const [owner] = voters;
  if (!owner) throw new Error("--voters must be at least 1.");
  const outcomes: Outcomes = { acknowledged: new Map(), refused: new Set(), sent: new Map() };
  const found: string[] = [];
  let slowest = 0;
  let unfolded = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const polls = await createPolls(api, owner, POLLS_A_ROUND);
    const answers = Math.ceil(Math.random() * 0.9 * VOTERS * POLLS_A_ROUND);
    await vote(server, voters, polls, outcomes, async (answered) => {
      if (answered !== answers) return;
      // So that not all kills come right after a response.
      await sleep(Math.random() * (kill % 2 === 0 ? 3 : FOLDED_WITHIN_MS));
      await server.kill();
    });
    if ((await unfoldedCommits(instance)) > 0) unfolded++;
    const restart = await timeStart(server);
    slowest = Math.max(slowest, restart);
    if (restart > RESTART_WITHIN_MS) {
      // On a busy machine, a start after an orderly end takes as long.
      await server.stop();
      const orderly = await timeStart(server);
      if (restart > 2 * orderly) {
        const both = [restart, orderly].map((ms) => Math.round(ms)).join(" ms, an orderly one ");
        found.push(`kill ${kill}: restart took ${both} ms`);
      }
    }
  }
  found.push(...(await check(instance, outcomes)));
  console.log(
    `${engine}: ${KILLS} kills under ${VOTERS} voters; ${outcomes.acknowledged.size} votes ` +
      `acknowledged, ${outcomes.sent.size - outcomes.acknowledged.size} refused or cut off; ` +
      `${unfolded} kills before cohorts were folded; slowest restart ${Math.round(slowest)} ms`,
  );
  return found;
}

/** Returns the milliseconds that the start takes. */
async function timeStart(server: ServerProcess): Promise<number> {
  const begun = performance.now();
  await server.start();
  return performance.now() - begun;
}

/** Every voter votes in every poll, all at once, until the connection is cut. */
async function vote(
  server: ServerProcess,
  voters: Person[],
  polls: Poll[],
  outcomes: Outcomes,
  afterAnswer: (answered: number) => Promise<void>,
): Promise<void> {
  let answered = 0;
  const pool = connect(server.url, voters.length);
  await Promise.all(
    voters.map(async (voter, i) => {
      for (const poll of polls) {
        const option = poll.options[i % poll.options.length] ?? 0;
        const key = voteKey({ survey_id: poll.id, user_id: voter.id });
        outcomes.sent.set(key, (outcomes.sent.get(key) ?? new Set()).add(option));
        const outcome = await sendVote(pool, voter, poll.id, option);
        if (outcome === 201) outcomes.acknowledged.set(key, option);
        else if (outcome !== null && outcome < 500) outcomes.refused.add(key);
        if (outcome === null) return;
        answered += 1;
        await afterAnswer(answered);
      }
    }),
  );
  await pool.destroy();
}

/**
 * Returns what is wrong: acknowledged votes must be stored exactly once, refused ones not at all, those
 * cut off at most once, and every counter must equal its rows.
 */
async function check(instance: Instance, outcomes: Outcomes): Promise<string[]> {
  const found: string[] = [];
  const rows = await voteRows(instance);
  const kept = new Map(rows.map((row) => [voteKey(row), row.option_id]));
  if (kept.size !== rows.length) found.push(`${rows.length - kept.size} votes are doubled`);
  for (const [key, option] of outcomes.acknowledged) {
    if (kept.get(key) !== option) found.push(`the acknowledged vote ${key} is lost`);
  }
  for (const key of outcomes.refused)
    if (kept.has(key)) found.push(`the refused vote ${key} counts`);
  for (const [key, option] of kept) {
    if (!outcomes.sent.get(key)?.has(option)) found.push(`the vote ${key} was never sent`);
  }
  const byOption = Map.groupBy(rows, (row) => row.option_id);
  for (const { id, vote_count } of await optionCounts(instance)) {
    const counted = byOption.get(id)?.length ?? 0;
    if (counted !== vote_count) found.push(`option ${id}: ${counted} rows, counter ${vote_count}`);
  }
  const wrong = await wrongCohorts(instance);
  if (wrong > 0) found.push(`${wrong} counts of who voted for what are wrong`);
  return found;
}

const engines = enginesOf(values.engine);
const endPostgres = engines.includes("postgres") ? await providePostgres() : () => undefined;
const found: string[] = [];
for (const engine of engines) found.push(...(await crash(engine)));
endPostgres();
for (const line of found.slice(0, 10)) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "crash: every promise held" : `crash: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
