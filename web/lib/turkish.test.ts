import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { TIME_ZONE } from "#contract/limits.ts";
import {
  formatDate,
  formatDateTime,
  formatEnd,
  formatNumber,
  formatTimeLeft,
  istanbulClock,
} from "./turkish.ts";

describe("dates", () => {
  it("have ten characters, as clocks in Istanbul have them (R152)", () => {
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
    for (let at = Date.now(); at < Date.now() + 30 * 366 * DAY_MS; at += 7 * DAY_MS) {
      assert.equal(istanbulClock(at), clock.format(at).replace(" ", "T"));
    }
  });

  it("say Süresiz where there is no end (R43)", () => {
    assert.equal(formatEnd(null), "Süresiz");
    assert.equal(formatEnd("2026-10-29T09:00:00Z"), "Bitiş: 29.10.2026");
  });
});

describe("the time left", () => {
  it("is given in whole units while the end is near, then by its date", () => {
    const now = Date.parse("2026-10-29T09:00:00Z");
    const endingIn = (ms: number) => formatTimeLeft(new Date(now + ms).toISOString(), now);
    assert.equal(endingIn(20.4 * DAY_MS), "20 gün kaldı");
    assert.equal(endingIn(DAY_MS), "1 gün kaldı");
    assert.equal(endingIn(DAY_MS - 1), "23 saat kaldı");
    assert.equal(endingIn(59.5 * MINUTE_MS), "59 dakika kaldı");
    assert.equal(endingIn(HOUR_MS), "1 saat kaldı");
    assert.equal(endingIn(1000), "1 dakikadan az kaldı");
    assert.equal(endingIn(0), "Bitiş: 29.10.2026");
    assert.equal(endingIn(61 * DAY_MS), "Bitiş: 29.12.2026");
    assert.equal(formatTimeLeft(null, now), "Süresiz");
  });

  it("return until when they are true", () => {
    const now = Date.parse("2026-10-29T09:00:00Z");
    for (const left of [
      1,
      MINUTE_MS - 1,
      MINUTE_MS,
      5.5 * MINUTE_MS,
      HOUR_MS,
      3 * HOUR_MS,
      DAY_MS,
      60 * DAY_MS,
      61 * DAY_MS,
    ]) {
      const iso = new Date(now + left).toISOString();
      const moments: number[] = [];
      const words = formatTimeLeft(iso, now, (moment) => moments.push(moment));
      const [changesAt = 0] = moments;
      assert.equal(moments.length, 1, words);
      assert.equal(formatTimeLeft(iso, changesAt - 1), words);
      assert.notEqual(formatTimeLeft(iso, changesAt), words);
    }
    for (const iso of [null, "2026-10-29T08:59:59Z"]) {
      formatTimeLeft(iso, now, () => assert.fail("nothing will change"));
    }
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
