import assert from "node:assert/strict";
import { test } from "node:test";
import { OPTION_ORDER_SCRIPT } from "./option-order.ts";

/** A browser that keeps `seed`; undefined: one that stores nothing. */
function browser(seed: number | undefined) {
  const kept = new Map<string, string>(seed === undefined ? [] : [["option-order", `${seed}`]]);
  const window: Partial<Window> = {};
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: unknown) {
      if (seed === undefined) throw new DOMException("denied");
      kept.set(key, `${value}`);
    },
  };
  new Function("self", "localStorage", OPTION_ORDER_SCRIPT)(window, localStorage);
  const order = window.optionOrder ?? (() => []);
  return { order, kept };
}

test("a browser keeps one order of a survey's options, with and without storage (R600)", () => {
  const fresh = browser(0);
  const order = fresh.order(7, 20);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, at) => at),
  );
  assert.deepEqual(fresh.order("7", 20), order);
  assert.deepEqual(browser(Number(fresh.kept.get("option-order"))).order(7, 20), order);
  assert.notDeepEqual(fresh.order(8, 20), order);
  const closed = browser(undefined);
  assert.deepEqual(closed.order(7, 20), closed.order(7, 20));
});

test("each option stands at each place equally often (R600)", () => {
  const BROWSERS = 6000;
  const OPTIONS = 4;
  for (const survey of [1, 40_000]) {
    const counts = Array.from({ length: OPTIONS }, () => Array.from({ length: OPTIONS }, () => 0));
    for (let seed = 1; seed <= BROWSERS; seed++) {
      for (const [place, at] of browser(seed * 65_537)
        .order(survey, OPTIONS)
        .entries()) {
        const row = counts[at] ?? [];
        row[place] = (row[place] ?? 0) + 1;
      }
    }
    const expected = BROWSERS / OPTIONS;
    const deviation = Math.sqrt(expected * (1 - 1 / OPTIONS));
    for (const count of counts.flat()) assert.ok(Math.abs(count - expected) < 4.5 * deviation);
  }
});
