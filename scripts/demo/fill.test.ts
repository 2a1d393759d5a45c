import assert from "node:assert/strict";
import { test } from "node:test";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { readConfig } from "#server/config/config.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { createInstance } from "#testing/instance.ts";
import { signIn } from "#testing/people.ts";
import { fillDemo } from "./fill.ts";
import { DEMO_PASSWORD } from "./people.ts";
import { demoSurveys } from "./surveys.ts";

test("the demo is filled through the API, in the past", async (t) => {
  const instance = await createInstance("sqlite");
  t.after(() => instance.atEnd.disposeAsync());
  const now = Date.parse("2026-06-01T12:00:00Z");
  const chosen = [/^Menemen/, /^Ekip/, /^Yeni yıla/];
  const surveys = demoSurveys.filter(({ question }) =>
    chosen.some((start) => start.test(question)),
  );
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), ...instance };
  await fillDemo(config, { people: 14, surveys, now });

  const clock = new TestClock();
  clock.set(now);
  const api = await testApp(t, { instance, clock });
  const { items } = (await api.call(listSurveys)).body;
  assert.deepEqual(
    items.map(({ question, start_time }) => [question, start_time < "2026-05-20"]),
    [["Menemen soğanlı mı olur, soğansız mı?", true]],
    "the private and the scheduled one are in no list",
  );
  const [menemen] = items;
  const results = await api.call(getResults, { params: { id: menemen?.id ?? 0 } });
  assert.ok(results.body.items.reduce((sum, { count }) => sum + count, 0) > 5);
  const { token } = await signIn(api, { email: "elifkaya@example.com", password: DEMO_PASSWORD });
  const params = { id: menemen?.id ?? 0 };
  const { item } = (await api.call(getSurvey, { token, params })).body;
  assert.equal(item.user.nickname, "elifkaya");
});
