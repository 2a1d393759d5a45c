// What changing a vote costs beside casting one, in groups that arrive together (ADR-073).
//   npm run bench:changes -- --engine both [--voters 4000] [--group 40] [--rounds 6]
// Each voter casts a vote that may be changed and then changes it, in turns of groups, so that both
// meet the same machine. Prints the median time for each vote, with its request, and the ratio.
import { parseArgs } from "node:util";
import type { Pool } from "undici";
import { castVote, changeVote } from "#contract/endpoints/votes.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { connect, patientApi } from "../faults/voting.ts";
import { median } from "../median.ts";
import { createVoters, type Voter } from "./voters.ts";

const { values } = parseArgs({
  options: {
    engine: { type: "string" },
    voters: { type: "string", default: "4000" },
    group: { type: "string", default: "40" },
    rounds: { type: "string", default: "6" },
  },
});
const VOTERS = Number(values.voters);
const GROUP = Number(values.group);
const ROUNDS = Number(values.rounds);
const CALLS = { cast: castVote, change: changeVote };

/** Milliseconds for each vote. */
type Costs = Record<keyof typeof CALLS, number>;

async function measure(engine: Engine): Promise<Costs> {
  const instance = await createInstance(engine);
  const server = new ServerProcess(instance, { env: { LOG_LEVEL: "fatal", RATE_LIMITS: "off" } });
  await server.start();
  const api = patientApi(server.url);
  const owner = await signUp(api);
  const voters = await createVoters(instance, owner.id, VOTERS);
  const pool = connect(server.url, GROUP);
  const times: Record<keyof Costs, number[]> = { cast: [], change: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const { id, options } = await publishSurvey(api, owner, {
      ...{ vote_change: "until_end", options: ["a", "b", "c", "d"] },
    });
    for (let at = 0; at < voters.length; at += GROUP) {
      const group = voters.slice(at, at + GROUP);
      for (const [name, step] of [
        ["cast", 0],
        ["change", 1 + (at % 3)],
      ] as const) {
        const begun = performance.now();
        await Promise.all(
          group.map((voter, i) =>
            send(pool, name, voter, {
              survey_id: id,
              survey_option_id: options[(i + step) % options.length]?.id,
            }),
          ),
        );
        times[name].push((performance.now() - begun) / group.length);
      }
    }
  }
  await pool.close();
  await server.kill();
  await instance.atEnd.disposeAsync();
  return { cast: median(times.cast), change: median(times.change) };
}

async function send(pool: Pool, name: keyof Costs, { token }: Voter, vote: object): Promise<void> {
  const { method, path } = CALLS[name];
  const { statusCode, body } = await pool.request({
    ...{ method, path, body: JSON.stringify(vote) },
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`${name}: ${statusCode}`);
}

const endPostgres = await providePostgres();
for (const engine of enginesOf(values.engine)) {
  const { cast, change } = await measure(engine);
  const [castText, changeText] = [cast, change].map((ms) => `${(ms * 1000).toFixed(0)} µs`);
  console.log(
    `changes on ${engine}: ${castText} to cast, ${changeText} to change (${(change / cast).toFixed(2)})`,
  );
}
endPostgres();
