import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isReceipt, RECEIPT, readReceipt, receiptOf } from "./receipt-codes.ts";

const bytes = fc.uint8Array({ minLength: 10, maxLength: 32 });
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

describe("a receipt", () => {
  it("is four groups of four digits, the same for the same bytes (R287)", () => {
    assert.equal(receiptOf(new Uint8Array(10)), "0000-0000-0000-0000");
    assert.equal(
      receiptOf(Uint8Array.from([0xff, 0, 0xff, 1, 2, 3, 4, 5, 6, 7])),
      receiptOf(Uint8Array.from([0xff, 0, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9])),
    );
    fc.assert(
      fc.property(bytes, (some) => {
        const receipt = receiptOf(some);
        assert.match(receipt, RECEIPT);
        assert.ok(isReceipt(receipt));
      }),
    );
  });

  it("distinguishes 75 bits of the bytes (R287)", () => {
    fc.assert(
      fc.property(bytes, fc.nat({ max: 74 }), (some, bit) => {
        const other = some.map((byte, i) => (i === bit >> 3 ? byte ^ (128 >> (bit & 7)) : byte));
        assert.notEqual(receiptOf(some), receiptOf(other));
      }),
    );
  });

  it("is read as people write it (R287)", () => {
    fc.assert(
      fc.property(bytes, (some) => {
        const receipt = receiptOf(some);
        const ways = [
          receipt.toLowerCase(),
          receipt.replaceAll("-", ""),
          receipt.replaceAll("-", " "),
          ` ${receipt.replaceAll("-", "–")}\n`,
          receipt.replaceAll("1", "l").replaceAll("0", "o"),
          receipt.replaceAll("1", "İ").toLocaleLowerCase("tr").replaceAll("i̇", "ı"),
          receipt.replaceAll("1", "ı"),
        ];
        for (const way of ways) assert.equal(readReceipt(way), receipt, way);
      }),
    );
  });

  it("with a wrong digit is refused (R287)", () => {
    fc.assert(
      fc.property(bytes, fc.nat({ max: 15 }), fc.nat({ max: 30 }), (some, at, step) => {
        const digits = receiptOf(some).replaceAll("-", "");
        const wrong = DIGITS[(DIGITS.indexOf(digits[at] ?? "") + 1 + step) % 32];
        assert.equal(readReceipt(digits.slice(0, at) + wrong + digits.slice(at + 1)), null);
      }),
    );
    for (const text of [
      "",
      "çay",
      "0000-0000-0000",
      "0000-0000-0000-00000",
      "U000-0000-0000-0000",
    ]) {
      assert.equal(readReceipt(text), null);
    }
    assert.equal(isReceipt("0000000000000000"), false);
  });
});
