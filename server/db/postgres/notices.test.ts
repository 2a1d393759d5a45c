import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createNotices } from "./notices.ts";

/** Notices that are sent but do not come back while `isDeaf`. */
function notices(t: TestContext, { isDeaf = false } = {}) {
  const state = { isDeaf, missed: 0, sent: [] as string[][], told: [] as string[] };
  const heard: [string, string][] = [];
  const own = createNotices({
    send: async (texts) => {
      const [channel] = JSON.parse(texts[0] ?? "[]");
      if (channel !== "heard") state.sent.push([...texts]);
      await Promise.resolve();
      if (state.isDeaf) return;
      for (const text of texts) own.heard(...(JSON.parse(text) as [string, string]));
    },
    emit: (...notice) => heard.push(notice),
    missed: () => {
      state.missed += 1;
    },
    tell: (text) => state.told.push(text),
  });
  t.after(() => own.close());
  return { own, heard, state };
}

describe("a server and its notices", () => {
  it("treats nothing as missed while it receives its own notices (R283)", async (t) => {
    const { state } = notices(t);
    await sleep(10);
    const before = state.missed;
    await sleep(2500);
    assert.equal(state.missed, before);
  });

  it("treats everything as missed while it does not receive its own notices (R283)", async (t) => {
    const { state } = notices(t, { isDeaf: true });
    while (state.missed < 3) await sleep(50);
    state.isDeaf = false;
    let before = -1;
    while (before !== state.missed) {
      before = state.missed;
      await sleep(2000);
    }
  });

  it("concludes nothing from a pause of its own process (R391)", async (t) => {
    const { state } = notices(t);
    await sleep(10);
    const before = state.missed;
    const now = performance.now.bind(performance);
    t.mock.method(performance, "now", () => now() + 20_000);
    await sleep(1200);
    assert.deepEqual([state.missed, state.told], [before, []]);
  });

  it("notifies its own listeners of what it cannot receive (R283)", async (t) => {
    const { own, heard } = notices(t, { isDeaf: true });
    own.soon("notified", "7");
    assert.deepEqual(heard, [["notified", "7"]]);
  });

  it("gathers what repeats, each once, to one commit a second (R283)", async (t) => {
    const { own, heard, state } = notices(t);
    await sleep(10);
    own.soon("notified", "1");
    while (state.sent.length < 1) await sleep(5);
    for (const id of ["2", "3", "2"]) own.soon("notified", id);
    while (state.sent.length < 2) await sleep(5);
    assert.deepEqual(
      state.sent.map((texts) => texts.map((text) => JSON.parse(text)[1])),
      [["1"], ["2", "3"]],
    );
    assert.deepEqual(
      heard.map(([, payload]) => payload),
      ["1", "2", "3"],
    );
  });

  it("sends waiting notices before it ends", async () => {
    const sent: string[] = [];
    const nothing = () => undefined;
    const own = createNotices({
      send: async (texts) => void sent.push(...texts),
      emit: nothing,
      missed: nothing,
      tell: nothing,
    });
    own.soon("notified", "1");
    await own.close();
    assert.ok(sent.includes('["notified","1"]'));
  });
});
