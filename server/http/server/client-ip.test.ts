import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, it } from "node:test";
import { clientIpReader, networksOf } from "./client-ip.ts";

function from(address: string | undefined, forwardedFor?: string): IncomingMessage {
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

  it("is the same from each port that a proxy reports", () => {
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

  it("is the first address where every proxy is trusted", () => {
    assert.equal(clientIpReader(true)(from("10.0.0.1", "198.51.100.1, 10.9.9.9")), "198.51.100.1");
  });
});

describe("the client of a request whose connection is gone already", () => {
  for (const trustProxy of [false, true, ["10.0.0.1"]]) {
    it(`has no address with TRUST_PROXY ${trustProxy}`, () => {
      const read = clientIpReader(trustProxy);
      assert.equal(read(from(undefined)), "");
      if (trustProxy !== true) assert.equal(read(from(undefined, "198.51.100.1")), "");
    });
  }
});

describe("the networks of an address", () => {
  it("are itself and its /24, or its /64, /56 and /48 (R230)", () => {
    assert.deepEqual(networksOf("192.0.2.7"), ["192.0.2.7/32", "192.0.2/24"]);
    const [narrow, home, site] = networksOf("2001:db8:1:2f3::9");
    assert.equal(narrow, networksOf("2001:0DB8:1:2f3:ffff::1%eth0")[0]);
    assert.notEqual(narrow, networksOf("2001:db8:1:2f4::9")[0]);
    assert.equal(home, networksOf("2001:db8:1:2ff::")[1]);
    assert.notEqual(home, networksOf("2001:db8:1:3ff::")[1]);
    assert.equal(site, networksOf("2001:db8:1:ffff::")[2]);
    assert.notEqual(site, networksOf("2001:db8:2::")[2]);
  });

  it("are those of the IPv4 address that is written as IPv6 (R230)", () => {
    for (const mapped of ["::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:c000:0207"]) {
      assert.deepEqual(networksOf(mapped), networksOf("192.0.2.7"));
    }
  });

  it("are those of the IPv4 address within an address of a translator or tunnel (R230)", () => {
    for (const embedding of [
      "64:ff9b::192.0.2.7",
      "64:FF9B:0:0:0:0:c000:0207",
      "64:ff9b:1::192.0.2.7",
      "64:ff9b:1:abcd::c000:207",
      "64:ff9b:1:c000:2:700::",
      "::ffff:0:192.0.2.7",
      "::192.0.2.7",
      "2002:c000:207::1",
      "2002:c000:207:ffff:1:2:3:4",
      "2001:0:4136:e378:8000:63bf:3fff:fdf8",
      "2001::8000:0:3fff:fdf8",
    ]) {
      assert.deepEqual(networksOf(embedding), networksOf("192.0.2.7"), embedding);
    }
    for (const other of [
      "64:ff9a::c000:207",
      "64:ff9b:2::c000:207",
      "2003:c000:207::1",
      "2001:1::1",
    ]) {
      assert.equal(networksOf(other).length, 3, other);
    }
  });

  it("are one network for invalid addresses", () => {
    for (const text of ["unknown", "", "256.0.0.1", "x".repeat(1000)]) {
      assert.deepEqual(networksOf(text), networksOf("-"));
    }
  });
});
