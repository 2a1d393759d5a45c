import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { clockOffset, databaseTime, doubtsOf } from "./clock-offset.ts";

const kanaat = await testApp({ after });
const { db, clock } = kanaat;

describe("the clock of the database", () => {
  it("is this machine's where the database runs on it", async () => {
    const { least, most } = await clockOffset(databaseTime(db), Date.now);
    assert.ok(least <= 1 && most >= -1, `${least} to ${most} ms`);
  });

  it("is the database's own on PostgreSQL, the machine's on SQLite (R350)", async (t) => {
    const real = Date.now;
    t.mock.method(Date, "now", () => real() + HOUR_MS);
    const { least, most } = await clockOffset(databaseTime(db), Date.now);
    const ahead = db.engine === "postgres" ? -HOUR_MS : 0;
    assert.ok(least <= ahead + 1 && most >= ahead - 1, `${least} to ${most} ms`);
  });

  it("is read as exactly as the fastest of several tries took", async () => {
    const by = [0, 100, 200, 210, 300, 340];
    const offset = await clockOffset(
      async () => ({ time: 1000 }),
      () => by.shift() ?? 0,
    );
    assert.deepEqual(offset, { least: 790, most: 801 });
  });
});

it("the start names a clock that is before the newest row or not the machine's (R353)", async () => {
  assert.deepEqual(await doubtsOf(db, Date.now()), []);
  await publishSurvey(kanaat, await signUp(kanaat));
  const [behind] = (await doubtsOf(db, clock.now() - 3 * HOUR_MS)).slice(-1);
  assert.equal(behind, "The clock is 10800 s behind the newest row in the database: run NTP.");
  const [off] = await doubtsOf(db, Date.now() + HOUR_MS);
  assert.match(off ?? "", /^This machine's clock is 3600 s behind the database's, which decides/);
});
