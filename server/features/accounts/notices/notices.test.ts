import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { deleteAccount, getAccount } from "#contract/endpoints/account.ts";
import { dismissNotice } from "#contract/endpoints/notices.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";

const PRIVATE_RESULTS = "private-results";

const kanaat = await testApp({ after });

/** Inserts notices as a migration does. */
const notify = ({ id }: Person, ...notices: string[]) =>
  kanaat.db.query
    .insertInto("unseen_notices")
    .values(notices.map((notice) => ({ user_id: id, notice })))
    .execute();

const account = async ({ token }: Person) =>
  (await succeed(kanaat.call(getAccount, { token }))).item;
const namesOf = async (person: Person) =>
  (await account(person)).notices?.map(({ name }) => name) ?? [];
const dismiss = ({ token }: Person, name: string) =>
  kanaat.call(dismissNotice, { token, params: { name } });
const unseen = async ({ id }: Person) => {
  const rows = kanaat.db.query.selectFrom("unseen_notices").select("notice");
  return (await rows.where("user_id", "=", id).execute()).map(({ notice }) => notice);
};

describe("a notice of an upgrade", () => {
  it("is in the accounts concerned until it is dismissed (R377)", async () => {
    const [owner, other] = [await signUp(kanaat), await signUp(kanaat)];
    await notify(owner, PRIVATE_RESULTS);
    await notify(other, PRIVATE_RESULTS);
    const { notices } = await account(owner);
    assert.equal(notices?.length, 1);
    assert.match(notices?.[0]?.title ?? "", /Özel anketlerde sonuçlar artık 10 oydan itibaren/);
    assert.match(notices?.[0]?.text ?? "", /10 oydan önce .* en az 5 yeni oyla/);
    assert.equal((await dismiss(owner, PRIVATE_RESULTS)).status, 204);
    assert.equal("notices" in (await account(owner)), false);
    assert.deepEqual(await namesOf(other), [PRIVATE_RESULTS]);
    assert.equal((await dismiss(owner, PRIVATE_RESULTS)).status, 204, "a second time");
  });

  it("that only a newer release knows is not shown, stays, and can be dismissed (R377)", async () => {
    const person = await signUp(kanaat);
    await notify(person, "later", PRIVATE_RESULTS);
    assert.deepEqual(await namesOf(person), [PRIVATE_RESULTS]);
    await dismiss(person, PRIVATE_RESULTS);
    assert.deepEqual(await unseen(person), ["later"]);
    assert.equal("notices" in (await account(person)), false);
    assert.equal((await dismiss(person, "later")).status, 204);
    assert.deepEqual(await unseen(person), []);
  });

  it("has a name of letters, digits and hyphens", async () => {
    const person = await signUp(kanaat);
    for (const name of ["A", "a b", "a\0", "x".repeat(51)]) {
      assert.equal((await dismiss(person, name)).status, 404, JSON.stringify(name));
    }
  });

  it("is in the account's download, and is deleted with the account (R113, R114)", async () => {
    const person = await signUp(kanaat);
    await notify(person, PRIVATE_RESULTS);
    const { token, password } = person;
    const { account } = await succeed(download(kanaat, { token }));
    assert.deepEqual(
      account.notices?.map(({ name }) => name),
      [PRIVATE_RESULTS],
    );
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    assert.deepEqual(await unseen(person), []);
  });
});
