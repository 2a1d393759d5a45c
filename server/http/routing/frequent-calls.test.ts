import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { logout } from "#contract/endpoints/account.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signIn, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const owner = await signUp(kanaat);
const open = await publishSurvey(kanaat, owner);
const secret = await publishSurvey(kanaat, owner, { visibility: "private" });
const other = await signUp(kanaat);

/** Without a query a call may run without the framework; with one it never does. */
async function bothWays(path: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "same" };
  const ways = [path, `${path}?`].map(async (url) => {
    const { statusCode, headers: sent, body } = await ask(kanaat.app, { url, headers });
    return { statusCode, sent: { ...sent, date: "" }, body };
  });
  return Promise.all(ways);
}

describe("a call that runs without the framework", () => {
  const surveys = { public: open.id, private: secret.id, missing: 999_999 };
  const paths = Object.entries(surveys).flatMap(([name, id]) =>
    ["", "/responses/result", "/responses/status"].map((rest) => ({
      name: `a ${name} survey${rest}`,
      path: `/api/auth/surveys/${id}${rest}`,
    })),
  );
  paths.push({ name: "the unread count", path: "/api/auth/account/notifications/unread-count" });
  paths.push({ name: "the account", path: "/api/auth/account/my" });
  paths.push({ name: "a malformed id", path: "/api/auth/surveys/12a/responses/status" });

  for (const { name, path } of paths) {
    it(`responds as the framework does: ${name} (R171)`, async () => {
      for (const { token } of [owner, other]) {
        const [one, framework] = await bothWays(path, token);
        assert.deepEqual(one, framework);
      }
    });
  }

  it("is refused at once after its session has ended", async () => {
    const { token } = await signIn(kanaat, other);
    const path = "/api/auth/account/my";
    assert.deepEqual(
      (await bothWays(path, token)).map(({ statusCode }) => statusCode),
      [200, 200],
    );
    await kanaat.call(logout, { token });
    assert.deepEqual(
      (await bothWays(path, token)).map(({ statusCode }) => statusCode),
      [401, 401],
    );
  });
});
