import { setTimeout as sleep } from "node:timers/promises";
import { getSurvey } from "#contract/surveys.ts";
import { succeed } from "#testing/api.ts";
import type { ServerProcess } from "#testing/server-process.ts";
import { optionCounts, voteRows } from "../engines.ts";
import {
  connect,
  createPeople,
  createPolls,
  type Poll,
  patientApi,
  sendVote,
} from "../faults/voting.ts";
import { PostgresPair } from "./postgres-pair.ts";
import { startProxy } from "./proxy.ts";
import { startSite } from "./site.ts";

const SERVERS = 3;
const PEOPLE = 100;
const AT_ONCE = 40;
/** How long all that fails takes, so that votes go on to its end. */
const LASTS_MS = 40_000;
/** What the product promises, and what a busy machine takes for the rest. */
const ANSWERED_WITHIN_MS = 2000 + 500;
const ENDED = "servers are ended in turn";
const KILLED = "servers are killed in turn";

interface Seen {
  /** When the answer came. */
  phase: string;
  took: number;
  /** null where the line was cut. */
  status: number | null;
}

/** Votes through a proxy while servers, the database and its standby fail in turn. */
export async function faults(votes: number): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const pair = atEnd.use(new PostgresPair());
  await pair.start();
  const env = { SHUTDOWN_DELAY_MS: "1500" };
  const site = await startSite(atEnd, SERVERS, { env, databaseUrl: pair.url });
  const url = await startProxy(
    atEnd,
    site.servers.map((server) => server.url),
  );
  const api = patientApi(url);
  const people = await createPeople(api, PEOPLE);
  const [owner] = people;
  if (!owner) throw new Error("Nobody is there.");
  const polls = await createPolls(api, owner, Math.ceil(votes / PEOPLE));
  const { item } = await succeed(api.call(getSurvey, { params: { id: polls[0]?.id ?? 0 } }));
  const picture = item.image_path;

  const seen: Seen[] = [];
  const acknowledged = new Map<string, number>();
  const phases: [string, () => Promise<void>][] = [
    ["all well", () => sleep(1500)],
    [ENDED, () => inTurn(site.servers, endAndStart)],
    [KILLED, () => inTurn(site.servers, (server) => server.restart())],
    [
      "the standby is cut off",
      async () => {
        pair.cutOff();
        await sleep(4000);
        pair.rejoin();
        await sleep(2500);
      },
    ],
    [
      "the primary is killed",
      async () => {
        await pair.failOver();
        await sleep(5000);
      },
    ],
    ["all well again", () => sleep(2000)],
  ];
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
      if (!over) await sleep((LASTS_MS * AT_ONCE) / votes);
    }
  };
  async function castUntilKnown(poll: Poll, at: number, person: (typeof people)[number]) {
    const option = poll.options[at % poll.options.length] ?? 0;
    for (let tries = 0; tries < 60; tries++) {
      const begun = performance.now();
      const status = await sendVote(pool, person, poll.id, option);
      seen.push({ phase, took: performance.now() - begun, status });
      // Refused as cast already, after an answer that did not come or was not known: it is there.
      if (status === 201 || status === 409) {
        acknowledged.set(`${poll.id}:${person.id}`, option);
        return;
      }
      await sleep(200);
    }
  }
  const voting = Promise.all(Array.from({ length: AT_ONCE }, vote));
  const looks: Seen[] = [];
  const looking = (async () => {
    while (!over) {
      for (const path of [picture, "/"]) {
        const begun = performance.now();
        const status = await fetch(url + path).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => null,
        );
        looks.push({ phase, took: performance.now() - begun, status });
      }
      await sleep(50);
    }
  })();
  for (const [name, happen] of phases) {
    phase = name;
    await happen();
    console.log(`${name}: ${inWords(seen, name)}; pictures and home: ${inWords(looks, name)}`);
  }
  over = true;
  await Promise.all([voting, looking]);
  await pool.destroy();

  const primary = { ...site.instance, databaseUrl: pair.primaryUrl };
  const rows = await voteRows(primary);
  const kept = new Map(rows.map((row) => [`${row.survey_id}:${row.user_id}`, row.option_id]));
  const lost = [...acknowledged].filter(([key, option]) => kept.get(key) !== option).length;
  const counted = (await optionCounts(primary)).reduce(
    (sum, { vote_count }) => sum + vote_count,
    0,
  );
  const late = seen.filter(({ took }) => took > ANSWERED_WITHIN_MS).length;
  const slowest = Math.max(...seen.map(({ took }) => took));
  const orderly = seen.filter(
    ({ phase, status }) => phase === ENDED && status !== 201 && status !== 409,
  ).length;
  // What a server was answering is cut off when it is killed.
  const away = looks.filter(({ phase, status }) => phase !== KILLED && status !== 200).length;
  console.log(
    `${acknowledged.size} votes acknowledged, ${lost} lost, ${rows.length - kept.size} doubled, ` +
      `${rows.length} rows, counters ${counted}; slowest answer ${Math.round(slowest)} ms`,
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged votes are lost`] : []),
    ...(rows.length !== kept.size ? ["votes are doubled"] : []),
    ...(rows.length !== counted ? [`${rows.length} rows, counters say ${counted}`] : []),
    ...(late > 0 ? [`${late} answers came late, the slowest after ${Math.round(slowest)} ms`] : []),
    ...(orderly > 0 ? [`${orderly} errors while servers were ended`] : []),
    ...(away > 0 ? [`${away} of ${looks.length} looks at a picture or the home page failed`] : []),
  ];
}

async function inTurn(
  servers: ServerProcess[],
  happen: (server: ServerProcess) => Promise<unknown>,
) {
  for (const server of servers) {
    await happen(server);
    // The proxy has to see it again before the next one goes.
    await sleep(1000);
  }
}

async function endAndStart(server: ServerProcess) {
  await server.stop();
  await server.start();
}

function inWords(seen: Seen[], phase: string): string {
  const byStatus = Map.groupBy(
    seen.filter((one) => one.phase === phase),
    ({ status }) => status ?? "cut off",
  );
  return [...byStatus].map(([status, all]) => `${all.length} × ${status}`).join(", ");
}
