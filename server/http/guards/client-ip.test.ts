import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, it } from "node:test";
import { clientIpReader } from "./client-ip.ts";

function from(address: string, forwardedFor?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
  const request = new IncomingMessage(socket);
  if (forwardedFor) request.headers["x-forwarded-for"] = forwardedFor;
  return request;
}

describe("the client of a request", () => {
  it("is the other end of the connection, whatever the request claims", () => {
    assert.equal(clientIpReader(false)(from("192.0.2.7", "198.51.100.1")), "192.0.2.7");
  });

  it("is taken from the proxies that are trusted, and from nobody else", () => {
    const read = clientIpReader(["10.0.0.1", "10.0.0.2"]);
    assert.equal(read(from("10.0.0.1", "198.51.100.1")), "198.51.100.1");
    assert.equal(read(from("10.0.0.1", "203.0.113.9, 198.51.100.1")), "198.51.100.1");
    assert.equal(read(from("10.0.0.1", "198.51.100.1, 10.0.0.2")), "198.51.100.1");
    assert.equal(read(from("192.0.2.7", "198.51.100.1")), "192.0.2.7");
  });

  it("is the same from each port that a proxy tells", () => {
    const read = clientIpReader(["10.0.0.1"]);
    for (const [forwarded, address] of [
      ["198.51.100.1:4711", "198.51.100.1"],
      ["[2001:db8::1]:4711", "2001:db8::1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ["2001:db8::1", "2001:db8::1"],
    ]) {
      assert.equal(read(from("10.0.0.1", forwarded)), address);
    }
  });

  it("is the first of all where every proxy is trusted", () => {
    assert.equal(clientIpReader(true)(from("10.0.0.1", "198.51.100.1, 10.9.9.9")), "198.51.100.1");
  });
});
