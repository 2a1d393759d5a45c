// Clients that tie up shared resources, and a visitor at the same time:
//   npm run bench:lines -- --readers 60 --senders 100 [--sabotage]
// Times leave out what the server waited for a processor. Promised: uploads for another person's survey put nothing on the disk; clients that read no answer
// or send a body byte by byte are cut off within 75 s; memory grows by at most 200 MB. Meanwhile the
// visitor gets 200 within 300 ms (p99), a picture sent at 5 kB/s arrives, and an event stream stays
// open. --sabotage removes these limits; the harness must then report it.
// Rules: R216, R218, R219.
import { readdirSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { updateAccount } from "#contract/endpoints/account.ts";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { createApi, succeed } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { draftSurvey } from "#testing/surveys.ts";

const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "60" },
    senders: { type: "string", default: "100" },
    sabotage: { type: "boolean", default: false },
  },
});
const UPLOADS = 3;
const UPLOAD_BYTES = 100_000_000;
const CUT_OFF_WITHIN_S = 75;
const P99_MAX_MS = 300;
const MORE_MAX = 200_000_000;
const PHONE = { bytesPerSecond: 5000, seconds: 40 };

const instance = await createInstance("sqlite");
const preload = values.sabotage
  ? join(import.meta.dirname, "../sabotage/no-connection-limits.ts")
  : undefined;
const server = new ServerProcess(instance, { preload, env: { LOG_LEVEL: "error" } });
await server.start();
const api = createApi(server.url, fetch);
const [owner, other, phone] = [await signUp(api), await signUp(api), await signUp(api)];
const draft = await draftSurvey(api, owner);
const image = await noise(1600);
const { item } = await succeed(api.call(updateAccount, { token: owner.token, body: { image } }));
const before = server.memory();
const found = new Set<string>();

/** A picture with large files at every width. */
async function noise(side: number): Promise<File> {
  const dots = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = {
    width: side,
    height: side,
    channels: 3,
    background: "#000",
    noise: dots,
  } as const;
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], "resim.jpg");
}

interface Line {
  socket: Socket;
  isOpen: boolean;
  answer: string;
}

function open(text: string, reads = true): Line {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const line: Line = { socket, isOpen: true, answer: "" };
  socket
    .on("error", () => undefined)
    .on("close", () => {
      line.isOpen = false;
    });
  if (reads) {
    socket.on("data", (bytes) => {
      line.answer += bytes;
    });
  }
  socket.write(text);
  return line;
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, "host: kanaat", ...headers].join("\r\n")}\r\n\r\n`;
const FORM = "content-type: multipart/form-data; boundary=b";
const JSON_TYPE = "content-type: application/json";
const bearer = (token: string) => `authorization: Bearer ${token}`;
const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"`;
const file = (name: string) => `${part(name)}; filename="a.jpg"\r\n\r\n`;

/** An upload for another person's survey, whose number comes first or not at all. */
function holdUpload(i: number): Line {
  const named = `${part("data[0][survey_id]")}\r\n\r\n${draft}\r\n`;
  const start = head(
    "POST /api/auth/surveys/options",
    FORM,
    bearer(other.token),
    `content-length: ${2 * UPLOAD_BYTES}`,
  );
  const line = open(start + (i % 2 === 0 ? named : ""));
  for (let sent = 0, n = 0; sent < UPLOAD_BYTES; sent += 9_000_000, n++) {
    line.socket.write(`${file(`data[${n}][image]`)}${"x".repeat(9_000_000)}\r\n`);
  }
  return line;
}

/** Pictures, some requested before the previous one has been read. */
const holdReader = (): Line => open(head(`GET ${item.image}`).repeat(8), false);

/** A byte at a time, with and without an account. */
function holdBody(i: number): Line {
  const path = i % 2 === 0 ? "POST /api/auth/login" : "PATCH /api/auth/account/my";
  const line = open(head(path, JSON_TYPE, bearer(owner.token), "content-length: 1000"));
  const drip = setInterval(() => line.socket.write("x"), 5000);
  line.socket.once("close", () => clearInterval(drip));
  return line;
}

async function sendAsAPhone(): Promise<void> {
  const bytes = PHONE.bytesPerSecond * PHONE.seconds;
  // A decoder reads past the end of the picture.
  const small = await sharp({
    create: { width: 99, height: 99, channels: 3, background: "#336699" },
  })
    .png()
    .toBuffer();
  const body = Buffer.concat([
    Buffer.from(file("image")),
    small,
    Buffer.alloc(bytes - small.length),
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const path = "PATCH /api/auth/account/my";
  const line = open(head(path, FORM, bearer(phone.token), `content-length: ${body.length}`));
  for (let at = 0; at < body.length; at += PHONE.bytesPerSecond) {
    line.socket.write(body.subarray(at, at + PHONE.bytesPerSecond));
    await sleep(1000);
  }
  while (line.isOpen && line.answer === "") await sleep(100);
  const status = line.answer.slice(9, 12);
  console.log(`a picture at ${PHONE.bytesPerSecond} B/s for ${PHONE.seconds} s: ${status}`);
  if (status !== "200") found.add(`a slow phone got "${status}"`);
  line.socket.destroy();
}

async function visit(times: number[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const begun = server.ownTime();
    const { status } = await api.call(listSurveys, { query: { q: `a${times.length}` } });
    const picture = await fetch(server.url + item.image);
    await picture.arrayBuffer();
    times.push(server.ownTime() - begun);
    if (status !== 200 || picture.status !== 200) {
      found.add(`the visitor got ${status} and ${picture.status}`);
    }
    await sleep(20);
  }
}

function uploadedBytes(): number {
  const folder = join(instance.dataDir, "uploads");
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const entry = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (entry?.isFile() ? entry.size : 0);
  }, 0);
}

const stream = open(head("GET /api/auth/account/notifications/stream", bearer(owner.token)));
const many = <T>(count: string | number, make: (i: number) => T) =>
  Array.from({ length: Number(count) }, (_, i) => make(i));
const held = {
  uploads: many(UPLOADS, holdUpload),
  readers: many(values.readers, holdReader),
  bodies: many(values.senders, holdBody),
};
const hostile = Object.values(held).flat();
const begun = server.ownTime();
const elapsed = () => (server.ownTime() - begun) / 1000;
let [peak, onDisk, over] = [0, 0, false];
const times: number[] = [];
const beside = [visit(times, () => over), sendAsAPhone()];
while (elapsed() < CUT_OFF_WITHIN_S && hostile.some(({ isOpen }) => isOpen)) {
  peak = Math.max(peak, server.memory());
  onDisk = Math.max(onDisk, uploadedBytes());
  // Only a client that reads notices a closed connection.
  if (elapsed() > CUT_OFF_WITHIN_S - 8) for (const { socket } of held.readers) socket.resume();
  await sleep(100);
}
const took = elapsed();
while (elapsed() < PHONE.seconds + 2) await sleep(100);
over = true;
await Promise.all(beside);
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
const more = Math.round((peak - before) / 1e6);
console.log(
  `${hostile.length} lines held: after ${took.toFixed(0)} s ` +
    Object.entries(held)
      .map(([what, lines]) => `${lines.filter(({ isOpen }) => isOpen).length} ${what} open`)
      .join(", ") +
    `; ${Math.round(onDisk / 1e6)} MB on the disk, +${more} MB in memory; ` +
    `${times.length} visits, p99 ${p99.toFixed(0)} ms`,
);
for (const [what, lines] of Object.entries(held)) {
  const left = lines.filter(({ isOpen }) => isOpen).length;
  if (left > 0) found.add(`${left} ${what} still hold their lines`);
}
// The honest phone's upload is on the disk for a moment.
if (onDisk > 1e6) found.add(`${Math.round(onDisk / 1e6)} MB of refused uploads were on the disk`);
if (peak - before > MORE_MAX) found.add(`memory grew by ${more} MB`);
if (p99 > P99_MAX_MS) found.add(`the visitor waited ${p99.toFixed(0)} ms (p99)`);
if (!stream.isOpen) found.add("the event stream was cut off");
for (const { socket } of [...hostile, stream]) socket.destroy();
await server.kill();
await instance.atEnd.disposeAsync();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.size === 0 ? "lines: every promise held" : `lines: ${found.size} broken`);
process.exitCode = found.size === 0 ? 0 : 1;
