import assert from "node:assert/strict";
import { it } from "node:test";
import { readableAddress } from "./readable-address.ts";

it("reads addresses as they were meant (R263)", () => {
  const meant = {
    "/surveys/1": "/surveys/1",
    "/profile/a%C3%A7": "/profile/a%C3%A7",
    "/surveys/1%20%20": "/surveys/1",
    "/surveys/1%20?davet=a%20": "/surveys/1?davet=a%20",
    "/surveys?q=a%20": "/surveys?q=a%20",
    "/a%20b": "/a%20b",
    "/surveys/1)": "/surveys/1",
    "/surveys/1).": "/surveys/1",
    "/surveys/1%29%2C?davet=a)": "/surveys/1?davet=a)",
    "/surveys/1%E2%80%9D%E2%80%A6": "/surveys/1",
    "/surveys/1%E2%80%8B": "/surveys/1",
    "/surveys/1/": "/surveys/1/",
    "/profile/a_": "/profile/a_",
    "/profile/a%C3%A7!": "/profile/a%C3%A7",
    "/a%3Fb.": "/a%3Fb",
    "/a.b": "/a.b",
    "/%20": "/",
    "/%": "/%25",
    "/%20%zz%20": "/%2520%25zz%2520",
  };
  for (const [address, read] of Object.entries(meant)) assert.equal(readableAddress(address), read);
});
