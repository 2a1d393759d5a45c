import { setTimeout as sleep } from "node:timers/promises";
import { getAccount, login, logout } from "#contract/endpoints/account.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import type { Api } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { startProxy } from "./proxy.ts";
import { apiOf, type Site, startSite } from "./site.ts";

const SERVERS = 3;
const PICTURES = 24;
const WRONG_PASSWORDS = 10;
const LOGINS = 30;
const SOON_MS = 1000;
const VOTES = 12;
const PAGES = ["/", "/discovery", "/api/surveys?limit=10", "/api/cities"];

/** Three servers must answer as one does: pictures, limits, votes, sessions, documents. */
export async function alike(): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const env = { RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.1", CHALLENGE: "off" };
  const site = await startSite(atEnd, SERVERS, { env });
  const found: string[] = [];
  const expect = (what: string, is: number, wanted: number) => {
    console.log(`${what}: ${is} of ${wanted}`);
    if (is !== wanted) found.push(`${what}: ${is}, not ${wanted}`);
  };
  expect("pictures on every server", await picturesEverywhere(site), PICTURES * SERVERS);
  expect("wrong passwords let through", await wrongPasswords(site), WRONG_PASSWORDS);
  expect("logins of an address let through", await loginsOfAddress(site), LOGINS);
  const proxied = apiOf(
    await startProxy(
      atEnd,
      site.servers.map(({ url }) => url),
    ),
  );
  found.push(...(await votesEverywhere(site, proxied)), ...(await logoutsEverywhere(site)));
  expect("equal documents and answers", await equalBytes(site), PAGES.length + 1);
  return found;
}

const from = (address: string) => ({ "x-forwarded-for": address });

async function picturesEverywhere({ apis, servers }: Site): Promise<number> {
  const owners = await Promise.all(apis.map((api) => signUp(api)));
  const paths = new Set<string>();
  for (let i = 0; paths.size < PICTURES; i++) {
    const [api, owner] = [apis[i % SERVERS], owners[i % SERVERS]];
    if (!api || !owner) break;
    paths.add((await publishSurvey(api, owner, { image: await picture() })).image_path);
  }
  const answers = [...paths].flatMap((path) =>
    servers.map(async ({ url }) => (await fetch(url + path)).status),
  );
  return (await Promise.all(answers)).filter((status) => status === 200).length;
}

async function wrongPasswords({ apis }: Site): Promise<number> {
  const [api] = apis as [Api];
  const { email } = await signUp(api);
  const tries = Array.from({ length: 4 * WRONG_PASSWORDS }, (_, i) =>
    apis[i % SERVERS]?.call(login, {
      body: { email, password: `yanlis-${i}` },
      headers: from("198.51.100.7"),
    }),
  );
  return (await Promise.all(tries)).filter((answer) => answer?.status === 401).length;
}

async function loginsOfAddress({ apis }: Site): Promise<number> {
  const tries = Array.from({ length: 4 * LOGINS }, (_, i) =>
    apis[i % SERVERS]?.call(login, {
      body: { email: `kimse-${i}@ornek.com`, password: "yanlis" },
      headers: from("198.51.100.8"),
    }),
  );
  return (await Promise.all(tries)).filter((answer) => answer?.status === 401).length;
}

/**
 * A vote must be in the results at once for its voter, who asks through a proxy that keeps a person's
 * requests together, and within a second for everybody on every server.
 */
async function votesEverywhere({ apis }: Site, proxied: Api): Promise<string[]> {
  const [api] = apis as [Api];
  const owner = await signUp(api);
  const voters = await Promise.all(Array.from({ length: VOTES }, () => signUp(api)));
  const survey = await publishSurvey(api, owner, { result_visibility: "before" } as never);
  const sumOn = async (on: Api, token?: string) => {
    const { body } = await on.call(getResults, { token, params: { id: survey.id } });
    return body.items.reduce((sum, { count }) => sum + count, 0);
  };
  let missing = 0;
  let slowest = 0;
  for (const [i, voter] of voters.entries()) {
    await Promise.all(apis.map((one) => sumOn(one)));
    await voteFor(proxied, voter, survey, i % 2);
    const voted = performance.now();
    if ((await sumOn(proxied, voter.token)) < i + 1) missing++;
    for (const one of apis) while ((await sumOn(one)) < i + 1) await sleep(20);
    slowest = Math.max(slowest, performance.now() - voted);
  }
  console.log(`own votes missing right after: ${missing} of ${VOTES}`);
  console.log(`a vote in everybody's results: after ${Math.round(slowest)} ms at most`);
  return [
    ...(missing > 0 ? [`${missing} of ${VOTES} own votes are missing right after`] : []),
    ...(slowest > SOON_MS + 100 ? [`a vote took ${Math.round(slowest)} ms to everybody`] : []),
  ];
}

async function logoutsEverywhere({ apis }: Site): Promise<string[]> {
  const [here, ...others] = apis as [Api, ...Api[]];
  const person = await signUp(here);
  const { token } = await signIn(here, person);
  for (const api of apis) await api.call(getAccount, { token });
  await here.call(logout, { token });
  const ended = performance.now();
  for (const api of others) {
    while ((await api.call(getAccount, { token })).status !== 401) {
      if (performance.now() - ended > 20 * SOON_MS) return ["a token goes on after logging out"];
      await sleep(20);
    }
  }
  const took = Math.round(performance.now() - ended);
  console.log(`logged out everywhere: after ${took} ms`);
  return took > SOON_MS ? [`logging out took ${took} ms`] : [];
}

async function equalBytes({ apis, servers }: Site): Promise<number> {
  const [api] = apis as [Api];
  const survey = await publishSurvey(api, await signUp(api));
  // By then, everybody has read what is new.
  await sleep(2500);
  let equal = 0;
  for (const path of [...PAGES, `/surveys/${survey.id}`]) {
    const answers = await Promise.all(
      servers.map(async ({ url }) => {
        const answer = await fetch(url + path);
        return `${answer.status} ${answer.headers.get("etag")} ${await answer.text()}`;
      }),
    );
    if (new Set(answers).size === 1 && !answers[0]?.includes(" null ")) equal++;
    else console.log(`differs: ${path}`);
  }
  return equal;
}
