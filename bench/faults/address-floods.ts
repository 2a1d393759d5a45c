import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { createApi } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { SITE } from "../calls/each-call.ts";
import { fillSurveys } from "../calls/large-surveys.ts";
import { median } from "../median.ts";

const CONNECTIONS = 30;
const API_MAX_MS = 50;
const [VOTES, OPTIONS] = [100_000, 20];

/** Public addresses of each kind, a new one for each `i`. */
const ADDRESSES: Record<string, (survey: Survey, owner: Person, i: number) => string> = {
  "searches of many words": (_, __, i) => `/api/surveys?q=${manyWords(i)}`,
  "made-up addresses of a survey": ({ id }, _, i) => `/api/auth/surveys/${id}?x=${i}`,
  "missing surveys": (_, __, i) => `/api/auth/surveys/${1_000_000 + i}`,
  "streams of missing surveys": (_, __, i) =>
    `/api/auth/surveys/responses/stream?surveys=${1_000_000 + i}`,
  results: ({ id }, _, i) => `/api/auth/surveys/${id}/responses/result?x=${i}`,
  reports: ({ id }, _, i) => `/api/auth/surveys/${id}/responses/report?x=${i}`,
  "reports as CSV": ({ id }, _, i) => `/api/auth/surveys/${id}/responses/report/csv?x=${i}`,
  "reports as XLSX": ({ id }, _, i) => `/api/auth/surveys/${id}/responses/report/xlsx?x=${i}`,
  profiles: (_, { nickname }, i) => `/api/users/${nickname}?x=${i}`,
  oEmbed: ({ id }, _, i) => `/oembed?url=${SITE}/surveys/${id}&maxwidth=${200 + i}`,
  embeds: ({ id }, _, i) => `/embed/surveys/${id}?x=${i}`,
  "embeds of charts": ({ id }, _, i) => `/embed/surveys/${id}/results?x=${i}`,
  pictures: ({ image_path }, _, i) => `${image_path}?x=${i}`,
  "pictures of results": ({ preview_path }, _, i) => `${preview_path}?x=${i}`,
};

/** Thirty letters in an order of their own, which spells `i` in base 26 first. */
const manyWords = (i: number) =>
  Array.from({ length: 30 }, (_, at) =>
    String.fromCodePoint(97 + ((Math.floor(i / 26 ** Math.min(at, 5)) + at) % 26)),
  ).join("+");

/**
 * Floods each kind of public address from one network, under the product's own limits, while a
 * visitor at another network uses the API. Returns the broken promises.
 */
export async function floodAddresses(engine: Engine, seconds: number): Promise<string[]> {
  const instance = await createInstance(engine);
  const env = { RATE_LIMITS: "on", CHALLENGE: "off", LOG_LEVEL: "error", PUBLIC_URL: SITE };
  const preload = "./testing/cheap-passwords.ts";
  const server = new ServerProcess(instance, { preload, env });
  try {
    await server.start();
    const api = createApi(server.url, fetch);
    const owner = await signUp(api);
    const options = Array.from({ length: OPTIONS }, (_, i) => `Seçenek ${i + 1}`);
    const survey = await publishSurvey(api, owner, { options });
    await server.stop();
    await fillSurveys(instance, [survey], VOTES);
    const found: string[] = [];
    for (const [kind, addressOf] of Object.entries(ADDRESSES)) {
      // A new start counts from zero.
      await server.start();
      const address = (i: number) => addressOf(survey, owner, i);
      found.push(...(await flood(`${engine}, ${kind}`, server, address, seconds)));
      await server.stop();
    }
    return found;
  } finally {
    await server.kill();
    await instance.atEnd.disposeAsync();
  }
}

async function flood(
  kind: string,
  server: ServerProcess,
  address: (i: number) => string,
  seconds: number,
): Promise<string[]> {
  const { url } = server;
  const flooding = new Pool(url, { connections: CONNECTIONS });
  const visiting = new Pool(url, { connections: 1, localAddress: "127.0.1.2" });
  const statuses = new Map<number, number>();
  let [made, isOver] = [0, false];
  const goOn = async () => {
    while (!isOver) {
      const status = await ask(flooding, address(made++));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const all = Array.from({ length: CONNECTIONS }, goOn);
  const until = performance.now() + seconds * 1000;
  const [times, refused]: [number[], number[]] = [[], []];
  for (let i = 0; performance.now() < until; i++) {
    const begun = server.ownTime();
    const status = await ask(visiting, `/api/users/popular?i=${i}`);
    times.push(server.ownTime() - begun);
    if (status !== 200) refused.push(status);
    await sleep(20);
  }
  isOver = true;
  await Promise.all(all);
  await Promise.all([flooding.destroy(), visiting.destroy()]);
  const middle = median(times);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`${kind}: ${counts}; a visitor's call took ${middle.toFixed(1)} ms`);
  return [
    ...(middle <= API_MAX_MS ? [] : [`a call took ${middle.toFixed(0)} ms beside ${kind}`]),
    ...(refused.length === 0 ? [] : [`${refused.length} calls got ${refused[0]} beside ${kind}`]),
  ];
}

/** Returns the status; 0 where the connection was cut. */
async function ask(pool: Pool, path: string): Promise<number> {
  try {
    const { statusCode, body } = await pool.request({ method: "GET", path });
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}
