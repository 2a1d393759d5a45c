import { setTimeout as sleep } from "node:timers/promises";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { lastRelease } from "#testing/last-release.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { voteRows } from "../engines.ts";
import { createPeople, createPolls } from "../faults/voting.ts";

const PEOPLE = 40;
const POLLS = 100;
const STEP_MS = 2500;

/** The previous release beside this one, under load, forwards and back: no answer may be a 5xx. */
export async function releases(): Promise<string[]> {
  const instance = await createInstance("postgres");
  await using atEnd = new AsyncDisposableStack();
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const old = await lastRelease(instance);
  if (!old) throw new Error("The last release is not in this clone's history.");
  const recent = new ServerProcess(instance, { env: { LOG_LEVEL: "error" } });
  atEnd.defer(() => recent.kill());
  await old.start();
  const people = await createPeople(old, PEOPLE);
  const [owner] = people;
  if (!owner) throw new Error("Nobody is there.");
  const polls = await createPolls(old, owner, POLLS);

  const open = new Set<Api>([old]);
  const seen = new Map<number, number>();
  const acknowledged = new Set<string>();
  let over = false;
  let turn = 0;
  const goOn = async (person: (typeof people)[number], i: number) => {
    for (let at = i; !over; at++) {
      const api = [...open][turn++ % open.size];
      const poll = polls[at % POLLS];
      if (!api || !poll) continue;
      const body = { survey_id: poll.id, survey_option_id: poll.options[i % 4] };
      const voted = await api.call(castVote, { token: person.token, body });
      if (voted.status === 201) acknowledged.add(`${poll.id}:${person.id}`);
      const read = await api.call(listSurveys, { query: { limit: 20 } });
      const { status } = await api.call(getResults, {
        token: person.token,
        params: { id: poll.id },
      });
      for (const one of [voted.status, read.status, status]) {
        seen.set(one, (seen.get(one) ?? 0) + 1);
      }
      await sleep(5);
    }
  };
  const loading = people.map(goOn);
  /** Takes it out of the rotation as a proxy does, waits for calls in progress, and ends it. */
  const leave = async (api: Api, stop: () => Promise<unknown>) => {
    open.delete(api);
    await sleep(1000);
    await stop();
  };
  const steps: [string, () => Promise<Api>][] = [
    [
      "this release comes, and migrates",
      () => recent.start().then(() => createApi(recent.url, fetch)),
    ],
    [
      "the one before goes and comes back",
      async () => {
        await leave(old, old.stop);
        await sleep(STEP_MS);
        await old.start();
        return old;
      },
    ],
  ];
  let current: Api | undefined;
  for (const [name, step] of steps) {
    current = await step();
    open.add(current);
    await sleep(STEP_MS);
    console.log(`${name}: ${[...seen.values()].reduce((a, b) => a + b, 0)} answers so far`);
  }
  // Back: this release leaves, and returns once more.
  const mine = [...open].find((api) => api !== old);
  if (mine) await leave(mine, () => recent.stop());
  await sleep(STEP_MS);
  await recent.start();
  open.add(createApi(recent.url, fetch));
  await sleep(STEP_MS);
  over = true;
  await Promise.all(loading);

  const failed = [...seen].filter(([status]) => status >= 500);
  const rows = new Set((await voteRows(instance)).map((row) => `${row.survey_id}:${row.user_id}`));
  const lost = [...acknowledged].filter((key) => !rows.has(key)).length;
  console.log(
    `answers by status: ${[...seen].map(([status, count]) => `${count} × ${status}`).join(", ")}; ` +
      `${acknowledged.size} votes acknowledged, ${lost} lost`,
  );
  return [
    ...failed.map(([status, count]) => `${count} answers ${status}`),
    ...(lost > 0 ? [`${lost} acknowledged votes are lost`] : []),
  ];
}
