import { setTimeout as sleep } from "node:timers/promises";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import type { Instance } from "#testing/instance.ts";
import { optionCounts, voteRows } from "../engines.ts";
import {
  connect,
  createPeople,
  createPolls,
  type Poll,
  patientApi,
  sendVote,
} from "../faults/voting.ts";

const PEOPLE = 100;
const AT_ONCE = 40;
/** What the product promises, and what a busy machine takes for the rest. */
const ANSWERED_WITHIN_MS = 2000 + 500;

/** An answer. */
export interface Seen {
  /** When it came. */
  phase: string;
  /** When it was asked for, by `performance.now()`. */
  begun: number;
  took: number;
  /** null where the line was cut. */
  status: number | null;
}

export interface Voting {
  votes: Seen[];
  /** At a picture and the home page. */
  looks: Seen[];
  /** What looks were refused with, each once. */
  refusals: Set<string>;
  /** What was voted, by survey and person. */
  acknowledged: Map<string, number>;
}

export const isTaken = ({ status }: Seen): boolean => status === 201 || status === 409;

/**
 * Casts so many votes through a proxy, each again until it is known to be cast, and looks at a picture and
 * the home page, while `phases` happen one after another, which takes about `lastsMs`.
 */
export async function voteWhile(
  url: string,
  count: number,
  lastsMs: number,
  phases: [string, () => Promise<unknown>][],
): Promise<Voting> {
  const api = patientApi(url);
  const people = await createPeople(api, PEOPLE);
  const [owner] = people;
  if (!owner) throw new Error("Nobody is there.");
  const polls = await createPolls(api, owner, Math.ceil(count / PEOPLE));
  const { item } = await succeed(api.call(getSurvey, { params: { id: polls[0]?.id ?? 0 } }));

  const votes: Seen[] = [];
  const looks: Seen[] = [];
  const refusals = new Set<string>();
  const acknowledged = new Map<string, number>();
  let phase = "";
  let over = false;
  let next = 0;
  const pool = connect(url, PEOPLE);
  const vote = async () => {
    while (!over || next < polls.length * PEOPLE) {
      const at = next++;
      const [poll, person] = [polls[Math.floor(at / PEOPLE)], people[at % PEOPLE]];
      if (!poll || !person) return;
      await castUntilKnown(poll, at, person);
      if (!over) await sleep((lastsMs * AT_ONCE) / count);
    }
  };
  async function castUntilKnown(poll: Poll, at: number, person: (typeof people)[number]) {
    const option = poll.options[at % poll.options.length] ?? 0;
    for (let tries = 0; tries < 300; tries++) {
      const begun = performance.now();
      const status = await sendVote(pool, person, poll.id, option);
      const seen = { phase, begun, took: performance.now() - begun, status };
      votes.push(seen);
      // Refused as cast already, after an answer that did not come or was not known: it is there.
      if (isTaken(seen)) {
        acknowledged.set(`${poll.id}:${person.id}`, option);
        return;
      }
      await sleep(200);
    }
  }
  const look = async (path: string) => {
    const begun = performance.now();
    const status = await fetch(url + path).then(
      async (answer) => {
        const body = await answer.text();
        if (answer.status !== 200) refusals.add(`${path} ${answer.status} ${body.slice(0, 300)}`);
        return answer.status;
      },
      () => null,
    );
    looks.push({ phase, begun, took: performance.now() - begun, status });
  };
  const voting = Promise.all(Array.from({ length: AT_ONCE }, vote));
  const looking = (async () => {
    while (!over) {
      for (const path of [item.image_path, "/"]) await look(path);
      await sleep(50);
    }
  })();
  for (const [name, happen] of phases) {
    phase = name;
    await happen();
    console.log(`${name}: ${inWords(votes, name)}; pictures and home: ${inWords(looks, name)}`);
  }
  over = true;
  await Promise.all([voting, looking]);
  await pool.destroy();
  return { votes, looks, refusals, acknowledged };
}

/** What of it is not in the database of `instance` as it was answered, and what was answered late. */
export async function whatIsBroken(instance: Instance, voting: Voting): Promise<string[]> {
  const { votes, refusals, acknowledged } = voting;
  const rows = await voteRows(instance);
  const kept = new Map(rows.map((row) => [`${row.survey_id}:${row.user_id}`, row.option_id]));
  const lost = [...acknowledged].filter(([key, option]) => kept.get(key) !== option).length;
  const counted = (await optionCounts(instance)).reduce(
    (sum, { vote_count }) => sum + vote_count,
    0,
  );
  for (const refusal of refusals) console.log(`refused: ${refusal}`);
  const late = votes.filter(({ took }) => took > ANSWERED_WITHIN_MS).length;
  const slowest = Math.max(...votes.map(({ took }) => took));
  console.log(
    `${acknowledged.size} votes acknowledged, ${lost} lost, ${rows.length - kept.size} doubled, ` +
      `${rows.length} rows, counters ${counted}; slowest answer ${Math.round(slowest)} ms`,
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged votes are lost`] : []),
    ...(rows.length !== kept.size ? ["votes are doubled"] : []),
    ...(rows.length !== counted ? [`${rows.length} rows, counters say ${counted}`] : []),
    ...(late > 0 ? [`${late} answers came late, the slowest after ${Math.round(slowest)} ms`] : []),
  ];
}

function inWords(seen: Seen[], phase: string): string {
  const byStatus = Map.groupBy(
    seen.filter((one) => one.phase === phase),
    ({ status }) => status ?? "cut off",
  );
  return [...byStatus].map(([status, all]) => `${all.length} × ${status}`).join(", ");
}
