import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonicalAddress } from "./canonical-address.ts";

describe("an address", () => {
  it("is one with all spellings that reach its mailbox (R211)", () => {
    for (const [written, canonical] of [
      ["Ali.Veli@Ornek.com", "ali.veli@ornek.com"],
      ["ali+anket@ornek.com", "ali@ornek.com"],
      ["ali+a+b@ornek.com", "ali@ornek.com"],
      ["+ali@ornek.com", "+ali@ornek.com"],
      ["ALI@ornek.com", "ali@ornek.com"],
      ["a.l.i+1@gmail.com", "ali@gmail.com"],
      ["A.Li@GoogleMail.com", "ali@gmail.com"],
      ["ali.veli@proton.me", "aliveli@proton.me"],
      ["ali_veli@protonmail.com", "aliveli@proton.me"],
      ["ali@mac.com", "ali@icloud.com"],
      ["a.li@icloud.com", "a.li@icloud.com"],
      ["ali-veli@yandex.com.tr", "ali-veli@yandex.com"],
      ["ali.veli@ya.ru", "ali-veli@yandex.com"],
      ["aliveli@ya.ru", "aliveli@yandex.com"],
      ["a.li@notgmail.com", "a.li@notgmail.com"],
      ["a.li@gmail.com.tr", "a.li@gmail.com.tr"],
    ] as const) {
      assert.equal(canonicalAddress(written), canonical, written);
    }
  });
});
