// What automated registration costs, and what a registration costs a person with a phone:
//   npm run bench:farm [-- --proofs 40]
// Promised: 10,000 registrations from one /48 cost more than an hour of a core, and the proof for one
// registration takes an ordinary phone, assumed to be four times as slow as this machine, less than
// 2 s. Proofs are computed one after the other; the sums are extrapolated from their mean.

import { pbkdf2Sync } from "node:crypto";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { HOUR_S } from "#contract/durations.ts";
import { type Challenge, createChallenge } from "#contract/endpoints/challenge.ts";
import { CHALLENGED_FROM, CHALLENGED_NETWORKS, RATE_LIMITS } from "#contract/limits.ts";
import { createApi, succeed } from "#testing/api.ts";
import { findChromium } from "#testing/chromium.ts";
import { createInstance } from "#testing/instance.ts";
import { proofFor } from "#testing/proofs.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { median } from "../median.ts";

const { values } = parseArgs({ options: { proofs: { type: "string", default: "30" } } });
const REGISTRATIONS = 10_000;
const CORE_SECONDS_MIN = HOUR_S;
const PHONE_SECONDS_MAX = 2;
const PHONE_SLOWER = 4;

/** The work, in units, for this many registrations from one /48, as fast as the limits allow. */
function unitsOf(registrations: number): { units: number; hours: number } {
  const wide = CHALLENGED_NETWORKS.ipv6[2];
  const perHour = RATE_LIMITS.provenRegister.max * wide;
  const { free, step } = CHALLENGED_FROM.register.network;
  let units = 0;
  for (let i = 0; i < registrations; i++) {
    const over = (i % perHour) / wide - free;
    // The server accepts a proof one step below the required one.
    if (over >= 0) units += Math.max(1, Math.floor(over / step));
  }
  return { units, hours: registrations / perHour };
}

/** Seconds per try with Chromium's own cryptography: the median, so that other load matters little. */
async function tryInChromium(url: string, challenges: Challenge[]): Promise<number> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/healthz`);
    const times: number[] = [];
    for (const { parameters } of challenges) {
      const begun = performance.now();
      const tries = (await page.evaluate(search, parameters)) + 1;
      times.push((performance.now() - begun) / 1000 / tries);
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

/** Seconds per try on one core without waiting: the fastest of many rounds. */
function tryOnCore(iterations: number): number {
  const rounds = Array.from({ length: 20 }, (_, round) => {
    const begun = performance.now();
    for (let i = 0; i < 20; i++) pbkdf2Sync(`${round} ${i}`, "salt", iterations, 32, "sha256");
    return (performance.now() - begun) / 1000 / 20;
  });
  return Math.min(...rounds);
}

/** Runs in the browser; equivalent to altcha-lib's `solveChallenge`. */
async function search(parameters: Challenge["parameters"]): Promise<number> {
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (b) => parseInt(b, 16));
  const [salt, nonce, prefix] = [parameters.salt, parameters.nonce, parameters.keyPrefix].map(
    bytes,
  );
  const password = new Uint8Array([...(nonce ?? []), 0, 0, 0, 0]);
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(nonce?.length ?? 0, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const how = {
      name: "PBKDF2",
      hash: "SHA-256",
      salt: salt ?? password,
      iterations: parameters.cost,
    };
    const bits = new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
    if (prefix?.every((byte, i) => bits[i] === byte)) return counter;
  }
}

const instance = await createInstance("sqlite");
const server = new ServerProcess(instance, { env: { RATE_LIMITS: "on" } });
await server.start();
const failures: string[] = [];
try {
  const api = createApi(server.url, fetch);
  const challenges: Challenge[] = [];
  for (let i = 0; i < Number(values.proofs); i++) {
    const { item } = await succeed(api.call(createChallenge, { body: { for: "register" } }));
    if (item) challenges.push(item);
  }
  let tries = 0;
  for (const challenge of challenges) {
    const proof = JSON.parse(Buffer.from(await proofFor(challenge), "base64").toString());
    tries += (proof.solution.counter + 1) / challenges.length;
  }
  const iterations = challenges[0]?.parameters.cost ?? 0;
  const unitSeconds = tryOnCore(iterations) * tries;
  console.log(
    `a proof of one unit: ${unitSeconds.toFixed(2)} s of a core, ${tries.toFixed(0)} tries of ` +
      `${iterations} iterations (mean of ${challenges.length})`,
  );
  const { units, hours } = unitsOf(REGISTRATIONS);
  const coreSeconds = units * unitSeconds;
  console.log(
    `${REGISTRATIONS} registrations from one /48: ${units} units, ${(coreSeconds / HOUR_S).toFixed(2)} h ` +
      `of a core, spread over at least ${hours.toFixed(1)} h by the limits`,
  );
  if (coreSeconds < CORE_SECONDS_MIN) failures.push("a farm costs less than an hour of a core");
  const here = (await tryInChromium(server.url, challenges.slice(0, 15))) * tries;
  const phone = here * PHONE_SLOWER;
  console.log(
    `a person's proof: ${here.toFixed(2)} s in Chromium here, ${phone.toFixed(2)} s on a phone ` +
      `that is ${PHONE_SLOWER} times as slow`,
  );
  if (phone > PHONE_SECONDS_MAX) failures.push("a phone takes longer than 2 s");
} finally {
  await server.stop();
  await instance.atEnd.disposeAsync();
}
for (const failure of failures) console.error(`BROKEN: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
