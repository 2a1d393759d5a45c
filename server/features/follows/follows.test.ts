import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import {
  followPerson,
  followPersonByGet,
  getFollowStatus,
  getMyFollowerCount,
  getMyFollowingCount,
  getUserFollowerCount,
  getUserFollowingCount,
  unfollowPerson,
} from "#contract/endpoints/follows.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";

const kanaat = await testApp({ after });
const { db } = kanaat;
const NOBODY = [987_654_321, "abc", "0", "-1", "1.5", "9".repeat(30)];

const call = (
  endpoint: typeof followPerson | typeof followPersonByGet | typeof unfollowPerson,
  who: Person,
  userId: number | string,
) => kanaat.call(endpoint, { token: who.token, params: { userId } });
const pair = () => Promise.all([signUp(kanaat), signUp(kanaat)]);

/** The counts of the table itself, which the stored counters must equal. */
async function counts({ id }: Person) {
  const rows = await db.query.selectFrom("follows").selectAll().execute();
  const params = { userId: id };
  const followers = await kanaat.call(getUserFollowerCount, { params });
  const followings = await kanaat.call(getUserFollowingCount, { params });
  assert.equal(
    followers.body.userFollowerCount,
    rows.filter((row) => row.followed_id === id).length,
  );
  assert.equal(
    followings.body.userFollowingCount,
    rows.filter((row) => row.follower_id === id).length,
  );
  return [followers.body.userFollowerCount, followings.body.userFollowingCount];
}

describe("following a person", () => {
  for (const endpoint of [followPerson, followPersonByGet]) {
    it(`by ${endpoint.method} is counted on both sides, once however often it is done (R98, R101)`, async () => {
      const [ali, ece] = await pair();
      for (let i = 0; i < 3; i++) {
        const { status, body } = await call(endpoint, ali, ece.id);
        assert.equal(status, 200);
        assert.deepEqual(body, { item: true });
      }
      assert.deepEqual(await counts(ali), [0, 1]);
      assert.deepEqual(await counts(ece), [1, 0]);
    });

    it(`by ${endpoint.method} is refused for oneself: self_follow (R98)`, async () => {
      const ali = await signUp(kanaat);
      const { status, problem } = await call(endpoint, ali, ali.id);
      assert.equal(status, 422);
      assert.equal(problem.code, "self_follow");
      assert.deepEqual(await counts(ali), [0, 0]);
    });

    it(`by ${endpoint.method} refuses a person who does not exist: person_not_found`, async () => {
      const ali = await signUp(kanaat);
      for (const id of NOBODY) {
        const { status, problem } = await call(endpoint, ali, id);
        assert.equal(status, 404, String(id));
        assert.equal(problem.code, "person_not_found");
      }
      assert.deepEqual(await counts(ali), [0, 0]);
    });
  }

  it("a hundred times at the same moment adds one (R98)", async () => {
    const [ali, ece] = await pair();
    const all = Array.from({ length: 100 }, () => call(followPerson, ali, ece.id));
    for (const { status } of await Promise.all(all)) assert.equal(status, 200);
    assert.deepEqual(await counts(ece), [1, 0]);
  });

  it("counts and notifies of all simultaneous follows, though others fail", async () => {
    const [ece, left, ...people] = await Promise.all(
      Array.from({ length: 12 }, () => signUp(kanaat)),
    );
    assert.ok(ece && left);
    const { id } = left;
    await db.query.deleteFrom("users").where("id", "=", id).execute();
    const followed = [
      ...people.map(() => ece.id),
      ...people.map(() => id),
      ...people.map(() => ece.id),
    ];
    const answers = await Promise.all(
      followed.map((userId, i) => call(followPerson, people[i % people.length] ?? ece, userId)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      followed.map((userId) => (userId === id ? 404 : 200)),
    );
    assert.deepEqual(await counts(ece), [people.length, 0]);
    for (const person of people) assert.deepEqual(await counts(person), [0, 1]);
    const { body } = await kanaat.call(listNotifications, { token: ece.token });
    assert.deepEqual(
      body.items.map(({ kind, user }) => `${kind} ${user?.nickname}`).sort(),
      people.map(({ nickname }) => `follower ${nickname}`).sort(),
    );
  });

  if (db.engine === "postgres") {
    it("waits for a person locked by another transaction, without delaying others", async (t) => {
      const hasty = await testApp(t, { instance: kanaat.instance, longestWaitMs: 400 });
      const people = await Promise.all(Array.from({ length: 6 }, () => signUp(kanaat)));
      const [held, ece] = [people[0] as Person, people[1] as Person];
      const holding = await db.query.startTransaction().execute();
      t.after(() => holding.isCommitted || holding.rollback().execute());
      await sql`select id from users where id = ${held.id} for update`.execute(holding);
      const follow = async (who: Person, whom: Person) => {
        const params = { userId: whom.id };
        return (await hasty.call(followPerson, { token: who.token, params })).status;
      };
      const followAll = () =>
        Promise.all([
          ...people.slice(2).flatMap((who) => [follow(who, ece), follow(who, held)]),
          follow(held, ece),
        ]);
      const refused = await followAll();
      assert.deepEqual(refused, [200, 503, 200, 503, 200, 503, 200, 503, 503]);
      assert.deepEqual(await counts(ece), [4, 0]);
      const waiting = followAll();
      await sleep(100);
      await holding.commit().execute();
      assert.deepEqual(new Set(await waiting), new Set([200]));
      assert.deepEqual(
        [await counts(held), await counts(ece)],
        [
          [4, 1],
          [5, 0],
        ],
      );
    });
  }

  it("is right when people follow and unfollow each other at the same moment", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(kanaat)));
    const pairs = people.flatMap((a) => people.filter((b) => a !== b).map((b) => [a, b] as const));
    for (const endpoint of [followPerson, unfollowPerson, followPerson]) {
      const all = pairs.map(([follower, followed]) => call(endpoint, follower, followed.id));
      for (const { status } of await Promise.all(all)) assert.equal(status, 200);
    }
    for (const person of people) assert.deepEqual(await counts(person), [3, 3]);
  });

  it("never happens by HEAD (R99)", async () => {
    const [ali, ece] = await pair();
    const answer = await kanaat.app.inject({
      method: "HEAD",
      url: `/api/auth/account/followings/${ece.id}`,
      headers: { authorization: `Bearer ${ali.token}` },
    });
    assert.equal(answer.statusCode, 405);
    assert.deepEqual(await counts(ece), [0, 0]);
  });

  it("needs an account", async () => {
    const ece = await signUp(kanaat);
    for (const endpoint of [followPerson, followPersonByGet, unfollowPerson]) {
      const { problem } = await kanaat.call(endpoint, { params: { userId: ece.id } });
      assert.equal(problem.code, "unauthenticated");
    }
  });

  it("notifies the followed person, once", async () => {
    const [ali, ece] = await pair();
    await call(followPerson, ali, ece.id);
    await call(followPerson, ali, ece.id);
    const { body } = await kanaat.call(listNotifications, { token: ece.token });
    assert.deepEqual(
      body.items.map(({ kind, user }) => [kind, user?.nickname]),
      [["follower", ali.nickname]],
    );
  });

  it("shows on both profiles immediately", async () => {
    const [ali, ece] = await pair();
    const profile = async ({ nickname }: Person) => {
      const { body } = await kanaat.call(getPerson, { params: { nickname } });
      return [body.item.follower_count, body.item.following_count];
    };
    assert.deepEqual([await profile(ali), await profile(ece)].flat(), [0, 0, 0, 0]);
    await call(followPerson, ali, ece.id);
    assert.deepEqual([await profile(ali), await profile(ece)].flat(), [0, 1, 1, 0]);
    await call(unfollowPerson, ali, ece.id);
    assert.deepEqual([await profile(ali), await profile(ece)].flat(), [0, 0, 0, 0]);
  });
});

describe("leaving a person", () => {
  it("takes back what following counted, once (R98)", async () => {
    const [ali, ece] = await pair();
    await call(followPerson, ali, ece.id);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await call(unfollowPerson, ali, ece.id);
      assert.equal(status, 200);
      assert.deepEqual(body, { item: false });
    }
    assert.deepEqual(await counts(ali), [0, 0]);
    assert.deepEqual(await counts(ece), [0, 0]);
  });

  it("refuses a person who does not exist: person_not_found", async () => {
    const ali = await signUp(kanaat);
    for (const id of NOBODY) {
      assert.equal((await call(unfollowPerson, ali, id)).problem.code, "person_not_found");
    }
  });
});

describe("asking about follows", () => {
  it("returns whether the caller follows a person, false to visitors (R101)", async () => {
    const [ali, ece] = await pair();
    const status = async (who: Person | undefined, { id }: Person) =>
      (await kanaat.call(getFollowStatus, { token: who?.token, params: { userId: id } })).body.item;
    assert.equal(await status(ali, ece), false);
    await call(followPerson, ali, ece.id);
    assert.equal(await status(ali, ece), true);
    assert.equal(await status(ece, ali), false);
    assert.equal(await status(undefined, ece), false);
  });

  it("returns the caller's own counts, each under its own name (R101, R146)", async () => {
    const [ali, ece] = await pair();
    await call(followPerson, ali, ece.id);
    const { token } = ece;
    assert.deepEqual((await kanaat.call(getMyFollowerCount, { token })).body, {
      myFollowerCount: 1,
    });
    assert.deepEqual((await kanaat.call(getMyFollowingCount, { token })).body, {
      myFollowingCount: 0,
    });
    assert.equal((await kanaat.call(getMyFollowerCount)).status, 401);
    assert.equal((await kanaat.call(getMyFollowingCount)).status, 401);
  });

  it("returns person_not_found for an unknown person", async () => {
    for (const endpoint of [getFollowStatus, getUserFollowerCount, getUserFollowingCount]) {
      for (const userId of NOBODY) {
        const { status, problem } = await kanaat.call(endpoint, { params: { userId } });
        assert.equal(status, 404);
        assert.equal(problem.code, "person_not_found");
      }
    }
  });
});
