import assert from "node:assert/strict";
import { it } from "node:test";
import { createSealer } from "./sealer.ts";

it("what is sealed opens with the same secret for the same purpose alone (R260)", () => {
  const sealer = createSealer("bir-sır");
  const sealed = sealer.seal("GİZLİ ğ", "totp 5");
  assert.equal(createSealer("bir-sır").open(sealed, "totp 5"), "GİZLİ ğ");
  assert.throws(() => sealer.open(sealed, "totp 6"));
  assert.throws(() => createSealer("başka-sır").open(sealed, "totp 5"));
  const bytes = Buffer.from(sealed, "base64url");
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => sealer.open(changed.toString("base64url"), "totp 5"), `byte ${at}`);
  }
  for (const cut of ["", sealed.slice(0, 20), sealed.slice(0, -4)]) {
    assert.throws(() => sealer.open(cut, "totp 5"));
  }
  assert.notEqual(sealer.seal("GİZLİ ğ", "totp 5"), sealed);
  assert.ok(!Buffer.from(sealed, "base64url").toString().includes("GİZLİ"));
});
