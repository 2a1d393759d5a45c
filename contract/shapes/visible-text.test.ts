import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { line, paragraphs } from "./shapes.ts";

const ONE = line(1, 100);
const MANY = paragraphs(100);
const messageOf = (text: string) => ONE.safeParse(text).error?.issues[0]?.message;

describe("a text", () => {
  it("keeps emoji of every kind (R165)", () => {
    const emoji = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 ve 🏴󠁵󠁳󠁣󠁡󠁿", "👩🏽‍🚀", "🏳️‍🌈", "❤️‍🔥", "1️⃣", "🇹🇷", "🫱🏻‍🫲🏿", "☺︎", "می‌خواهم"];
    for (const text of emoji) assert.equal(ONE.parse(text), text);
  });

  it("loses what is harmless and unseen, and has spaces for tabs (R165)", () => {
    const pasted: Record<string, string> = {
      "Çay\tKahve": "Çay Kahve",
      "\ufeffHangi takım?\u200b": "Hangi takım?",
      "bil\u00adgi\u00adsayar": "bilgisayar",
      "\u200eAli\u200f": "Ali",
      "A\u2060B\u2063": "AB",
      "bir\r\niki": "bir iki",
      "bir\u2028iki\n": "bir iki",
    };
    for (const [text, kept] of Object.entries(pasted)) assert.equal(ONE.parse(text), kept);
    assert.equal(MANY.parse("bir\tiki\r\nüç\u2028dört\u200b\n"), "bir iki\nüç\ndört");
  });

  it("that only seems to be there is empty (R165)", () => {
    for (const text of ["\u200b", "\u00ad \ufeff", "\t"]) {
      assert.equal(messageOf(text), "Bu alan boş bırakılamaz.");
    }
  });

  it("is refused with what may mislead, and says where (R165)", () => {
    const behind = (word: string) =>
      `“${word}” sözünden hemen sonra görünmeyen bir karakter var; orayı silip yeniden yazın.`;
    assert.equal(messageOf("Hangi\u202e takım?"), behind("Hangi"));
    assert.equal(messageOf("Bu yılın en iyi takımı\u2066 hangisi?"), behind("n en iyi takımı"));
    assert.equal(messageOf("Bu\t🏴󠁧󠁢󠁥󠁮󠁧󠁿\u0000"), behind("Bu 🏴󠁧󠁢󠁥󠁮󠁧󠁿"));
    assert.match(messageOf("\u202eHangi takım?") ?? "", /^Metnin başında/);
    const misleading = ["\u2069", "\ud83d", "\ue000", "\ufffd", "\u206a", "\u{e0001}", "\u001b"];
    for (const one of misleading) assert.ok(messageOf(`a${one}b`), escape(one));
    // Invisible letters, which a flag does not make acceptable.
    const hidden = [..."gizli metin"].map((one) =>
      String.fromCodePoint(0xe0000 + one.charCodeAt(0)),
    );
    assert.ok(messageOf(`a${hidden.join("")}`));
    assert.ok(messageOf(`🏴${hidden.join("")}\u{e007f}`));
  });
});
