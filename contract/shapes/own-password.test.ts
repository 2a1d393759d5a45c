import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isOwnPassword } from "./own-password.ts";

const owner = { name: "Işıl Çağ Öztürk", nickname: "isil_34", email: "i.ozturk7@ornek.com" };

describe("a new password", () => {
  it("is not the person's name, nickname or address, nor parts of them with little besides (R34)", () => {
    for (const password of [
      "ışıl1990",
      "ISIL-1990!",
      "İSİL_34",
      "işıl çağ öztürk",
      "ozturk.isil.cag",
      "ÖZTÜRK",
      "1öztürk1öztürk",
      "xozturk7y",
      "i.ozturk7@ornek.com",
      "iozturk7ornekcom",
      "Ozturk7!!",
    ]) {
      assert.ok(isOwnPassword(password, owner), password);
    }
  });

  it("may hold a part of them, with other words (R34)", () => {
    for (const password of [
      "ışıl-deniz-gel",
      "öztürkçe-kelime",
      "gizli-sifre-1",
      "cagrisim",
      "34ornek",
    ]) {
      assert.ok(!isOwnPassword(password, owner), password);
    }
  });

  it("is not measured by names of two letters", () => {
    assert.ok(!isOwnPassword("su-2026", { name: "Su", nickname: "su_1", email: "a@ornek.com" }));
    assert.ok(!isOwnPassword("123456", { name: "", nickname: "", email: "" }));
  });
});
