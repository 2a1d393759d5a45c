import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "./random.ts";

export interface RudePeers {
  port: number;
  /** A signed-in person's. */
  token: string;
  /** A survey's number. */
  survey: number;
  connections: number;
  /** The number of simultaneous connections. */
  atOnce: number;
  seed: number;
}

/** How a connection ends once it has sent its bytes. */
type Ending = (socket: Socket) => Promise<void> | void;

const ENDINGS: readonly Ending[] = [
  (socket) => void socket.resetAndDestroy(),
  (socket) => void socket.destroy(),
  // Half-closed, with the answer read or unread.
  (socket) => void socket.end(),
  (socket) => void socket.pause().end(),
  // During the answer, and between two answers.
  (socket) => void socket.once("data", () => socket.resetAndDestroy()),
  (socket) => void socket.once("data", () => socket.destroy()),
  async (socket) => {
    await sleep(5);
    socket.resetAndDestroy();
  },
  async (socket) => {
    await sleep(20);
    socket.write("GET /healthz HTTP/1.1\r\n");
    socket.resetAndDestroy();
  },
];
/** After this time, a connection that the server keeps open is given up. */
const PATIENCE_MS = 200;

/**
 * Opens connections that break off at any byte of any kind of request, in every way that a peer can.
 * Resolves when all are closed.
 */
export async function sendRudePeers(peers: RudePeers): Promise<void> {
  const { port, atOnce, seed } = peers;
  const random = new Random(seed);
  const requests = requestsOf(peers);
  let left = peers.connections;
  const open = async () => {
    while (left-- > 0) {
      const request = random.pick(requests);
      const sent = random.chance(50) ? request.length : random.int(request.length + 1);
      const ending = random.pick(ENDINGS);
      // The kernel keeps closed connections in its tables, by address, for a minute.
      const localAddress = `127.0.0.${2 + random.int(250)}`;
      await breakOff({ port, localAddress, text: request.slice(0, sent), ending });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, open));
}

function breakOff(peer: {
  port: number;
  localAddress: string;
  text: string;
  ending: Ending;
}): Promise<void> {
  const { port, localAddress, text, ending } = peer;
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress, allowHalfOpen: true });
    const patience = setTimeout(() => {
      socket.resetAndDestroy();
      over();
    }, PATIENCE_MS);
    const over = () => {
      clearTimeout(patience);
      socket.destroy();
      resolve();
    };
    socket
      // Where a reset fails, Node emits no "close".
      .once("error", over)
      .on("error", () => undefined)
      .once("close", over)
      .on("data", () => undefined)
      .once("connect", () => {
        if (text === "") void ending(socket);
        else socket.write(text, () => void ending(socket));
      });
  });
}

function requestsOf({ token, survey }: RudePeers): readonly string[] {
  const head = (line: string, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, "host: kanaat", ...headers].join("\r\n")}\r\n\r\n`;
  const bearer = `authorization: Bearer ${token}`;
  const from = "x-forwarded-for: 203.0.113.7, 198.51.100.9:4711";
  const json = "content-type: application/json";
  const login = JSON.stringify({ email: "kimse@ornek.com", password: "yanlış şifre" });
  const form = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const list = head("GET /api/surveys", from);
  return [
    list,
    list.repeat(15),
    head("GET /", "accept: text/html", from),
    head(`GET /surveys/${survey}`, "accept: text/html"),
    head(`GET /api/auth/surveys/${survey}`, bearer, from),
    head(`HEAD /api/auth/surveys/${survey}`, "connection: close"),
    head("GET /api/auth/account/notifications/stream", bearer, from),
    head(`GET /api/auth/surveys/responses/stream?surveys=${survey}`, bearer),
    head("POST /api/auth/login", json, from, `content-length: ${Buffer.byteLength(login)}`) + login,
    `${head("POST /api/auth/login", json, "transfer-encoding: chunked")}5\r\n{"a":\r\n`,
    `${head("POST /api/auth/login", json, "expect: 100-continue", "content-length: 9")}{"a": 1}}`,
    head(
      "PATCH /api/auth/account/my",
      bearer,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 90000",
    ) +
      form +
      "x".repeat(3000),
    head("GET /", "connection: upgrade", "upgrade: websocket", "sec-websocket-key: YQ==", from),
    head("CONNECT kanaat:443"),
    head("OPTIONS *", "expect: everything"),
    head("GET http://kanaat/surveys", "host: other"),
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "PROXY TCP4 203.0.113.7 127.0.0.1 4711 80\r\n",
  ];
}
