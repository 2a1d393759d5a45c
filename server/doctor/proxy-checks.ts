import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config/config.ts";
import {
  createPass,
  PASS_HEADER,
  PROXY_CHECK_PATH,
  type Received,
} from "#server/http/routing/proxy-check.ts";
import { addressOf, proxyTest } from "#server/http/server/client-ip.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { type Check, error, type Outcome, ok, skipped, warning } from "./check.ts";

const WAIT_MS = 10_000;
/** An address that nobody has (RFC 5737). */
const FORGED = "203.0.113.77";
/**
 * A stream of which nothing has come after this many answers to later requests is held back.
 * Counted in answers, since a slow machine would miss any time.
 */
const LATER_ANSWERS = 20;
const PAUSE_MS = 150;
const SURVEYS = 25;
const HOW = `("What a proxy passes on" in deploy/README.md)`;
const FORWARD = `let the proxy set X-Forwarded-For to the visitor's address ${HOW}`;
const UNBUFFERED = `turn buffering off for them ${HOW}`;

/** A request as the server received it. */
interface Arrival extends Received {
  /** Whether it came without a proxy: the server sees this very socket. */
  isDirect: boolean;
}

/** Checks, through `PUBLIC_URL`, what proxies pass on; `now` is the time of this machine. */
export function proxyChecks(config: Config, now: number): Check[] {
  const { publicUrl } = config;
  const judging = (judge: (arrival: Arrival) => Outcome, forged?: string) => async () => {
    if (!publicUrl) return skipped("there is no PUBLIC_URL");
    const secret = await readSecret(config);
    if (!secret) return skipped("there is no secret before the first start");
    const arrival = await arrive(publicUrl, createPass(secret, now), forged);
    return "state" in arrival ? arrival : judge(arrival);
  };
  return [
    ["client address", judging((arrival) => judgeClient(arrival, config))],
    ["forged address", judging((arrival) => judgeForged(arrival, config), FORGED)],
    ["host and protocol", judging((arrival) => judgeHost(arrival, new URL(publicUrl ?? "")))],
    ["event streams", () => checkStreams(publicUrl)],
  ];
}

function judgeClient(arrival: Arrival, { trustProxy }: Config): Outcome {
  const { peer, client, forwardedFor, isDirect } = arrival;
  const counted = `limits count all people as ${client}`;
  if (isDirect) return ok(`${client}, without a proxy`);
  const [visitor] = forwardedBy(forwardedFor);
  if (!visitor)
    return error(
      `the proxy at ${peer} does not pass on the visitor's address, so ${counted}: ${FORWARD}`,
    );
  if (client === visitor) return ok(`${client}, through ${peer}`);
  if (trustProxy === false) {
    return error(`a proxy is in front and TRUST_PROXY is off, so ${counted}: TRUST_PROXY=${peer}`);
  }
  return error(`TRUST_PROXY does not name the proxy at ${client}, so ${counted}: add its address`);
}

function judgeForged(arrival: Arrival, { trustProxy }: Config): Outcome {
  const { peer, client, forwardedFor, isDirect } = arrival;
  if (client !== FORGED) return ok("what visitors write into X-Forwarded-For does not count");
  const means = "anybody gets past the limits by writing another address into X-Forwarded-For";
  if (trustProxy === true)
    return error(`${means}: TRUST_PROXY=${peer} instead of on, and ${FORWARD}`);
  if (isDirect)
    return warning(`${peer} is in TRUST_PROXY, and this machine: run this command on another one`);
  const visitor = forwardedBy(forwardedFor).at(-1) ?? "";
  const isTrusted = visitor !== FORGED && proxyTest(trustProxy)(visitor);
  if (!isTrusted) return error(`${means}: ${FORWARD}`);
  return warning(
    `TRUST_PROXY names ${visitor} too, so people at that address get past the limits: ${FORWARD}`,
  );
}

function judgeHost({ host, forwardedProto, isDirect }: Arrival, site: URL): Outcome {
  if (URL.parse(`${site.protocol}//${host}`)?.host !== site.host) {
    return warning(`the proxy passes on Host: ${host} instead of ${site.host} ${HOW}`);
  }
  const protocol = site.protocol.slice(0, -1);
  if (isDirect || forwardedProto === protocol) return ok(`${protocol}, ${host}`);
  const found = forwardedProto ?? "nothing";
  return warning(`the proxy passes on X-Forwarded-Proto: ${found} instead of ${protocol} ${HOW}`);
}

/** The addresses in the header, the visitor's first. */
const forwardedBy = (header: string | null): string[] =>
  (header ?? "").split(",").flatMap((one) => addressOf(one) ?? []);

async function arrive(site: string, pass: string, forged?: string): Promise<Arrival | Outcome> {
  const headers = { [PASS_HEADER]: pass, ...(forged && { "x-forwarded-for": forged }) };
  const address = site + PROXY_CHECK_PATH;
  const response = await get(address, headers).catch((cause) => String(cause.code ?? cause));
  if (typeof response === "string") return skipped(`${site} cannot be reached: ${response}`);
  const { statusCode, socket } = response;
  const { localAddress, localPort } = socket;
  const body = await text(response);
  if (statusCode === 404) {
    return warning(`${address} is 404: its server has another release, secret, or clock`);
  }
  const received = readReceived(body);
  if (!received)
    return warning(`${address} returns ${statusCode} instead of what this server received`);
  const [peer = "", client = ""] = [received.peer, received.client].map(addressOf);
  const isDirect = peer === addressOf(localAddress ?? "") && received.peerPort === localPort;
  return { ...received, peer, client, isDirect };
}

function readReceived(body: string): Received | undefined {
  try {
    const received = JSON.parse(body);
    return typeof received.peer === "string" ? received : undefined;
  } catch {
    return undefined;
  }
}

/** Watches live results, since their stream goes on after its first event. */
async function checkStreams(site: string | undefined): Promise<Outcome> {
  if (!site) return skipped("there is no PUBLIC_URL");
  const list = await get(`${site}/api/surveys?limit=${SURVEYS}`).catch(() => undefined);
  if (list?.statusCode !== 200) return skipped(`${site} does not show its surveys`);
  const { items }: { items: { id: number }[] } = JSON.parse(await text(list));
  if (items.length === 0) return skipped("there is no survey to watch yet");
  const leave = new AbortController();
  const ids = items.map(({ id }) => id).join();
  const stream = watch(`${site}/api/auth/events/stream?surveys=${ids}`, leave.signal);
  const untilNextAnswer = async () => {
    await sleep(PAUSE_MS);
    await get(`${site}/readyz`).then(text, () => undefined);
  };
  for (let i = 0; i < LATER_ANSWERS && stream.state === "silent"; i++) await untilNextAnswer();
  const { state } = stream;
  await untilNextAnswer();
  leave.abort();
  if (state === "silent") return error(`the proxy holds event streams back: ${UNBUFFERED}`);
  if (state === "failed") return warning(`${site} does not open event streams`);
  if (stream.state === "ended") return skipped("no survey shows its results to everybody");
  return ok("they arrive as they are sent");
}

/** Opens a stream until `signal` is aborted; `state` changes as it goes on. */
function watch(address: string, signal: AbortSignal) {
  const stream: { state: "silent" | "begun" | "ended" | "failed" } = { state: "silent" };
  const read = async () => {
    const response = await get(address, {}, signal);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}`);
    for await (const _ of response) stream.state = "begun";
    stream.state = "ended";
  };
  read().catch(() => {
    if (!signal.aborted) stream.state = "failed";
  });
  return stream;
}

/** The response of a connection of its own. */
async function get(
  address: string,
  headers: Record<string, string> = {},
  signal = AbortSignal.timeout(WAIT_MS),
): Promise<IncomingMessage> {
  const request = address.startsWith("https:") ? requestHttps : requestHttp;
  const [response] = await once(
    request(address, { agent: false, headers, signal }).end(),
    "response",
  );
  return response;
}
