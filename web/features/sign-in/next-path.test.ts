import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextPath } from "#web/features/sign-in/next-path.ts";

describe("the way after signing in", () => {
  it("goes to a path of this site, with its search and hash", () => {
    assert.equal(nextPath("/surveys/7?davet=abc#sonuclar"), "/surveys/7?davet=abc#sonuclar");
  });

  for (const evil of [
    "//evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "evil",
    "",
    undefined,
    ["/surveys"],
  ]) {
    it(`never leaves the site: ${JSON.stringify(evil)} (R12)`, () => {
      assert.equal(nextPath(evil), "/account");
    });
  }

  it("does not lead in a circle (R265)", () => {
    assert.equal(nextPath("/login?next=/login"), "/account");
    assert.equal(nextPath("/login/callback/google?code=1"), "/account");
  });
});
