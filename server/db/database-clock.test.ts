import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#contract/durations.ts";
import { ServerClock, watchClock } from "#server/db/database-clock.ts";
import { measures } from "#server/telemetry/metrics.ts";

const START = Date.parse("2026-03-14T09:00:00Z");

const nothing = async () => undefined;
/** A machine and the reference clock, both set by tests. */
const machine = { steady: 0, aheadMs: START, roundTripMs: 0 };
const sources = {
  steady: () => machine.steady,
  offset: async () => {
    const half = machine.roundTripMs / 2;
    return { least: machine.aheadMs - half, most: machine.aheadMs + half };
  },
  notes: { read: nothing, write: nothing, remove: nothing },
};
const open = () => ServerClock.open(sources);
const pass = (ms: number) => {
  machine.steady += ms;
};
/** Lets time pass with a check every five seconds; returns what the checks noticed. */
async function watch(clock: ServerClock, ms: number) {
  const news = [];
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    pass(5 * SECOND_MS);
    const noticed = await clock.check();
    if (noticed) news.push(noticed);
  }
  return news;
}

beforeEach(() => Object.assign(machine, { steady: 0, aheadMs: START, roundTripMs: 0 }));

describe("the server's clock", () => {
  it("follows the steady clock between the checks", async () => {
    const clock = await open();
    assert.equal(clock.now(), START);
    pass(1500.7);
    machine.aheadMs += DAY_MS;
    assert.equal(clock.now(), START + 1500);
  });

  it("follows small corrections, and stands still instead of going back (R351)", async () => {
    const clock = await open();
    machine.aheadMs += 20 * SECOND_MS;
    assert.deepEqual(await watch(clock, 5 * SECOND_MS), []);
    assert.equal(clock.now(), START + 25 * SECOND_MS);
    machine.aheadMs -= 10 * SECOND_MS;
    await watch(clock, 5 * SECOND_MS);
    assert.equal(clock.now(), START + 25 * SECOND_MS);
    pass(6 * SECOND_MS);
    assert.equal(clock.now(), START + 26 * SECOND_MS);
  });

  it("changes nothing within the uncertainty of a slow response", async () => {
    const clock = await open();
    machine.roundTripMs = 40 * SECOND_MS;
    machine.aheadMs += 19 * SECOND_MS;
    await watch(clock, 5 * SECOND_MS);
    assert.equal(clock.now(), START + 5 * SECOND_MS);
    machine.roundTripMs = 400 * SECOND_MS;
    machine.aheadMs += 100 * SECOND_MS;
    assert.deepEqual(await watch(clock, 5 * SECOND_MS), []);
  });

  for (const [name, jump] of [
    ["ahead", DAY_MS],
    ["back", -DAY_MS],
    ["a little more than a minute ahead", MINUTE_MS + 1],
  ] as const) {
    it(`does not follow a jump ${name}, and continues once that is undone (R351)`, async () => {
      const clock = await open();
      machine.aheadMs += jump;
      assert.deepEqual(await watch(clock, 30 * MINUTE_MS), ["jumped"]);
      assert.deepEqual([clock.jumpMs, clock.now()], [jump, START + 30 * MINUTE_MS]);
      machine.aheadMs -= jump;
      assert.deepEqual(await watch(clock, MINUTE_MS), ["undone"]);
      assert.deepEqual([clock.jumpMs, clock.now()], [0, START + 31 * MINUTE_MS]);
    });

    it(`accepts a jump ${name} that has stayed for an hour (R351)`, async () => {
      const clock = await open();
      machine.aheadMs += jump;
      assert.deepEqual(await watch(clock, HOUR_MS), ["jumped"]);
      assert.equal(clock.now(), START + HOUR_MS);
      assert.deepEqual(await watch(clock, 5 * SECOND_MS), ["accepted"]);
      assert.deepEqual([clock.jumpMs, clock.now()], [0, START + HOUR_MS + 5 * SECOND_MS + jump]);
      assert.deepEqual(await watch(clock, 2 * HOUR_MS), []);
    });
  }

  it("starts the hour again when the clock jumps again", async () => {
    const clock = await open();
    machine.aheadMs += DAY_MS;
    await watch(clock, 50 * MINUTE_MS);
    machine.aheadMs += HOUR_MS;
    assert.deepEqual(await watch(clock, HOUR_MS), ["jumped"]);
    assert.deepEqual(await watch(clock, 5 * SECOND_MS), ["accepted"]);
  });

  it("treats many small corrections as the jump that they add up to", async () => {
    const clock = await open();
    const news = [];
    for (let i = 0; i < 10; i++) {
      machine.aheadMs += 50 * SECOND_MS;
      news.push(...(await watch(clock, 5 * SECOND_MS)));
    }
    assert.equal(news[0], "jumped");
    assert.ok(clock.now() <= START + 50 * SECOND_MS + MINUTE_MS);
  });

  it("follows a clock that drifts a little all day", async () => {
    const clock = await open();
    for (let hour = 0; hour < 24; hour++) {
      machine.aheadMs += 5 * SECOND_MS;
      assert.deepEqual(await watch(clock, HOUR_MS), []);
    }
    assert.equal(clock.now(), START + DAY_MS + 120 * SECOND_MS);
  });

  it("follows the steady clock while the time cannot be read", async () => {
    let isAway = false;
    const clock = await ServerClock.open({
      ...sources,
      offset: async () => (isAway ? Promise.reject(new Error("away")) : sources.offset()),
    });
    isAway = true;
    pass(3 * HOUR_MS);
    await assert.rejects(clock.check(), /away/);
    assert.equal(clock.now(), START + 3 * HOUR_MS);
  });

  it("never goes back whatever corrections come, and is never far from them", async () => {
    for (let seed = 1; seed <= 50; seed++) {
      Object.assign(machine, { steady: 0, aheadMs: START, roundTripMs: 0 });
      const clock = await open();
      let [state, last] = [seed, clock.now()];
      const random = (most: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % most;
      };
      for (let step = 0; step < 200; step++) {
        pass(random(10 * SECOND_MS));
        // In total never a minute away from the start.
        machine.aheadMs = START - 29 * SECOND_MS + random(58 * SECOND_MS);
        machine.roundTripMs = random(SECOND_MS);
        assert.equal(await clock.check(), undefined);
        const now = clock.now();
        assert.ok(now >= last, `seed ${seed}: ${now - last} ms`);
        assert.ok(now >= machine.steady + machine.aheadMs - machine.roundTripMs - 1);
        last = now;
      }
    }
  });
});

describe("a jump of the clock", () => {
  it("is logged once, measured while it lasts, and its end is logged (R351)", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const stop = new AbortController();
    t.after(() => stop.abort());
    const logged: unknown[] = [];
    const log = {
      error: (facts: object, text: string) => logged.push(["error", facts, text.slice(0, 21)]),
      warn: (text: string) => logged.push(["warn", text.slice(0, 24)]),
    } as unknown as FastifyBaseLogger;
    watchClock(await open(), log, stop.signal);
    const measured = () =>
      [...measures()].find(({ name }) => name === "kanaat_clock_jump_seconds")?.read();
    const round = async () => {
      pass(5 * SECOND_MS);
      t.mock.timers.tick(5 * SECOND_MS);
      await new Promise(setImmediate);
    };
    await round();
    assert.deepEqual([logged, measured()], [[], 0]);
    machine.aheadMs += 2 * HOUR_MS;
    await round();
    await round();
    assert.deepEqual(logged, [["error", { jump_s: 7200 }, "the clock has jumped "]]);
    assert.equal(measured(), 7200);
    machine.aheadMs -= 2 * HOUR_MS;
    await round();
    assert.deepEqual(logged.slice(1), [["warn", "the clock is right again"]]);
    assert.equal(measured(), 0);
    stop.abort();
    assert.equal(measured(), undefined);
  });
});
