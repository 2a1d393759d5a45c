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
/** The product's promise, and a margin for a busy machine. */
const ANSWERED_WITHIN_MS = 2000 + 500;

/** An answer. */
export interface Seen {
  /** The phase in which it came. */
  phase: string;
  /** The time of the request, by `performance.now()`. */
  begun: number;
  took: number;
  /** null if the connection was cut. */
  status: number | null;
}

export interface Voting {
  votes: Seen[];
  /** Answers for a picture and the home page. */
  looks: Seen[];
  /** The distinct refusals of these requests. */
  refusals: Set<string>;
  /** The acknowledged votes, by survey and person. */
  acknowledged: Map<string, number>;
}

export const isTaken = ({ status }: Seen): boolean => status === 201 || status === 409;

/**
 * Casts this many votes through a proxy, repeating each until it is known to be cast, and requests a
 * picture and the home page, while `phases` happen one after another, which takes about `lastsMs`.
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
      // Refused as a duplicate after an answer that was lost or unclear: the vote is there.
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

/** Returns the votes that are not in the database of `instance` as acknowledged, and late answers. */
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
