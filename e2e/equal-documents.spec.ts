import { setTimeout as sleep } from "node:timers/promises";
import { api as contract } from "#contract/api.ts";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { listTreeHeads } from "#contract/endpoints/receipts.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { createApi, succeed } from "#testing/api.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test as journey } from "./fixtures.ts";

const PUBLIC_URL = "https://kanaat.example";
const after = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Two servers on the same data; SQLite's folder belongs to one, which starts again to be the other. */
const test = journey.extend<{ servers: [ServerProcess, ServerProcess] }>({
  servers: async ({ engine }, use) => {
    const [instance, folder] = [await createInstance(engine), await createInstance("sqlite")];
    const env = { PUBLIC_URL, MARK_SECRET: "the same secret of both servers, long enough" };
    const options = { preload: "./testing/cheap-work.ts", env };
    const first = new ServerProcess(instance, options);
    await first.start();
    const isOne = engine === "sqlite";
    const second = isOne
      ? first
      : new ServerProcess({ ...instance, ...ownFolder(folder) }, options);
    if (!isOne) await second.start();
    await use([first, second]);
    await first.stop();
    await second.stop();
    await instance.atEnd.disposeAsync();
    await folder.atEnd.disposeAsync();
  },
});
const ownFolder = ({ dataDir }: Instance) => ({ dataDir });

test("every server returns the same bytes (R173) @postgres", async ({
  servers: [server, other],
}) => {
  const api = createApi(server.url, fetch);
  const owner = await signUp(api);
  const ends = [30 * MINUTE_MS + 30_000, 30 * DAY_MS, null];
  const [survey] = await Promise.all(
    ends.map((ms) => publishSurvey(api, owner, { expire_time: ms === null ? null : after(ms) })),
  );
  const ending = await publishSurvey(api, owner, { expire_time: after(2000) });
  const secret = await publishSurvey(api, owner, { visibility: "private" });
  const body = { survey_id: survey?.id, survey_option_id: survey?.options[0]?.id };
  await succeed(api.call(castVote, { token: owner.token, body }));
  await sleep(3000);

  const ids = [survey?.id, ending.id, secret.id];
  const pages = ["/", "/surveys", "/surveys?page=2", "/discovery", "/about", "/login"]
    .concat(ids.map((id) => `/surveys/${id}`))
    .concat(`/profile/${owner.nickname}`, "/profile/nobody", "/nothing");
  const own = ["/account", "/invitations", "/notifications", "/logout"];
  const calls = Object.values(contract)
    // A server may sign a tree head between the two reads.
    .filter((call) => call !== listTreeHeads)
    .filter(({ method, auth }) => method === "GET" && auth !== "required")
    .flatMap(({ path }) =>
      ids.map((id) => path.replace("{id}", String(id)).replace("{nickname}", owner.nickname)),
    );
  const urls = [...pages, ...own, ...new Set(calls)];

  const read = async (origin: string, url: string) => {
    const headers = { purpose: "prefetch", accept: url.startsWith("/api") ? "*/*" : "text/html" };
    const answer = await fetch(origin + url, { headers });
    const text = (await answer.text()).replace(/"request_id":"[^"]+"/, "");
    const [etag, cache] = ["etag", "cache-control"].map((name) => answer.headers.get(name));
    return {
      url,
      status: answer.status,
      etag,
      cache,
      policy: answer.headers.get("content-security-policy"),
      text,
    };
  };
  const readAll = async (origin: string) => {
    const answers = [];
    for (const url of urls) answers.push(await read(origin, url));
    return answers;
  };
  const first = await readAll(server.url);
  await sleep(1500);
  if (other === server) await server.restart();
  const again = await readAll(other.url);
  for (const [i, { text, ...answer }] of first.entries()) {
    const { text: other = "", ...rest } = again[i] ?? {};
    const at = [...text].findIndex((letter, at) => letter !== other[at]);
    const difference =
      text === other ? "" : `${text.slice(at - 60, at + 60)} ≠ ${other.slice(at - 60, at + 60)}`;
    expect({ ...rest, difference: "" }).toEqual({ ...answer, difference });
  }

  const isShared = ({ cache }: { cache: string | null | undefined }) =>
    /s-maxage=1,/.test(`${cache}`);
  const shared = first.filter(isShared).map(({ url }) => url);
  for (const url of [`/surveys/${survey?.id}`, `/api/auth/surveys/${survey?.id}`, "/", "/about"]) {
    expect(shared).toContain(url);
  }
  for (const answer of first.filter(isShared)) expect(answer.etag, answer.url).toBeTruthy();
  for (const { url, cache } of first) {
    const isOwn = own.includes(url) || url.split("/").includes(String(secret.id));
    if (isOwn) expect(cache, url).not.toMatch(/public|s-maxage/);
  }
});
