import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { updateAccount } from "#contract/endpoints/account.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { type TestOptions, testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { asWebp } from "#testing/picture-parts.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";
import { CONNECTION_LIMITS, guardConnections } from "./connections.ts";

/** The product's own limits with shorter times. */
const QUICK = { checkEveryMs: 20, sendingMs: 200, drainMs: 200, headersMs: 300, bodyMs: 2000 };

async function listening(t: TestContext, options: TestOptions = {}) {
  // The clients end first, since closing the server waits for them.
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const kanaat = await testApp(t, options);
  await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = kanaat.app.server.address() as AddressInfo;
  const open = (): Line => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    sockets.push(socket);
    return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve())) };
  };
  const folder = join(kanaat.config.dataDir, "uploads");
  const uploads = () => readdir(folder, { recursive: true });
  const storedBytes = async () => {
    const sizes = (await uploads()).map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => undefined);
      return file?.isFile() ? file.size : 0;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return { kanaat, open, uploads, storedBytes };
}

interface Line {
  socket: Socket;
  closed: Promise<void>;
}

const head = (line: string, ...headers: string[]) =>
  `${[line, "host: kanaat", ...headers].join("\r\n")}\r\n\r\n`;
const JSON_TYPE = "content-type: application/json";
const FORM_TYPE = "content-type: multipart/form-data; boundary=b";
const bearer = (token: string) => `authorization: Bearer ${token}`;
const field = (name: string, value: unknown) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`;

/** The first response on a connection, without waiting for its end. */
async function answerOn({ socket }: Line) {
  let text = "";
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    text += bytes;
    const [headers = "", body = ""] = text.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(headers)?.[1];
    if (length && Buffer.byteLength(body) >= Number(length)) {
      const json = /json/.test(headers) ? JSON.parse(body) : {};
      return { status: Number(headers.split(" ")[1]), code: json.code, headers };
    }
  }
  throw new Error(`closed after ${text.length} bytes`);
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe("a body", () => {
  it("is not waited for where its sender may not make the call, and the connection is closed (R216)", async (t) => {
    const { kanaat, open } = await listening(t, { connectionLimits: QUICK });
    const [owner, other] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    const survey = await publishSurvey(kanaat, owner);
    const path = `/api/auth/surveys/${survey.id}`;
    const cases: [status: number, line: string, headers: string[]][] = [
      [401, "POST /api/auth/surveys/responses", [JSON_TYPE]],
      [401, "POST /api/auth/surveys", [FORM_TYPE]],
      [401, "POST /api/auth/surveys/options", [FORM_TYPE, bearer("x".repeat(43))]],
      [401, "DELETE /api/auth/account/my", [JSON_TYPE]],
      [403, `PATCH ${path}`, [JSON_TYPE, bearer(other.token)]],
      [403, `PUT ${path}/visibility`, [JSON_TYPE, bearer(other.token)]],
      [403, `PUT ${path}/closure`, [JSON_TYPE, bearer(other.token)]],
      [403, `DELETE ${path}`, [JSON_TYPE, bearer(other.token)]],
      [403, `POST ${path}/invitations`, [JSON_TYPE, bearer(other.token)]],
      [404, "PATCH /api/auth/surveys/999999", [JSON_TYPE, bearer(other.token)]],
      [404, "POST /api/nothing", [JSON_TYPE]],
      [405, "POST /api/cities", [JSON_TYPE]],
      [413, "POST /api/auth/login", [JSON_TYPE, "content-length: 999999"]],
      [200, "GET /api/cities", [JSON_TYPE]],
    ];
    for (const [status, line, headers] of cases) {
      const sender = open();
      const length = headers.some((header) => /length/.test(header)) ? [] : ["content-length: 9"];
      sender.socket.write(`${head(`${line} HTTP/1.1`, ...headers, ...length)}{`);
      const answer = await answerOn(sender);
      assert.deepEqual([line, answer.status], [line, status]);
      await sender.closed;
    }
    const { status } = await kanaat.call(getSurvey, { params: { id: survey.id } });
    assert.equal(status, 200);
  });

  it("is not read past a rate limit (R216)", async (t) => {
    const { open } = await listening(t, { config: { rateLimits: true } });
    const logIn = async (body: string) => {
      const sender = open();
      const headers = [JSON_TYPE, "content-length: 2"];
      sender.socket.write(head("POST /api/auth/login HTTP/1.1", ...headers) + body);
      return (await answerOn(sender)).status;
    };
    for (let i = 0; i < RATE_LIMITS.login.max; i++) assert.equal(await logIn("{}"), 422);
    // A server that waited for the body would return 408.
    assert.equal(await logIn(""), 429);
  });

  it("must make progress, as a form and as JSON: request_timeout (R218)", async (t) => {
    const { kanaat, open, uploads } = await listening(t, { connectionLimits: QUICK });
    const owner = await signUp(kanaat);
    const id = await draftSurvey(kanaat, owner);
    const begun = field("data[0][survey_id]", id) + file("data[0][image]");
    const senders: [line: string, type: string, start: string][] = [
      ["PATCH /api/auth/account/my HTTP/1.1", JSON_TYPE, '{"biography":"'],
      ["POST /api/auth/surveys/options HTTP/1.1", FORM_TYPE, begun],
      ["POST /api/auth/login HTTP/1.1", JSON_TYPE, ""],
    ];
    for (const [line, type, start] of senders) {
      const sender = open();
      const headers = [type, bearer(owner.token), "content-length: 100000"];
      sender.socket.write(head(line, ...headers) + start);
      const dripping = setInterval(() => sender.socket.write("x"), 50);
      t.after(() => clearInterval(dripping));
      const { status, code } = await answerOn(sender);
      assert.deepEqual([line, status, code], [line, 408, "request_timeout"]);
      await sender.closed;
      clearInterval(dripping);
    }
    assert.deepEqual(await uploads(), []);
  });

  it("may pause, as on a phone, and takes the time that its size needs (R218)", async (t) => {
    const limits = { ...QUICK, sendingMs: 2000, bodyMs: 30_000 };
    const { kanaat, open } = await listening(t, { connectionLimits: limits });
    const { token } = await signUp(kanaat);
    const body = JSON.stringify({ biography: "s".repeat(300), name: " ".repeat(12_000) });
    const sender = open();
    const headers = [JSON_TYPE, bearer(token), `content-length: ${body.length}`];
    sender.socket.write(head("PATCH /api/auth/account/my HTTP/1.1", ...headers));
    for (let at = 0; at < body.length; at += 6500) {
      await sleep(600);
      sender.socket.write(body.slice(at, at + 6500));
    }
    assert.equal((await answerOn(sender)).status, 422);
  });

  it("cannot fill the memory together with others (R218)", async (t) => {
    const limits = { ...QUICK, sendingMs: MINUTE_MS, bodyMs: MINUTE_MS, heldBytes: 300_000 };
    const { open } = await listening(t, { connectionLimits: limits });
    const senders = Array.from({ length: 5 }, open);
    for (const { socket } of senders) {
      const headers = [JSON_TYPE, "content-length: 110000"];
      socket.write(head("POST /api/auth/login HTTP/1.1", ...headers) + "x".repeat(100_000));
    }
    const [first] = senders;
    assert.equal((await answerOn(first as Line)).code, "request_timeout");
  });

  it("has headers with a time limit too (R218)", async (t) => {
    const { open } = await listening(t, { connectionLimits: QUICK });
    const sender = open();
    sender.socket.write("GET /api/cities HTTP/1.1\r\nhost: kan");
    const { status, code } = await answerOn(sender);
    assert.deepEqual([status, code], [408, "request_timeout"]);
    await sender.closed;
  });
});

describe("an upload", () => {
  const form = (token: string) =>
    head(
      "POST /api/auth/surveys/options HTTP/1.1",
      FORM_TYPE,
      bearer(token),
      "content-length: 90000000",
    );
  const piece = "x".repeat(1_000_000);

  it("takes no disk for a survey that is not the sender's, in whatever order it comes (R216)", async (t) => {
    const { kanaat, open, uploads } = await listening(t);
    const [owner, other] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    const id = await draftSurvey(kanaat, owner);
    const named = open();
    named.socket.write(
      form(other.token) + field("data[0][survey_id]", id) + file("data[0][image]") + piece,
    );
    assert.equal((await answerOn(named)).status, 404);
    const unnamed = open();
    const start = form(other.token) + file("data[0][image]") + piece;
    await new Promise((sent) => unnamed.socket.write(start, sent));
    await sleep(100);
    const found = (await uploads()).filter((name) => name.includes("/"));
    assert.deepEqual(found, []);
    unnamed.socket.write(`\r\n${field("data[0][survey_id]", id)}${file("data[1][image]")}x`);
    assert.equal((await answerOn(unnamed)).status, 404);
  });

  it("stays within what one sender, and all, may have under way (R217)", async (t) => {
    const uploadBytes = { sender: 3_500_000, total: 5_500_000 };
    const { kanaat, open, uploads, storedBytes } = await listening(t, { uploadBytes });
    const send = async (who: Person, pieces: number) => {
      const id = await draftSurvey(kanaat, who);
      const sender = open();
      const start = field("data[0][survey_id]", id) + file("data[0][image]");
      sender.socket.write(form(who.token) + start + piece.repeat(pieces));
      return sender;
    };
    const [first, second] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    // The last bytes of a piece wait for a boundary.
    const untilStored = async (bytes: number) => {
      while ((await storedBytes()) < bytes - 1000) await sleep(10);
    };
    const most = await send(first, 3);
    await untilStored(3 * piece.length);
    assert.equal((await answerOn(await send(first, 1))).code, "too_many_requests");
    // The client that holds the most makes room for others.
    const beside = await send(second, 2);
    await untilStored(5 * piece.length);
    const small = await send(second, 1);
    assert.equal((await answerOn(most)).code, "overloaded");
    for (const { socket } of [beside, small]) socket.destroy();
    while ((await uploads()).length > 0) await sleep(10);
    const image = await picture();
    const { status } = await kanaat.call(updateAccount, { token: first.token, body: { image } });
    assert.equal(status, 200);
  });

  it("leaves the disk space that the rest needs, while all else works: storage_full (R217)", async (t) => {
    const config = { minFreeDiskBytes: 0 };
    const { kanaat } = await listening(t, { config });
    const owner = await signUp(kanaat);
    const full = await testApp(t, { config: { minFreeDiskBytes: 1e18 } });
    const person = await signUp(full);
    const image = await picture();
    const send = (app: typeof full, token: string) =>
      app.call(updateAccount, { token, body: { image } });
    assert.equal((await send(kanaat, owner.token)).status, 200);
    const { status, problem } = await send(full, person.token);
    assert.deepEqual([status, problem.code], [503, "storage_full"]);
    const changed = await full.call(updateAccount, {
      token: person.token,
      body: { biography: "merhaba" },
    });
    assert.equal(changed.status, 200);
    assert.equal((await full.call(listSurveys)).status, 200);
    assert.deepEqual(await readdir(join(full.config.dataDir, "uploads")), []);
  });
});

describe("a response", () => {
  /** More than the kernel buffers for a client that does not read. */
  const BYTES = 30_000_000;

  async function withPictures(t: TestContext, limits: object) {
    const { kanaat, open } = await listening(t, { connectionLimits: { ...QUICK, ...limits } });
    const base = `/images/ab/${"ab".repeat(16)}`;
    const folder = join(kanaat.config.dataDir, base);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "1280.webp"), asWebp(Buffer.alloc(BYTES)));
    await writeFile(join(folder, "320.webp"), asWebp(Buffer.alloc(1000)));
    const ask = (width: number) => {
      const reader = open();
      reader.socket.pause().write(head(`GET ${base}/${width}.webp HTTP/1.1`));
      return reader;
    };
    t.after(() => rm(folder, { recursive: true, force: true }));
    return { kanaat, ask };
  }

  it("that nobody reads is dropped, and delays nobody meanwhile (R219)", async (t) => {
    const { kanaat, ask } = await withPictures(t, { takingMs: 1500 });
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 60; i++) ask(1280);
    await sleep(500);
    assert.ok(process.memoryUsage().rss - before < 200e6);
    const quick = ask(320);
    quick.socket.resume();
    assert.equal((await answerOn(quick)).status, 200);
    assert.equal((await kanaat.call(listSurveys)).status, 200);
    while ((await connections(kanaat.app.server)) > 1) await sleep(20);
  });

  it("is dropped for the slowest readers first where too much waits (R219)", async (t) => {
    const { kanaat, ask } = await withPictures(t, { takingMs: MINUTE_MS, heldBytes: 500_000 });
    for (let i = 0; i < 20; i++) {
      ask(1280);
      await once(kanaat.app.server, "request");
    }
    while ((await connections(kanaat.app.server)) > 10) await sleep(20);
  });

  it("of any size arrives where it is read (R219)", async (t) => {
    const server = createServer();
    const limits = { ...CONNECTION_LIMITS, total: 10, perAddress: 10, ...QUICK, takingMs: 1000 };
    const guard = guardConnections(server, limits, () => false);
    server.on("request", (request, response) => {
      guard(request, response);
      response.end(Buffer.alloc(BYTES));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    t.after(() => {
      socket.destroy();
      server.close();
    });
    socket.write(head("GET / HTTP/1.1"));
    // In ten parts with pauses, together longer than one part may take.
    let [bytes, parts] = [0, 0];
    socket.on("data", (piece) => {
      bytes += piece.length;
      if (bytes < (parts * BYTES) / 10) return;
      parts += 1;
      socket.pause();
      setTimeout(() => socket.resume(), 150);
    });
    while (bytes < BYTES) {
      assert.ok(!socket.destroyed, `closed after ${bytes} bytes`);
      await sleep(20);
    }
  });
});

describe("an event stream", () => {
  it("stays open, however little is sent (R219)", async (t) => {
    const limits = { ...QUICK, takingMs: 100 };
    const { kanaat, open } = await listening(t, { connectionLimits: limits });
    const { token } = await signUp(kanaat);
    const line = open();
    const path = "/api/auth/account/notifications/stream";
    line.socket.resume().write(head(`GET ${path} HTTP/1.1`, bearer(token)));
    const isClosed = await Promise.race([line.closed.then(() => true), sleep(1000, false)]);
    assert.equal(isClosed, false);
  });
});

describe("a request", () => {
  it("that names two hosts is refused: invalid_request (R218)", async (t) => {
    const { open } = await listening(t);
    const line = open();
    line.socket.write(head("GET /api/cities HTTP/1.1", "Host: elsewhere"));
    const { status, code } = await answerOn(line);
    assert.deepEqual([status, code], [400, "invalid_request"]);
  });

  it("may be sent before the last response, but not hundreds (R220)", async (t) => {
    const { open } = await listening(t);
    const one = head("GET /api/cities HTTP/1.1");
    const [few, many] = [open(), open()];
    let text = "";
    few.socket.on("data", (bytes) => {
      text += bytes;
    });
    few.socket.write(one.repeat(5));
    while (text.split("HTTP/1.1 200").length < 6) await sleep(10);
    many.socket.resume().write(head("GET /api/surveys?q=a HTTP/1.1") + one.repeat(500));
    await many.closed;
  });
});

describe("connections", () => {
  it("are closed when there are too many, the longest idle first (R220)", async (t) => {
    for (const limits of [{ perAddress: 5 }, { total: 5 }]) {
      const { kanaat, open } = await listening(t, { connectionLimits: limits });
      const held = open();
      const headers = [JSON_TYPE, "content-length: 2"];
      held.socket.write(head("POST /api/auth/login HTTP/1.1", ...headers));
      await once(kanaat.app.server, "request");
      const lines: Line[] = [];
      for (let i = 0; i < 4; i++) {
        const line = open();
        line.socket.write(head("GET /api/cities HTTP/1.1"));
        assert.equal((await answerOn(line)).status, 200);
        lines.push(line);
      }
      const next = open();
      next.socket.write(head("GET /api/cities HTTP/1.1"));
      assert.equal((await answerOn(next)).status, 200);
      await lines[0]?.closed;
      held.socket.write("{}");
      assert.equal((await answerOn(held)).status, 422);
    }
  });

  it("are refused where none is idle (R220)", async (t) => {
    const { kanaat, open } = await listening(t, { connectionLimits: { perAddress: 2 } });
    const headers = [JSON_TYPE, "content-length: 2"];
    const held = [open(), open()];
    for (const { socket } of held) {
      socket.write(head("POST /api/auth/login HTTP/1.1", ...headers));
      await once(kanaat.app.server, "request");
    }
    const refused = open();
    await refused.closed;
    held[0]?.socket.destroy();
    while ((await connections(kanaat.app.server)) > 1) await sleep(5);
    const next = open();
    next.socket.write(head("GET /api/cities HTTP/1.1"));
    assert.equal((await answerOn(next)).status, 200);
  });

  it("of a proxy are not limited as one client's: its requests under way are counted instead (R220)", async (t) => {
    const config = { trustProxy: ["127.0.0.1"] };
    const { kanaat, open } = await listening(t, { config, connectionLimits: { perAddress: 2 } });
    const from = (address: string) => `x-forwarded-for: ${address}`;
    const start = async (address: string) => {
      const line = open();
      const headers = [JSON_TYPE, "content-length: 2", from(address)];
      line.socket.write(head("POST /api/auth/login HTTP/1.1", ...headers));
      await once(kanaat.app.server, "request");
      return line;
    };
    const held = [await start("2001:db8::1"), await start("2001:db8:0:0:1::2")];
    const refused = await answerOn(await start("2001:db8::3"));
    assert.deepEqual([refused.status, refused.code], [429, "too_many_requests"]);
    const other = await start("2001:db8:0:1::3");
    other.socket.write("{}");
    assert.equal((await answerOn(other)).status, 422);
    const before = await connections(kanaat.app.server);
    held[0]?.socket.destroy();
    while ((await connections(kanaat.app.server)) === before) await sleep(5);
    const again = await start("2001:db8::3");
    again.socket.write("{}");
    assert.equal((await answerOn(again)).status, 422);
  });
});
