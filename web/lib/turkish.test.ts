import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TIME_ZONE } from "#contract/limits.ts";
import { formatDate, formatDateTime, formatEnd, formatNumber, istanbulClock } from "./turkish.ts";

describe("dates", () => {
  it("have ten characters, as clocks in Istanbul have them", () => {
    assert.equal(formatDate("2026-10-29T09:00:00Z"), "29.10.2026");
    assert.equal(formatDate("2026-12-31T21:30:00Z"), "01.01.2027");
    assert.equal(formatDateTime("2026-12-31T21:30:00Z"), "01.01.2027 00:30");
  });

  it("are what the zone's own rules say, for the next thirty years", () => {
    const clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone: TIME_ZONE,
      dateStyle: "short",
      timeStyle: "short",
    });
    const day = 86_400_000;
    for (let at = Date.now(); at < Date.now() + 30 * 366 * day; at += 7 * day) {
      assert.equal(istanbulClock(at), clock.format(at).replace(" ", "T"));
    }
  });

  it("say Süresiz where there is no end", () => {
    assert.equal(formatEnd(null), "Süresiz");
    assert.equal(formatEnd("2026-10-29T09:00:00Z"), "29.10.2026");
  });
});

describe("numbers", () => {
  it("are grouped with points", () => {
    const grouped = new Intl.NumberFormat("tr-TR");
    for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_234_567, 10_000_000]) {
      assert.equal(formatNumber(value), grouped.format(value));
    }
  });
});
