// Readers of one survey's live results, for live.ts: `readers.ts URL SURVEY COUNT`. Writes "open" when all
// are connected and, after a line of input, what each of them heard, as JSON.
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** What the readers of one survey heard, all of them at the end. */
export interface Heard {
  open: number;
  seconds: number;
  /** The number of events that a reader heard. */
  least: number;
  most: number;
  /** The number of readers by the vote count in the last event of each. */
  votes: Record<string, number>;
}

interface Reader {
  socket: Socket;
  events: number;
  last: string;
}

/** Few enough to stay below the limit on connections per address. */
const OF_ONE_ADDRESS = 1000;
const AT_ONCE = 100;

const [url = "", survey = "", count = ""] = process.argv.slice(2);
const request = `GET /api/auth/events/stream?surveys=${survey} HTTP/1.1\r\nhost: kanaat\r\n\r\n`;

function read(i: number): Reader {
  const localAddress = `127.0.1.${1 + Math.floor(i / OF_ONE_ADDRESS)}`;
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  const reader: Reader = { socket, events: 0, last: "" };
  socket
    .on("error", () => undefined)
    .on("data", (bytes) => {
      const text = bytes.toString("latin1");
      const events = text.split("event: results").length - 1;
      if (events > 0) Object.assign(reader, { events: reader.events + events, last: text });
    });
  socket.write(request);
  return reader;
}

const readers: Reader[] = [];
while (readers.length < Number(count)) {
  for (let n = 0; n < AT_ONCE; n++) readers.push(read(readers.length));
  await sleep(20);
}
while (readers.some(({ events }) => events === 0)) await sleep(50);
for (const reader of readers) reader.events = 0;
const begun = performance.now();
console.log("open");

for await (const _ of createInterface({ input: process.stdin })) {
  const events = readers.map((reader) => reader.events);
  const votes: Record<string, number> = {};
  for (const { last } of readers) {
    const [, data] = /^data: (.*)$/m.exec(last.slice(last.lastIndexOf("event: results"))) ?? [];
    const told: { count: number }[] = JSON.parse(data ?? "{}").items ?? [];
    const total = told.reduce((sum, { count }) => sum + count, 0);
    votes[total] = (votes[total] ?? 0) + 1;
  }
  const heard: Heard = {
    open: readers.filter(({ socket }) => !socket.destroyed).length,
    seconds: (performance.now() - begun) / 1000,
    least: Math.min(...events),
    most: Math.max(...events),
    votes,
  };
  console.log(JSON.stringify(heard));
  break;
}
for (const { socket } of readers) socket.destroy();
process.exit();
