import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { areAlike, isTelling, sharedTraits, type Traits, trigramsOf } from "./similarity.ts";

const NOW = Date.parse("2026-11-20T07:00:00Z");
const questions = (...texts: string[]) => texts.map(trigramsOf);
const areSame = (one: string, other: string) => areAlike(trigramsOf(one), trigramsOf(other));
const traits = (changes: Partial<Traits> = {}): Traits => ({
  ...{ created_at: NOW, nickname: "defne", email: "defne@gmail.com" },
  ...{ network: null, questions: [] },
  ...changes,
});

describe("what accounts share", () => {
  it("is the hour, the form of the nickname, a rare domain and a question (R697)", () => {
    const one = traits({
      nickname: "kedi4711",
      email: "a@ciftlik.example",
      questions: questions("Çay mı?"),
    });
    const other = traits({
      ...{ created_at: NOW + HOUR_MS, nickname: "kopek1234", email: "b@ciftlik.example" },
      questions: questions("Kahve mi?", "ÇAY MI !"),
    });
    assert.deepEqual(sharedTraits(one, other), ["hour", "domain", "question"]);
    const later = traits({ created_at: NOW + HOUR_MS + 1, nickname: "kedi900" });
    assert.deepEqual(sharedTraits(one, later), ["nickname"]);
    assert.deepEqual(sharedTraits(one, { ...later, nickname: "kuzu0815" }), ["nickname"]);
  });

  it("is the network where that is known, which alone lists nobody (R429)", () => {
    const [one, other] = [traits({ network: 7 }), traits({ created_at: 0, network: 7 })];
    assert.deepEqual(sharedTraits(one, other), ["network"]);
    assert.deepEqual(sharedTraits(one, { ...other, network: 8 }), []);
    assert.deepEqual(sharedTraits(traits(), traits({ created_at: 0 })), []);
    assert.ok(!isTelling(["network"]));
    assert.ok(isTelling(["network", "nickname"]));
  });

  it("is no domain of everybody, and no ordinary nickname", () => {
    const [one, other] = [traits(), traits({ nickname: "elif34", email: "elif@gmail.com" })];
    assert.deepEqual(sharedTraits(one, other), ["hour"]);
  });

  it("lists an account by a question, or by two of the others (R697)", () => {
    assert.ok(isTelling(["question"]));
    assert.ok(isTelling(["hour", "nickname"]));
    assert.ok(!isTelling(["hour"]));
    assert.ok(!isTelling([]));
  });
});

describe("two questions", () => {
  it("are alike where few letters differ (R697)", () => {
    assert.ok(areSame("Seçimde kime oy vereceksiniz?", "Seçimde kime oy vereceksiniz ??"));
    assert.ok(areSame("Bu seçimde kime oy vereceksiniz?", "Bu seçimde kime oy vereceksin?"));
    assert.ok(!areSame("Seçimde kime oy vereceksiniz?", "Kahvaltıda ne yersiniz?"));
    assert.ok(!areSame("İyi mi?", "Kötü mü?"));
  });
});
