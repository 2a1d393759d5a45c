// Whether logins reveal which accounts exist, and whether a crowd of logins keeps others waiting:
//   npm run bench:logins -- --tries 200 --crowd 200 [--sabotage]
// Promised: an unknown e-mail is refused in the same time as a wrong password (medians within 15 %);
// while a crowd logs in at once, others are answered within 300 ms (p99), surplus logins get 429 or
// 503, and memory grows by at most 512 MB. --sabotage checks passwords only of existing accounts, and
// all at once; the harness must then report it.
// Rules: R16, R162.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getAccount, login } from "#contract/endpoints/account.ts";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";

const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "60" },
    crowd: { type: "string", default: "200" },
    sabotage: { type: "boolean", default: false },
  },
});
const APART_MAX = 0.15;
const P99_MAX_MS = 300;
const MORE_MAX = 512_000_000;
const OTHERS = 8;

/** Alternates both, so that other load on the machine affects both. */
async function compareTimes(api: Api, person: Person): Promise<string[]> {
  const took: Record<"unknown" | "wrong", number[]> = { unknown: [], wrong: [] };
  for (let i = 0; i < 2 * Number(values.tries); i++) {
    const kind = i % 2 === 0 ? "unknown" : "wrong";
    const email = kind === "wrong" ? person.email : `yok${i}@ornek.com`;
    const begun = performance.now();
    const { status } = await api.call(login, { body: { email, password: "yanlis-sifre" } });
    took[kind].push(performance.now() - begun);
    if (status !== 401) return [`a wrong login got ${status}`];
  }
  const [unknown, wrong] = [share(took.unknown, 0.5), share(took.wrong, 0.5)];
  const apart = Math.abs(unknown - wrong) / wrong;
  console.log(
    `unknown e-mail ${unknown.toFixed(1)} ms, wrong password ${wrong.toFixed(1)} ms ` +
      `(medians of ${values.tries}): ${(apart * 100).toFixed(1)} % apart`,
  );
  return apart > APART_MAX ? [`the times are ${(apart * 100).toFixed(0)} % apart`] : [];
}

async function crowd(api: Api, server: ServerProcess, person: Person): Promise<string[]> {
  const { token, email, password } = person;
  const before = server.memory();
  let [peak, over] = [0, false];
  const tally: Record<string, number> = {};
  const times: number[] = [];
  const found = new Set<string>();
  const others = Array.from({ length: OTHERS }, async () => {
    while (!over) {
      const begun = performance.now();
      const { status } = await api.call(getAccount, { token });
      times.push(performance.now() - begun);
      peak = Math.max(peak, server.memory());
      if (status !== 200) found.add(`others got ${status}`);
    }
  });
  const answers = Array.from({ length: Number(values.crowd) }, async () => {
    const { status } = await api.call(login, { body: { email, password } });
    tally[status] = (tally[status] ?? 0) + 1;
    if (![200, 429, 503].includes(status)) found.add(`a login got ${status}`);
  });
  await Promise.all(answers);
  over = true;
  await Promise.all(others);
  const p99 = share(times, 0.99);
  const more = Math.round((peak - before) / 1e6);
  console.log(
    `${values.crowd} logins at once: ${JSON.stringify(tally)}; ${times.length} calls of others, ` +
      `p99 ${p99.toFixed(0)} ms; +${more} MB`,
  );
  if (p99 > P99_MAX_MS) found.add(`others waited ${p99.toFixed(0)} ms (p99)`);
  if (peak - before > MORE_MAX) found.add(`memory grew by ${more} MB`);
  if (!tally[200]) found.add("nobody could log in");
  return [...found];
}

const share = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;

const instance = await createInstance("sqlite");
const preload = values.sabotage
  ? join(import.meta.dirname, "../sabotage/no-dummy-hash.ts")
  : undefined;
const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
await server.start();
const api = createApi(server.url, fetch);
const person = await signUp(api);
const found = [...(await compareTimes(api, person)), ...(await crowd(api, server, person))];
await server.kill();
await instance.atEnd.disposeAsync();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "logins: every promise held" : `logins: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
