import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { openDatabase } from "#server/db/open.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { distant } from "#testing/distant.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

/** In each direction; a round trip takes twice as long, and a new connection several of these. */
const DELAY_MS = 100;

// SQLite runs inside the process.
if (process.env.TEST_ENGINE === "postgres") {
  it("a database 200 ms away is opened, voted on and seen as ready (R315)", async (t) => {
    const instance = await createInstance("postgres", process.env.TEST_TEMPLATE);
    t.after(() => instance.atEnd.disposeAsync());
    // Creating the tables takes several hundred round trips.
    await (await openDatabase(instance)).close();
    const link = await linkTo(t, instance.databaseUrl ?? "");
    const kanaat = await testApp(t, {
      instance: { ...instance, databaseUrl: link.url },
      longestWaitMs: null,
    });
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await voteFor(kanaat, owner, survey, 0);
    const readiness = async () => JSON.parse((await ask(kanaat.app, { url: "/readyz" })).body);
    while ((await readiness()).database !== "ok") await sleep(50);
    assert.deepEqual(await readiness(), { status: "ready", database: "ok" });
    link.cut();
    while ((await readiness()).database === "ok") await sleep(50);
  });

  it("a call is refused where the link is cut and the listener has another: not_ready (R390)", async (t) => {
    const instance = await createInstance("postgres", process.env.TEST_TEMPLATE);
    t.after(() => instance.atEnd.disposeAsync());
    const link = await linkTo(t, instance.databaseUrl ?? "", 0);
    const kanaat = await testApp(t, {
      instance: { ...instance, databaseUrl: link.url },
      config: { databaseDirectUrl: instance.databaseUrl },
      longestWaitMs: 1200,
    });
    let id = 0;
    const read = async () => {
      id += 1;
      return (await kanaat.call(getSurvey, { params: { id } })).problem.code;
    };
    assert.equal(await read(), "survey_not_found");
    link.cut();
    assert.equal(await read(), "not_ready");
    link.heal();
    while ((await read()) !== "survey_not_found") await sleep(50);
  });
}

async function linkTo(t: TestContext, address: string, delayMs = DELAY_MS) {
  const { hostname: host, port } = new URL(address);
  const link = await distant({ host, port: Number(port) }, delayMs);
  t.after(() => link.close());
  const url = Object.assign(new URL(address), { port: link.port }).href;
  return { ...link, url };
}
