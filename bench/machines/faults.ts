import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "#testing/servers/server-process.ts";
import { PostgresPair } from "./postgres-pair.ts";
import { startProxy } from "./proxy.ts";
import { startSite } from "./site.ts";
import { isTaken, voteWhile, whatIsBroken } from "./voting-while.ts";

const SERVERS = 3;
/** The duration of all failures, during which votes continue. */
const LASTS_MS = 40_000;
const ENDED = "servers are ended in turn";
const KILLED = "servers are killed in turn";

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
  const voting = await voteWhile(url, votes, LASTS_MS, [
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
  ]);
  const primary = { ...site.instance, databaseUrl: pair.primaryUrl };
  const orderly = voting.votes.filter((one) => one.phase === ENDED && !isTaken(one)).length;
  // Answers in progress are cut off when their server is killed.
  const away = voting.looks.filter((one) => one.phase !== KILLED && one.status !== 200).length;
  return [
    ...(await whatIsBroken(primary, voting)),
    ...(orderly > 0 ? [`${orderly} errors while servers were ended`] : []),
    ...(away > 0 ? [`${away} looks at a picture or the home page failed`] : []),
  ];
}

async function inTurn(
  servers: ServerProcess[],
  happen: (server: ServerProcess) => Promise<unknown>,
) {
  for (const server of servers) {
    await happen(server);
    // The proxy has to notice that it is back before the next one fails.
    await sleep(1000);
  }
}

async function endAndStart(server: ServerProcess) {
  await server.stop();
  await server.start();
}
