import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, updateAccount } from "#contract/endpoints/account.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { PROOF, registrationForm, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

/** In words that nothing else contains; "yokolan" stands for them below. */
const SIGNS = /yokolan/gi;

describe("SQLite's files", () => {
  it("hold nothing of a deleted account within minutes (R426)", async (t) => {
    const instance = await createInstance("sqlite");
    t.after(() => instance.atEnd.disposeAsync());
    const kanaat = await testApp(t, { instance });
    const neighbour = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, neighbour);
    const nickname = `yokolan_${registrationForm().nickname.slice(-8)}`;
    const person = await signUp(kanaat, { nickname, email: `${nickname}@ornek.com` });
    const { token } = person;
    const biography = "Yokolan biri.";
    await succeed(kanaat.call(updateAccount, { token, body: { biography } }));
    await publishSurvey(kanaat, person, {
      question: "Yokolan soru mu?",
      options: ["Yokolan", "b"],
    });
    await voteFor(kanaat, person, survey, 0);
    const found = async () => {
      const names = (await readdir(instance.dataDir)).filter((name) => /sqlite/.test(name));
      const files = names.map((name) => readFile(join(instance.dataDir, name), "latin1"));
      return (await Promise.all(files)).flatMap((text) => text.match(SIGNS) ?? []).length;
    };
    assert.ok((await found()) > 5);
    await succeed(kanaat.call(deleteAccount, { token, body: PROOF }));
    for (let minute = 0; minute < 3; minute++) {
      kanaat.clock.advance(MINUTE_MS);
      await kanaat.runMaintenance();
    }
    assert.equal(await found(), 0);
  });
});
