import assert from "node:assert/strict";
import { test } from "node:test";
import { Email } from "./email-address.ts";

const read = (typed: string) => Email.safeParse(typed).data;

test("an address has its domain in ASCII, and letter case by ASCII rules (R249)", () => {
  for (const [typed, email] of [
    ["Ali@Ornek.COM", "ali@ornek.com"],
    ["ALI.INAN@ORNEK.COM", "ali.inan@ornek.com"],
    ["ali@örnek.com", "ali@xn--rnek-4qa.com"],
    ["ali@ÖRNEK.com", "ali@xn--rnek-4qa.com"],
    ["ali@o\u0308rnek.com", "ali@xn--rnek-4qa.com"],
    ["ali@XN--rnek-4QA.com", "ali@xn--rnek-4qa.com"],
    // Full-width letters are the same domain to every resolver.
    ["ali@ｇｍａｉｌ.com", "ali@gmail.com"],
    // These are other domains, as their Punycode shows.
    ["ali@gmaıl.com", "ali@xn--gmal-nza.com"],
    ["ali@gmаil.com", "ali@xn--gmil-63d.com"],
  ] as const) {
    assert.equal(read(typed), email, typed);
  }
});

test("letters that look like others are in no address's name (R249)", () => {
  for (const typed of [
    "alı@ornek.com",
    "ALİ@ornek.com",
    "аli@ornek.com",
    "ａｌｉ@ornek.com",
    "ali@ornek.com\u0000",
    "ali@ornek。com",
    "ali@ornek.com/x",
    "ali@ör nek.com",
    "ali＠ornek.com",
    '"ali"@ornek.com',
    "ali@[127.0.0.1]",
    "ali@１２７.0.0.1",
    "ali(yorum)@ornek.com",
    "ali@ornek.com.",
  ]) {
    assert.equal(read(typed), undefined, typed);
  }
});
