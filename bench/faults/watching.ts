import { setTimeout as sleep } from "node:timers/promises";
import { getAccount } from "#contract/endpoints/account.ts";
import { createSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { type Answer, type Api, createApi } from "#testing/api.ts";
import type { Instance } from "#testing/instance.ts";
import type { Person } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { voteRows } from "../engines.ts";
import { createPeople, createPolls, type Poll, patientApi, voteKey } from "./voting.ts";

export type Kind = "read" | "vote" | "upload";

/** People who keep making calls while something is broken, and the answers they got. */
export interface Crowd {
  api: Api;
  people: Person[];
  polls: Poll[];
  acknowledged: Map<string, number>;
}

export interface Seen {
  kind: Kind;
  /** Milliseconds since the crowd began. */
  at: number;
  took: number;
  /** null if the connection was cut. */
  status: number | null;
  code: string;
}

const AT_ONCE = 4;
const PAUSE_MS = 20;

/** Signs people up, and publishes as many surveys as they can vote on in `forMs` milliseconds. */
export async function gather(url: string, people: number, forMs: number): Promise<Crowd> {
  const api = patientApi(url);
  const everybody = await createPeople(api, people);
  const [owner] = everybody;
  if (!owner) throw new Error("A crowd needs somebody.");
  const votes = (forMs / PAUSE_MS) * AT_ONCE;
  const polls = await createPolls(api, owner, Math.ceil(votes / people));
  return { api: createApi(url, fetch), people: everybody, polls, acknowledged: new Map() };
}

/** Makes calls of all `kinds` constantly, some at once, until `happening` is over; returns the answers. */
export async function watch(
  crowd: Crowd,
  kinds: Kind[],
  happening: (elapsed: () => number) => Promise<void>,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const begun = performance.now();
  const elapsed = () => performance.now() - begun;
  const image = await picture();
  let over = false;
  const goOn = async (kind: Kind, worker: number) => {
    for (let i = worker; !over; i += AT_ONCE) {
      const at = elapsed();
      const answer = await callAs(crowd, kind, i, image).catch(() => null);
      const code = answer?.problem?.code ?? "";
      seen.push({ kind, at, took: elapsed() - at, status: answer?.status ?? null, code });
      await sleep(PAUSE_MS);
    }
  };
  const watching = kinds.flatMap((kind) =>
    Array.from({ length: kind === "upload" ? 1 : AT_ONCE }, (_, worker) => goOn(kind, worker)),
  );
  try {
    await happening(elapsed);
  } finally {
    over = true;
    await Promise.all(watching);
  }
  return seen;
}

async function callAs(
  { api, people, polls, acknowledged }: Crowd,
  kind: Kind,
  i: number,
  image: File,
): Promise<Answer<unknown>> {
  const person = people[i % people.length];
  const poll = polls[Math.floor(i / people.length) % polls.length];
  if (!person || !poll) throw new Error("The crowd is empty.");
  const { token } = person;
  if (kind === "read") return api.call(getAccount, { token });
  if (kind === "upload") {
    return api.call(createSurvey, { token, body: { question: "Hangisi?", category_id: 1, image } });
  }
  const option = poll.options[i % poll.options.length] ?? 0;
  const body = { survey_id: poll.id, survey_option_id: option };
  const answer = await api.call(castVote, { token, body });
  const key = voteKey({ survey_id: poll.id, user_id: person.id });
  if (answer.status === 201) acknowledged.set(key, option);
  return answer;
}

/** The acknowledged votes that are missing. */
export async function lostVotes(instance: Instance, { acknowledged }: Crowd): Promise<string[]> {
  const kept = new Map((await voteRows(instance)).map((row) => [voteKey(row), row.option_id]));
  return [...acknowledged]
    .filter(([key, option]) => kept.get(key) !== option)
    .map(([key]) => `the acknowledged vote ${key} is lost`);
}
