import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import {
  followPerson,
  followPersonByGet,
  getUserFollowingCount,
  unfollowPerson,
} from "#contract/endpoints/follows.ts";
import { invitePerson, withdrawInvitation } from "#contract/endpoints/invitations.ts";
import { deleteSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { DAILY_QUOTAS, QUOTA_AGES_DAYS } from "#contract/limits.ts";
import { insertFollowers } from "#server/testing/followers.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { type Answer, type CallOptions, succeed } from "#testing/api.ts";
import { engineUnderTest } from "#testing/instance.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

/** From the start of the tests' clock until midnight in Türkiye. */
const UNTIL_MIDNIGHT_MS = 12 * HOUR_MS;

const limited = (t: TestContext, options = {}) =>
  testApp(t, { config: { rateLimits: true, trustProxy: true }, ...options });

/** Each call comes from a different address, so that only the limits per account refuse it. */
let addresses = 0;
const call = <E extends Endpoint>(kanaat: TestApp, endpoint: E, options: CallOptions) => {
  const address = `10.0.${++addresses >> 8}.${addresses & 255}`;
  return kanaat.call(endpoint, { ...options, headers: { "x-forwarded-for": address } });
};

/** Creates people, and returns their ids and nicknames. */
async function crowd(kanaat: TestApp, count: number) {
  const star = await signUp(kanaat);
  await insertFollowers(kanaat.db, star.id, count);
  const people = await kanaat.db.query
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("nickname", "like", `${star.id}_%`)
    .orderBy("id")
    .execute();
  assert.equal(people.length, count);
  return people;
}

const follow = (kanaat: TestApp, { token }: Person, userId: number, endpoint = followPerson) =>
  call(kanaat, endpoint, { token, params: { userId } });
const invite = (kanaat: TestApp, { token }: Person, id: number, nickname: string) =>
  call(kanaat, invitePerson, { token, params: { id }, body: { nickname } });

const succeeded = (answers: Answer<unknown>[]) =>
  answers.filter(({ status }) => status < 300).length;

function refused(answer: Answer<unknown> | undefined, words: string, seconds: number): void {
  const { status, problem, headers } = answer ?? {};
  assert.deepEqual([status, problem?.code, problem?.message], [429, "daily_quota", words]);
  assert.equal(problem?.detail, words);
  assert.equal(headers?.get("retry-after"), String(seconds));
}

async function grow(kanaat: TestApp, { id }: Person, days: number): Promise<void> {
  const created_at = kanaat.clock.now() - days * DAY_MS;
  await kanaat.db.query.updateTable("users").set({ created_at }).where("id", "=", id).execute();
}

describe("following", () => {
  const [max] = DAILY_QUOTAS.follow;
  const words =
    "Günde en fazla 50 kişiyi takip edebilirsiniz. Gece yarısından sonra devam edebilirsiniz.";

  it("has a limit each day, which starts again at midnight in Türkiye (R226)", async (t) => {
    const kanaat = await limited(t);
    const people = await crowd(kanaat, max + 1);
    const person = await signUp(kanaat);
    const ids = people.map(({ id }) => id);
    for (const id of ids.slice(0, max)) await succeed(follow(kanaat, person, id));
    const last = ids[max] as number;
    const seconds = UNTIL_MIDNIGHT_MS / 1000;
    refused(await follow(kanaat, person, last), words, seconds);
    refused(await follow(kanaat, person, last, followPersonByGet as never), words, seconds);
    // Repeating a follow does not count; unfollowing gives no follow back.
    const first = ids[0] as number;
    await succeed(follow(kanaat, person, first));
    const params = { userId: first };
    await succeed(call(kanaat, unfollowPerson, { token: person.token, params }));
    refused(await follow(kanaat, person, first), words, seconds);
    await succeed(follow(kanaat, await signUp(kanaat), last));

    kanaat.clock.advance(UNTIL_MIDNIGHT_MS - 1);
    refused(await follow(kanaat, person, last), words, 1);
    kanaat.clock.advance(1);
    await succeed(follow(kanaat, person, last));
    await succeed(follow(kanaat, person, first));
    // A server whose clock is behind continues the same day.
    kanaat.clock.advance(-1000);
    const { body } = await download(kanaat, person);
    const today = { kind: "follow", day: "2026-03-15", acts: 2 };
    assert.deepEqual(body.daily_acts, [today]);
    await succeed(call(kanaat, unfollowPerson, { token: person.token, params }));
    await succeed(follow(kanaat, person, first));
    const later = await download(kanaat, person);
    assert.deepEqual(later.body.daily_acts, [{ ...today, acts: 3 }]);
  });

  it("is counted exactly when two people do it at the same moment (R226)", async (t) => {
    const kanaat = await limited(t);
    const people = await crowd(kanaat, max + 30);
    const others = [await signUp(kanaat), await signUp(kanaat)];
    const answers = await Promise.all(
      people.flatMap(({ id }) => others.map((person) => follow(kanaat, person, id))),
    );
    for (const [at, person] of others.entries()) {
      const own = answers.filter((_, i) => i % 2 === at);
      assert.equal(succeeded(own), max);
      for (const answer of own.filter(({ status }) => status >= 300)) {
        refused(answer, words, UNTIL_MIDNIGHT_MS / 1000);
      }
      const params = { userId: person.id };
      const { userFollowingCount } = (await call(kanaat, getUserFollowingCount, { params })).body;
      const count = (table: "follows" | "notifications", column: string) =>
        sql<{ count: number }>`select cast(count(*) as bigint) as count from ${sql.table(table)}
          where ${sql.ref(column)} = ${person.id}`
          .execute(kanaat.db.query)
          .then(({ rows }) => rows[0]?.count);
      assert.deepEqual([userFollowingCount, await count("follows", "follower_id")], [max, max]);
      assert.equal(await count("notifications", "actor_id"), max);
    }
  });

  it("grows with the account (R226)", async (t) => {
    const kanaat = await limited(t);
    const people = await crowd(kanaat, Math.max(...DAILY_QUOTAS.follow) + 1);
    for (const [stage, days] of QUOTA_AGES_DAYS.entries()) {
      for (const [age, quota] of [
        [days, DAILY_QUOTAS.follow[stage]],
        [days - 1 / DAY_MS, DAILY_QUOTAS.follow[stage - 1]],
      ] as const) {
        if (quota === undefined) continue;
        const person = await signUp(kanaat);
        await grow(kanaat, person, age);
        const some = people.slice(0, quota + 1);
        const answers = await Promise.all(some.map(({ id }) => follow(kanaat, person, id)));
        assert.equal(succeeded(answers), quota, `${age} days`);
      }
    }
  });

  it("is not counted without limits", async (t) => {
    const kanaat = await testApp(t);
    const people = await crowd(kanaat, max + 1);
    const person = await signUp(kanaat);
    const answers = await Promise.all(people.map(({ id }) => follow(kanaat, person, id)));
    assert.equal(succeeded(answers), max + 1);
    assert.deepEqual(await kanaat.db.query.selectFrom("daily_acts").selectAll().execute(), []);
  });

  if (engineUnderTest() === "postgres") {
    it("is counted across servers (R226)", async (t) => {
      const kanaat = await limited(t);
      const second = await limited(t, { instance: kanaat.instance, clock: kanaat.clock });
      const people = await crowd(kanaat, max + 30);
      const person = await signUp(kanaat);
      const answers = await Promise.all(
        people.map(({ id }, i) => follow(i % 2 ? kanaat : second, person, id)),
      );
      assert.equal(succeeded(answers), max);
    });
  }
});

describe("inviting", () => {
  const [max] = DAILY_QUOTAS.invitation;
  const words =
    "Günde en fazla 40 kişiyi davet edebilirsiniz. Gece yarısından sonra devam edin ya da bağlantıyı paylaşın.";

  it("has a limit each day over all surveys, and withdrawn ones count (R226)", async (t) => {
    const kanaat = await limited(t);
    const people = await crowd(kanaat, max + 10);
    const owner = await signUp(kanaat);
    const { id } = await publishSurvey(kanaat, owner, { visibility: "private" });
    const other = await publishSurvey(kanaat, owner, { visibility: "public" });
    const answers = await Promise.all(
      people.map(({ nickname }, i) => invite(kanaat, owner, i % 2 ? id : other.id, nickname)),
    );
    assert.equal(succeeded(answers), max);
    const seconds = UNTIL_MIDNIGHT_MS / 1000;
    refused(
      answers.find(({ status }) => status >= 300),
      words,
      seconds,
    );
    const invited = await kanaat.db.query.selectFrom("invitations").selectAll().execute();
    const notified = await kanaat.db.query
      .selectFrom("notifications")
      .select("user_id")
      .where("kind", "=", "invitation")
      .execute();
    assert.deepEqual([invited.length, notified.length], [max, max]);
    const [one] = invited;
    assert.ok(one);
    const nickname = people.find((person) => person.id === one.user_id)?.nickname ?? "";
    await succeed(invite(kanaat, owner, one.survey_id, nickname));
    const params = { id: one.survey_id, userId: one.user_id };
    await succeed(call(kanaat, withdrawInvitation, { token: owner.token, params }));
    refused(await invite(kanaat, owner, one.survey_id, nickname), words, seconds);
    kanaat.clock.advance(UNTIL_MIDNIGHT_MS);
    await succeed(invite(kanaat, owner, one.survey_id, nickname));
  });
});

describe("publishing", () => {
  const [max] = DAILY_QUOTAS.publication;
  const words =
    "Günde en fazla 20 anket yayınlayabilirsiniz. Taslağınız duruyor; gece yarısından sonra yayınlayabilirsiniz.";

  it("has a limit each day; deleted surveys count, and the draft waits (R226)", async (t) => {
    const kanaat = await limited(t);
    const owner = await signUp(kanaat);
    const { token } = owner;
    const { id } = await publishSurvey(kanaat, owner);
    const drafts = await Promise.all(
      Array.from({ length: max + 4 }, () => draftSurvey(kanaat, owner)),
    );
    const publish = (id: number, visibility = "private") =>
      call(kanaat, setVisibility, { token, params: { id }, body: { visibility } });
    await succeed(publish(id));
    await succeed(call(kanaat, deleteSurvey, { token, params: { id } }));
    const answers = await Promise.all(drafts.map((draft) => publish(draft)));
    assert.equal(succeeded(answers), max - 1);
    const at = answers.findIndex(({ status }) => status >= 300);
    refused(answers[at], words, UNTIL_MIDNIGHT_MS / 1000);
    const shown = drafts[answers.findIndex(({ status }) => status < 300)] ?? 0;
    await succeed(publish(shown, "public"));
    kanaat.clock.advance(UNTIL_MIDNIGHT_MS);
    await succeed(publish(drafts[at] ?? 0));
  });
});

describe("what is counted", () => {
  it("is deleted with the account", async (t) => {
    const kanaat = await limited(t);
    const [person, other] = [await signUp(kanaat), await signUp(kanaat)];
    await succeed(follow(kanaat, person, other.id));
    const { token, password } = person;
    await succeed(call(kanaat, deleteAccount, { token, body: { password } }));
    assert.deepEqual(await kanaat.db.query.selectFrom("daily_acts").selectAll().execute(), []);
  });
});
