import assert from "node:assert/strict";
import { it } from "node:test";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { recordVersion } from "./installed-version.ts";

it("the first start of a newer version names the release notes once (R376)", async (t) => {
  const kanaat = await testApp(t);
  const { db } = kanaat;
  assert.equal(await recordVersion(db, "99.2.0"), undefined);
  await signUp(kanaat);
  assert.equal(await recordVersion(db, "99.2.0"), undefined);
  assert.match((await recordVersion(db, "99.10.0")) ?? "", /Upgraded to 99\.10\.0: CHANGELOG\.md/);
  assert.equal(await recordVersion(db, "99.10.0"), undefined);
  assert.equal(await recordVersion(db, "99.9.1"), undefined);
});

it("an installation from before versions were recorded is upgraded too, a new one is not (R376)", async (t) => {
  const kanaat = await testApp(t);
  const forget = () =>
    kanaat.db.query.deleteFrom("installation").where("name", "=", "version").execute();
  await forget();
  assert.equal(await recordVersion(kanaat.db, "99.2.0"), undefined);
  await signUp(kanaat);
  await forget();
  assert.match((await recordVersion(kanaat.db, "99.2.0")) ?? "", /Before you upgrade/);
});
