import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { getAccount } from "#contract/endpoints/account.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type Api, createApi } from "#testing/api.ts";
import { fillInstance } from "#testing/fill-instance.ts";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { EarlierRelease, FIRST_RELEASE, LAST_RELEASE, runScript } from "./earlier-release.ts";
import {
  type Counts,
  countFirst,
  countPending,
  countUpgraded,
  differences,
  fillFirstRelease,
  type Sizes,
} from "./first-installation.ts";

const POLL_MS = 1000;
const JOBS_WITHIN_MS = 15 * MINUTE_MS;

interface Options extends Sizes {
  home: string;
  engines: Engine[];
}

/** What was done through the API before an upgrade, to be verified afterwards. */
interface Before {
  owner: Person;
  voters: Person[];
  survey: Survey;
  hidden: Survey;
}

/**
 * Upgrades a filled installation of the first release on each engine, and restores backups made by the
 * first and the last release, on both engines.
 */
export async function firstRelease({ home, engines, ...sizes }: Options): Promise<string[]> {
  const first = await EarlierRelease.install(FIRST_RELEASE, home);
  const last = await EarlierRelease.install(LAST_RELEASE, home);
  const found: string[] = [];
  for (const engine of engines) {
    const lines = [
      ...(await upgradeFirst(engine, first, sizes, engines)),
      ...(await restoreLast(engine, last, sizes, engines)),
    ];
    found.push(...lines.map((line) => `${engine}: ${line}`));
  }
  return found;
}

async function upgradeFirst(
  engine: Engine,
  release: EarlierRelease,
  sizes: Sizes,
  engines: Engine[],
): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await instanceOf(atEnd, engine);
  let before: Before | undefined;
  await fillFirstRelease(instance, release, sizes, async (url) => {
    before = await use(createApi(url, fetch));
  });
  if (!before) throw new Error("Nothing was done before the upgrade.");
  const wanted = await countFirst(instance);
  const { people, surveys, votes } = wanted;
  console.log(`${engine}, first release: ${people} people, ${surveys} surveys, ${votes} votes`);
  const backup = join((await instanceOf(atEnd, "sqlite")).dataDir, "backup");
  await timed(`${engine}, first release: backup`, () =>
    release.run(instance, ["scripts/backup.ts", backup]),
  );

  await timed(`${engine}: npm run migrate`, () => runScript("migrate", instance));
  const broken = differences(wanted, await countUpgraded(instance));
  broken.push(...(await serves(atEnd, engine, instance, before)));
  for (const target of engines) {
    broken.push(...(await restores(atEnd, { target, backup, wanted, before })));
  }
  return broken;
}

async function use(api: Api): Promise<Before> {
  const owner = await signUp(api);
  const voters = [owner, await signUp(api), await signUp(api)];
  const survey = await publishSurvey(api, owner, { question: "Yükseltme ankette kalır mı?" });
  for (const [i, voter] of voters.entries()) await voteFor(api, voter, survey, i % 2);
  const hidden = await publishSurvey(api, owner, { visibility: "private" });
  await voteFor(api, owner, hidden, 1);
  return { owner, voters, survey, hidden };
}

/** Starts a server there. Returns how it differs from before the upgrade, and what it never finishes. */
async function serves(
  atEnd: AsyncDisposableStack,
  name: string,
  instance: Instance,
  { owner, voters, survey, hidden }: Before,
): Promise<string[]> {
  const counts = await countPending(instance);
  const server = new ServerProcess(instance, { env: { LOG_LEVEL: "error" } });
  atEnd.defer(() => server.kill());
  await timed(`${name}: start until it listens`, () => server.start());
  const api = createApi(server.url, fetch);
  const { token } = owner;
  const params = { id: survey.id };
  const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  const read = (path: string) => status(fetch(new URL(path, server.url)));
  const shown = await api.call(getResults, { params });
  const found: Counts = {
    session: await status(api.call(getAccount, { token })),
    "survey of before": await status(api.call(getSurvey, { params })),
    "page of it": await read(`/surveys/${survey.id}`),
    "picture of it": await read(survey.image_path),
    home: await read("/"),
    list: await status(api.call(listSurveys, { query: { limit: 20 } })),
    "second vote": await status(api.call(castVote, { token, body })),
    "private results of one vote": await status(
      api.call(getResults, { token, params: { id: hidden.id } }),
    ),
    ...Object.fromEntries(
      (shown.body.items ?? []).map(({ count }, i) => [`votes of option ${i + 1}`, count]),
    ),
  };
  const wanted: Counts = {
    session: 200,
    "survey of before": 200,
    "page of it": 200,
    "picture of it": 200,
    home: 200,
    list: 200,
    "second vote": 409,
    "private results of one vote": 403,
    "votes of option 1": Math.ceil(voters.length / 2),
    "votes of option 2": Math.floor(voters.length / 2),
  };
  const broken = differences(wanted, found);
  const search = await api.call(listSurveys, { query: { q: "kitap", limit: 100 } });
  if (search.body.items?.length !== 100) broken.push(`a search finds ${search.text}`);
  // The earlier password still works, and so does everything that a newcomer does.
  await signIn(api, owner);
  const newcomer = await signUp(api);
  await voteFor(api, newcomer, survey, 0);
  await publishSurvey(api, newcomer);
  await timed(
    `${name}: jobs after the start (${Object.entries(counts).map((entry) => entry.join(" "))})`,
    () => jobsEnded(instance),
  );
  broken.push(
    ...differences({ removals: 0, departures: 0, unsealed: 0 }, await countPending(instance)),
  );
  const { miscounted = 0 } = await countUpgraded(instance);
  if (miscounted > 0) broken.push(`${miscounted} counters differ from the votes`);
  const exit = await server.stop();
  return exit === 0 ? broken : [...broken, `the server ended with ${exit}`];
}

async function jobsEnded(instance: Instance): Promise<void> {
  const until = performance.now() + JOBS_WITHIN_MS;
  while (performance.now() < until) {
    const pending = await countPending(instance);
    if (Object.values(pending).every((count) => count === 0)) return;
    await sleep(POLL_MS);
  }
}

async function restores(
  atEnd: AsyncDisposableStack,
  {
    target,
    backup,
    wanted,
    before,
  }: { target: Engine; backup: string; wanted: Counts; before?: Before },
): Promise<string[]> {
  const instance = await instanceOf(atEnd, target);
  await timed(`  restored to ${target}`, () => runScript("restore", instance, [backup]));
  const broken = differences(wanted, await countUpgraded(instance));
  if (before) broken.push(...(await serves(atEnd, `  restored to ${target}`, instance, before)));
  return broken.map((line) => `restored to ${target}: ${line}`);
}

/** Backs up a filled installation of the last release with that release's command, and restores it. */
async function restoreLast(
  engine: Engine,
  release: EarlierRelease,
  { people }: Sizes,
  engines: Engine[],
): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const instance = await instanceOf(atEnd, engine);
  const server = release.server(instance, { env: { LOG_LEVEL: "error" } });
  await server.start();
  await server.stop();
  await fillInstance(instance, people, { signedIn: 5 });
  const wanted = await countUpgraded(instance);
  console.log(`${engine}, last release: ${wanted.people} people, ${wanted.votes} votes`);
  const backup = join((await instanceOf(atEnd, "sqlite")).dataDir, "backup");
  await timed(`${engine}, last release: backup`, () =>
    release.run(instance, ["scripts/backup.ts", backup]),
  );
  const broken: string[] = [];
  for (const target of engines) broken.push(...(await restores(atEnd, { target, backup, wanted })));
  await timed(`${engine}, last release: npm run migrate`, () => runScript("migrate", instance));
  broken.push(...differences(wanted, await countUpgraded(instance)));
  return broken.map((line) => `last release: ${line}`);
}

async function instanceOf(atEnd: AsyncDisposableStack, engine: Engine): Promise<Instance> {
  const instance = await createInstance(engine);
  atEnd.defer(() => instance.atEnd.disposeAsync());
  return instance;
}

async function timed(what: string, action: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await action();
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
