import assert from "node:assert/strict";
import { test } from "node:test";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { Challenge } from "#contract/endpoints/challenge.ts";
import { solve } from "./proof-solver.ts";

test("a proof is the same with the browser's own cryptography and without (R259)", async (t) => {
  const secrets = { hmacSignatureSecret: "bir", hmacKeySignatureSecret: "iki" };
  const challenge = Challenge.parse(
    await createChallenge({
      algorithm: "PBKDF2/SHA-256",
      cost: 20,
      counter: 7,
      deriveKey,
      data: { for: "register", units: 1, expires: 1 },
      ...secrets,
    }),
  );
  const solved = async () => JSON.parse(atob(await solve(challenge)));
  const fast = await solved();
  t.mock.getter(crypto, "subtle", () => undefined);
  const slow = await solved();
  t.mock.reset();
  assert.deepEqual(slow.solution.derivedKey, fast.solution.derivedKey);
  for (const { challenge, solution } of [fast, slow]) {
    assert.equal(solution.counter, 7);
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    assert.equal(verified, true);
  }
});
