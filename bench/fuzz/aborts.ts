import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSurvey } from "#contract/endpoints/surveys.ts";
import type { Person } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import type { ServerProcess } from "#testing/servers/server-process.ts";
import { inTurns } from "../faults/voting.ts";

const FORM = "multipart/form-data; boundary=b";
const CHUNK = Buffer.alloc(64 * 1024, 0x41);
/** What the kernel and the parser may have accepted before the refusal is read. */
const PAST_THE_LIMIT = 16 * 1024 * 1024;

const head = (token: string, type: string, length: string) =>
  [
    `${createSurvey.method} ${createSurvey.path} HTTP/1.1`,
    "host: kanaat",
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    length,
    "",
    "",
  ].join("\r\n");

const file = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

/** Aborts uploads: in the headers, in a field, in the middle of a picture, slowly. */
export async function breakOff(
  url: string,
  { token }: Person,
  { aborts, seed }: { aborts: number; seed: number },
): Promise<void> {
  await inTurns(aborts, 20, async (i) => {
    const random = new Random(seed + i);
    const socket = open(url);
    const whole = head(token, FORM, "content-length: 5000000") + file;
    const text = random.chance(20) ? whole.slice(0, random.int(whole.length)) : whole;
    socket.write(text);
    for (let chunks = random.int(8); chunks > 0 && socket.writable; chunks--) {
      socket.write(CHUNK.subarray(0, random.int(CHUNK.length)));
      if (random.chance(30)) await sleep(random.int(20));
    }
    await sleep(random.int(30));
    if (random.chance(50)) socket.destroy();
    else socket.resetAndDestroy();
  });
  console.log(`${aborts} uploads broken off`);
}

/** Endless bodies must be refused at the limit; returns those that were not. */
export async function pourWithoutEnd(url: string, { token }: Person): Promise<string[]> {
  const chunked = "transfer-encoding: chunked";
  const size = `${CHUNK.length.toString(16)}\r\n`;
  const kinds = {
    form: [head(token, FORM, chunked), file],
    json: [
      head(token, "application/json", chunked).replace(
        "POST /api/auth/surveys",
        "PATCH /api/auth/account/my",
      ),
      '{"name":"',
    ],
  };
  const found: string[] = [];
  for (const [kind, [heads = "", begin = ""]] of Object.entries(kinds)) {
    const socket = open(url);
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.write(`${heads}${begin.length.toString(16)}\r\n${begin}\r\n`);
    let poured = 0;
    while (!answer && socket.writable && poured < 10 * PAST_THE_LIMIT) {
      const more = socket.write(Buffer.concat([Buffer.from(size), CHUNK, Buffer.from("\r\n")]));
      poured += CHUNK.length;
      await (more ? sleep(0) : sleep(5));
    }
    await sleep(200);
    socket.destroy();
    const status = answer.split(" ")[1];
    console.log(`a ${kind} without end: ${status} after ${Math.round(poured / 1e6)} MB`);
    if (status !== "413") found.push(`a ${kind} without end got ${status ?? "no answer"}`);
    if (poured > PAST_THE_LIMIT + 10 * 1024 * 1024) found.push(`a ${kind} without end was read on`);
  }
  return found;
}

/** A server that shuts down must not wait for an upload that has stopped. */
export async function endWhileSending(server: ServerProcess, { token }: Person): Promise<string[]> {
  const socket = open(server.url);
  socket.write(`${head(token, FORM, "content-length: 5000000")}${file}x`);
  await sleep(500);
  const begun = performance.now();
  const code = await server.stop();
  const took = Math.round(performance.now() - begun);
  socket.destroy();
  console.log(`SIGTERM while an upload stands still: exit ${code} after ${took} ms`);
  if (code === 0 && took < 10_000) return [];
  return [`exit ${code} after ${took} ms while an upload stood still`];
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => undefined);
}
