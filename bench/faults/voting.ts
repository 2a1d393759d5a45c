import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { castVote } from "#contract/endpoints/votes.ts";
import { type Api, createApi } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import type { VoteRow } from "../engines.ts";

const PATIENCE = 60;

export interface Poll {
  id: number;
  options: number[];
}

/** The outcome of one vote: its status, or null when the connection was cut before an answer. */
export type Outcome = number | null;

/** An API for preparations, which repeats calls that a busy machine refuses. */
export const patientApi = (url: string, options?: RequestInit): Api =>
  createApi(url, async (request) => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(request.clone(), options);
      if (answer.status !== 503 || tries === PATIENCE) return answer;
      await answer.body?.cancel();
      await sleep(500);
    }
  });

/** Registers people a few at a time: each costs two password hashes. */
export async function createPeople(api: Api, count: number): Promise<Person[]> {
  return inTurns(count, 4, (i) =>
    signUp(api, { gender: i % 2 === 0 ? "women" : "man", city_id: 1 + (i % 81) }),
  );
}

export async function createPolls(api: Api, owner: Person, count: number): Promise<Poll[]> {
  return inTurns(count, 4, async () => {
    const survey = await publishSurvey(api, owner, { options: ["a", "b", "c", "d"] });
    return { id: survey.id, options: survey.options.map((option) => option.id) };
  });
}

/** Sends one vote over a kept connection. */
export async function sendVote(
  pool: Pool,
  voter: Person,
  survey: number,
  option: number,
): Promise<Outcome> {
  try {
    const { statusCode, body } = await pool.request({
      method: castVote.method,
      path: castVote.path,
      headers: { authorization: `Bearer ${voter.token}`, "content-type": "application/json" },
      body: JSON.stringify({ survey_id: survey, survey_option_id: option }),
    });
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}

export const connect = (url: string, connections: number) =>
  new Pool(url, { connections, pipelining: 1, headersTimeout: 20_000, bodyTimeout: 20_000 });

export const voteKey = (row: Pick<VoteRow, "survey_id" | "user_id">) =>
  `${row.survey_id}:${row.user_id}`;

/** Runs `task` `count` times, `width` at once; returns the results in order. */
export async function inTurns<T>(
  count: number,
  width: number,
  task: (i: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = new Array(count);
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) answers[i] = await task(i);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
  return answers;
}
