import assert from "node:assert/strict";
import { it } from "node:test";
import { personHash, personOf, searchHash, searchOf } from "./person-hash.ts";

it("keeps a person or a search in the address (R475)", () => {
  assert.equal(personOf(personHash(203)), 203);
  assert.equal(personOf("kisiler"), undefined);
  assert.equal(searchOf(searchHash("şahin & co")), "şahin & co");
  assert.equal(searchOf(searchHash("")), "");
  assert.equal(searchOf("kisiler=%"), "");
  assert.equal(searchOf(personHash(203)), "");
});
