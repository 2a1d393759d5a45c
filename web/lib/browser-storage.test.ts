import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { BrowserStorage } from "./browser-storage.ts";

/** Installs a storage in place of the browser's. */
function withStorage(storage: object | undefined): BrowserStorage {
  Object.assign(globalThis, { window: { localStorage: storage } });
  return new BrowserStorage("localStorage");
}

afterEach(() => Reflect.deleteProperty(globalThis, "window"));

const refuse = () => {
  throw new Error("refused");
};

describe("what the browser's storage does not take", () => {
  const broken = {
    "that is missing": undefined,
    "that throws": { getItem: refuse, setItem: refuse, removeItem: refuse },
    "that takes nothing": { getItem: () => null, setItem: () => null, removeItem: () => null },
  };
  for (const [how, storage] of Object.entries(broken)) {
    it(`is kept in memory, with a storage ${how} (R243)`, () => {
      const kept = withStorage(storage);
      kept.set("a", "1");
      assert.equal(kept.get("a"), "1");
      assert.ok(kept.keys().includes("a"));
      kept.remove("a");
      assert.equal(kept.get("a"), null);
      assert.ok(!kept.keys().includes("a"));
    });
  }

  it("is gone when it is removed, though the storage still has it (R243)", () => {
    const kept = withStorage({ a: "1", getItem: () => "1", setItem: refuse, removeItem: refuse });
    assert.equal(kept.get("a"), "1");
    kept.remove("a");
    assert.equal(kept.get("a"), null);
    kept.set("a", "2");
    assert.equal(kept.get("a"), "2");
  });
});
