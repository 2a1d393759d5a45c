import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ApiError } from "#server/errors.ts";
import { hashToken } from "#server/secret/tokens.ts";
import { createEventStreams } from "./event-streams.ts";

const tokenOf = (name: string) => name.padEnd(43, "-");

/** Streams without a server; a test decides which sessions there are. */
function standIn(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const listeners: ((tokenHash: string | null) => void)[] = [];
  const expiryOf = t.mock.fn(async (): Promise<number> => 10_000);
  const streams = createEventStreams({
    sessions: {
      ...{ expiryOf, known: () => null },
      onForgotten: (listener) => void listeners.push(listener),
    },
    backgroundTasks: new AbortController(),
    now: () => clock.now,
  });
  const clock = { now: 0 };
  const forget = async (name: string | null) => {
    for (const listener of listeners) listener(name && hashToken(tokenOf(name)));
    await turn();
  };
  const passSecond = async () => {
    clock.now += 1000;
    t.mock.timers.tick(1000);
    await turn();
  };
  const open = (name: string | null) => {
    const [end, nothing] = [t.mock.fn(), t.mock.fn()];
    const raw = { writeHead: nothing, flushHeaders: nothing, on: nothing, write: nothing, end };
    const headers = name ? { authorization: `Bearer ${tokenOf(name)}` } : {};
    const request = { raw: { headers, rawHeaders: Object.entries(headers).flat() } };
    const reply = { raw, hijack: nothing, getHeaders: nothing };
    streams.open(name ? ({ id: 1 } as never) : null, request as never, reply as never);
    return { hasEnded: () => end.mock.callCount() > 0 };
  };
  return { open, expiryOf, forget, passSecond };
}

const ended = () => Promise.reject<number>(new ApiError("invalid_token"));
const away = () => Promise.reject<number>(new Error("The database is away."));

describe("open streams", () => {
  it("end when their session ends, and with no other session (R418)", async (t) => {
    const { open, expiryOf, forget } = standIn(t);
    const [one, two, visitor] = [open("one"), open("two"), open(null)];
    await turn();
    expiryOf.mock.mockImplementation(ended);
    await forget("one");
    assert.deepEqual(
      [one, two, visitor].map(({ hasEnded }) => hasEnded()),
      [true, false, false],
    );
  });

  it("go on when their session was only read again (R418)", async (t) => {
    const { open, forget } = standIn(t);
    const one = open("one");
    await forget("one");
    assert.equal(one.hasEnded(), false);
  });

  it("end in the second in which their session expires (R418)", async (t) => {
    const { open, passSecond } = standIn(t);
    const [one, visitor] = [open("one"), open(null)];
    for (let second = 0; second < 9; second++) await passSecond();
    assert.equal(one.hasEnded(), false);
    await passSecond();
    assert.deepEqual([one.hasEnded(), visitor.hasEnded()], [true, false]);
  });

  it("end if their session ended while they were opened (R418)", async (t) => {
    const { open, expiryOf } = standIn(t);
    expiryOf.mock.mockImplementation(ended);
    const one = open("one");
    await turn();
    assert.equal(one.hasEnded(), true);
  });

  it("end in the next second where the notice of the end was missed, or later if the database is away then (R418)", async (t) => {
    const { open, expiryOf, forget, passSecond } = standIn(t);
    const one = open("one");
    await turn();
    expiryOf.mock.mockImplementation(away);
    await forget(null);
    for (let second = 0; second < 3; second++) await passSecond();
    assert.equal(one.hasEnded(), false);
    expiryOf.mock.mockImplementation(ended);
    await passSecond();
    assert.equal(one.hasEnded(), true);
  });
});
