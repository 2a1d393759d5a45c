import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  formatCompact,
  formatDate,
  formatDateTime,
  formatEnd,
  formatNumber,
  lowerCase,
  upperCase,
} from "./turkish.ts";

describe("dates", () => {
  it("have ten characters, as clocks in Istanbul have them", () => {
    assert.equal(formatDate("2026-10-29T09:00:00Z"), "29.10.2026");
    assert.equal(formatDate("2026-12-31T21:30:00Z"), "01.01.2027");
    assert.equal(formatDateTime("2026-12-31T21:30:00Z"), "01.01.2027 00:30");
  });

  it("say Süresiz where there is no end", () => {
    assert.equal(formatEnd(null), "Süresiz");
    assert.equal(formatEnd("2026-10-29T09:00:00Z"), "29.10.2026");
  });
});

describe("numbers", () => {
  it("are grouped with points and shortened with Turkish words", () => {
    assert.equal(formatNumber(12345), "12.345");
    assert.match(formatCompact(12345), /^12,3\sB$/);
  });
});

describe("letters", () => {
  it("keep the dotted and the dotless i apart", () => {
    assert.equal(upperCase("ilgi ısı"), "İLGİ ISI");
    assert.equal(lowerCase("İLGİ ISI"), "ilgi ısı");
  });
});
