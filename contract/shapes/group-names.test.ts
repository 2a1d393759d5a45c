import assert from "node:assert/strict";
import { it } from "node:test";
import { dimensionsOf, groupName } from "./group-names.ts";
import { lookReached, nextLook, shareStep } from "./groups.ts";

const nameOf = (key: string) => groupName(key, (code) => (code === 6 ? "Ankara" : `${code}`));

it("names groups, and what small ones join to (R410)", () => {
  const names = {
    women: "Kadın",
    "man,other": "Erkek ve Diğer",
    "18-24": "18–24",
    "18-24,25-34": "18–34",
    "0-17,18-24": "24 ve altı",
    "55-64,65+": "55 ve üzeri",
    TR5: "Batı Anadolu",
    "TR8,TR9": "Batı Karadeniz ve Doğu Karadeniz",
    "TR2,TR8,TR9,none": "Diğer bölgeler",
    "6": "Ankara",
    "42,70": "Diğer iller (Batı Anadolu)",
    "6,42,70": "Bütün iller (Batı Anadolu)",
  };
  for (const [key, name] of Object.entries(names)) assert.equal(nameOf(key), name);
});

it("finds the dimensions of a group", () => {
  assert.deepEqual(dimensionsOf("man,other|0-17,18-24"), ["gender", "age"]);
  assert.deepEqual(dimensionsOf("65+|none"), ["age", "region"]);
  assert.deepEqual(dimensionsOf("42,70"), ["province"]);
});

it("has looks at 50, 100, 200, 500, 1,000, 2,000 … votes (R412)", () => {
  const looks = Array.from({ length: 5001 }, (_, votes) => lookReached(votes));
  assert.deepEqual([...new Set(looks)], [0, 50, 100, 200, 500, 1000, 2000, 5000]);
  for (const reached of new Set(looks)) assert.equal(looks.indexOf(reached), reached);
  for (const votes of looks.keys()) {
    assert.equal(nextLook(votes), Math.max(50, looks.find((look) => look > votes) ?? 10_000));
  }
});

it("shows larger groups in smaller steps, of five votes and more (R411)", () => {
  for (let voters = 50; voters < 5000; voters++) {
    const step = shareStep(voters);
    assert.equal(100 % step, 0);
    assert.ok((voters * step) / 100 >= 5, `${voters} voters`);
  }
});
