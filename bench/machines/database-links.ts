import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { createInstance } from "#testing/instance.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { createPeople, createPolls, patientApi } from "../faults/voting.ts";
import { startProxy } from "./proxy.ts";
import { apiOf } from "./site.ts";

const SERVERS = 3;
const PEOPLE = 60;
const CUT_MS = 6000;

/** A server's connection to PostgreSQL, which can be cut. */
async function startLink(atEnd: AsyncDisposableStack, databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const database = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy()).on("close", () => open.delete(from) && to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(databaseUrl);
  url.port = `${(server.address() as { port: number }).port}`;
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  const mend = () => {
    isCut = false;
  };
  atEnd.defer(() => {
    cut();
    server.close();
  });
  return { url: url.href, cut, mend };
}

/** One of three servers behind HAProxy loses PostgreSQL, then all do; checks the answers people get. */
export async function databaseLinks(): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const s3 = atEnd.use(await S3Server.start());
  const instances = [];
  for (let i = 0; i < SERVERS; i++) {
    const instance = await createInstance(i === 0 ? "postgres" : "sqlite");
    atEnd.defer(() => instance.atEnd.disposeAsync());
    instances.push(instance);
  }
  const databaseUrl = instances[0]?.databaseUrl ?? "";
  const links = await Promise.all(instances.map(() => startLink(atEnd, databaseUrl)));
  const env = { ...s3.env, MARK_SECRET: "0".repeat(64), LOG_LEVEL: "silent", TRUST_PROXY: "on" };
  const servers = instances.map(
    (instance, i) => new ServerProcess({ ...instance, databaseUrl: links[i]?.url }, { env }),
  );
  atEnd.defer(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  for (const server of servers) await server.start();
  const url = await startProxy(
    atEnd,
    servers.map((server) => server.url),
  );
  const api = patientApi(url);
  const people = await createPeople(api, PEOPLE);
  const [owner] = people;
  if (!owner) throw new Error("Nobody is there.");
  const polls = await createPolls(api, owner, 200);

  const impatient = apiOf(url);
  const refusedAt: number[] = [];
  let isOver = false;
  const voting = people.map(async (person) => {
    for (const poll of polls) {
      if (isOver) return;
      const body = { survey_id: poll.id, survey_option_id: poll.options[0] };
      const { status } = await impatient.call(castVote, { token: person.token, body });
      if (status !== 201) refusedAt.push(performance.now());
      await sleep(50);
    }
  });
  await sleep(2000);
  const before = refusedAt.length;
  const cutAt = performance.now();
  links[0]?.cut();
  await sleep(CUT_MS);
  const refused = refusedAt.slice(before);
  const last = Math.max(cutAt, ...refused) - cutAt;
  links[0]?.mend();
  isOver = true;
  await Promise.all(voting);
  console.log(
    `one of ${SERVERS} servers loses PostgreSQL: ${refused.length} votes refused, the last ${Math.round(last)} ms later`,
  );

  const list = () => api.call(listSurveys, { query: { limit: 5 } });
  await list();
  for (const link of links) link.cut();
  await sleep(2000);
  const away = await Promise.all(Array.from({ length: 20 }, list));
  const kept = away.filter(({ status }) => status === 200).length;
  console.log(`all lose it: ${kept} of 20 lists that were read before are answered`);
  return [
    ...(before > 0 ? [`${before} votes refused while all was well`] : []),
    ...(last > CUT_MS / 2 ? ["people stayed with a server without a database"] : []),
    ...(kept < away.length ? [`${away.length - kept} lists refused without a database`] : []),
  ];
}
