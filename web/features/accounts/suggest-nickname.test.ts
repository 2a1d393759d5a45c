import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Nickname } from "#contract/endpoints/account.ts";
import { nicknameCandidates } from "./suggest-nickname.ts";

describe("nicknames made of a name", () => {
  for (const [name, nickname] of [
    ["Işıl Çağ", "isil_cag"],
    ["İBRAHİM ÖĞÜT", "ibrahim_ogut"],
    ["Şükrü Ünal-Gök", "sukru_unal_gok"],
    ["  Lâle   O’Neil ", "lale_o_neil"],
  ] as const) {
    it(`"${name}" becomes ${nickname}`, () => assert.equal(nicknameCandidates(name)[0], nickname));
  }

  it("are nicknames, each another one, however long the name is (R199)", () => {
    const candidates = nicknameCandidates("Abdurrahmangazi Karahasanoğullarından Değirmencioğlu");
    assert.equal(new Set(candidates).size, candidates.length);
    for (const candidate of candidates) assert.ok(Nickname.safeParse(candidate).success, candidate);
  });

  it("are none where the name has no Latin letters", () => {
    assert.deepEqual(nicknameCandidates("Мария Иванова"), []);
  });
});
