import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { CONNECTION_LIMITS, guardConnections } from "./connections.ts";

it("a client that went on sending while the server was busy is not cut off (R383)", async (t) => {
  const server = createServer();
  const limits = { ...CONNECTION_LIMITS, total: 10, perAddress: 10 };
  const quick = { ...limits, checkEveryMs: 20, sendingMs: 200 };
  const guard = guardConnections(server, quick, () => false);
  const bodies: Promise<string>[] = [];
  server.on("request", (request, response) => {
    guard(request, response);
    bodies.push(text(request));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  t.after(() => client.destroy());
  client.on("error", () => undefined);
  const [first, rest] = ["a".repeat(100), "b".repeat(limits.windowBytes)];
  const bytes = first.length + rest.length;
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n${first}`);
  await once(server, "request");
  client.write(rest);
  const until = performance.now() + 5 * quick.sendingMs;
  while (performance.now() < until);
  assert.equal(await bodies[0], first + rest);
});
