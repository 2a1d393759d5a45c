// What changing a vote costs beside casting one, in groups that arrive together (ADR-073).
//   npm run bench:changes -- --engine both [--voters 4000] [--group 40] [--rounds 6]
// Each voter casts a vote that may be changed and then changes it, in turns of groups, so that both
// meet the same machine. Prints the median time for each vote and the ratio.
import { parseArgs } from "node:util";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { createVoteChanger } from "#server/features/votes/vote-changes.writes.ts";
import { createVoteCaster } from "#server/features/votes/votes.writes.ts";
import { readVoterNumbers } from "#server/http/identity/voter-numbers.reads.ts";
import { testApp } from "#server/testing/test-app.ts";
import type { Engine } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { median } from "../median.ts";
import { createVoters } from "./voters.ts";

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

interface Costs {
  cast: number;
  change: number;
}

/** Milliseconds for each vote, cast and changed, on one survey, in groups by turns. */
async function measure(engine: Engine): Promise<Costs> {
  process.env.TEST_ENGINE = engine;
  const ends: (() => Promise<void>)[] = [];
  const kanaat = await testApp({ after: (end) => void ends.push(end) });
  const { db, clock, mailboxes } = kanaat;
  const owner = await signUp(kanaat);
  const people = await createVoters(kanaat.instance, owner.id, VOTERS);
  const known = await readVoterNumbers(db, mailboxes, voterOfAccount(owner.id));
  if (!known) throw new Error("The owner has no numbers.");
  const voters = people.map(({ id }) => ({ id: voterOfAccount(id), ...known, numbers: [id] }));
  const cast = createVoteCaster(db, clock, mailboxes);
  const change = createVoteChanger(db, clock);
  const times: Record<keyof Costs, number[]> = { cast: [], change: [] };
  const timed = async (what: keyof Costs, work: readonly Promise<unknown>[]) => {
    const begun = performance.now();
    await Promise.all(work);
    times[what].push((performance.now() - begun) / work.length);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const survey = await publishSurvey(kanaat, owner, {
      ...{ vote_change: "until_end", options: ["a", "b", "c", "d"] },
    });
    const vote = (i: number) => ({
      survey_id: survey.id,
      survey_option_id: survey.options[i % survey.options.length]?.id ?? 0,
    });
    for (let at = 0; at < voters.length; at += GROUP) {
      const group = voters.slice(at, at + GROUP);
      await timed(
        "cast",
        group.map((voter, i) => cast({ vote: vote(i), voter })),
      );
      await timed(
        "change",
        group.map(({ id }, i) =>
          change({ surveyId: survey.id, voter: id, vote: vote(i + 1 + (at % 3)) }),
        ),
      );
    }
  }
  for (const end of ends.reverse()) await end();
  return { cast: median(times.cast), change: median(times.change) };
}

const endPostgres = await providePostgres();
for (const engine of enginesOf(values.engine)) {
  const { cast, change } = await measure(engine);
  const [castText, changeText] = [cast, change].map((ms) => `${(ms * 1000).toFixed(1)} µs`);
  console.log(
    `changes on ${engine}: ${castText} to cast, ${changeText} to change (${(change / cast).toFixed(2)})`,
  );
}
endPostgres();
