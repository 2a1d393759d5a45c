import assert from "node:assert/strict";
import { after, it } from "node:test";
import { testApp } from "#server/testing/test-app.ts";
import { clockOffset } from "./clock-offset.ts";

const { db } = await testApp({ after });

it("the clock of a database on this machine differs by less than a round trip", async () => {
  const { offsetMs, roundTripMs } = await clockOffset(db);
  assert.ok(Math.abs(offsetMs) <= roundTripMs / 2 + 1, `${offsetMs} of ${roundTripMs} ms`);
});

it("a machine's clock that is ahead shows as an offset", async (t) => {
  t.mock.method(Date, "now", () => 3_600_000 + performance.timeOrigin + performance.now());
  const { offsetMs } = await clockOffset(db);
  assert.equal(Math.round(offsetMs / 60_000), db.engine === "postgres" ? -60 : 0);
});
