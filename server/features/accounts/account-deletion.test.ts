import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { deleteAccount, getAccount, register } from "#contract/endpoints/account.ts";
import {
  followPerson,
  getUserFollowerCount,
  getUserFollowingCount,
} from "#contract/endpoints/follows.ts";
import { getPerson, listFollowers } from "#contract/endpoints/people.ts";
import { createSurvey, getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { createVoteCaster } from "#server/features/votes/votes.writes.ts";
import { insertFollowers } from "#server/testing/followers.ts";
import { testApp } from "#server/testing/test-app.ts";
import { FOREIGN_PASSKEY } from "#testing/authenticator.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { db, mailboxes } = kanaat;

const leave = ({ token, password }: Person) =>
  kanaat.call(deleteAccount, { token, body: { password } });
const follow = (who: Person, whom: Person) =>
  kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } });
const votesIn = (surveyId: number) =>
  db.query.selectFrom("votes").selectAll().where("survey_id", "=", surveyId).execute();
const served = async (path: string) => (await kanaat.app.inject(path)).statusCode;

/** Runs maintenance after whatever was under way has finished. */
async function runMaintenanceLater(): Promise<void> {
  kanaat.clock.advance(30_000);
  await kanaat.runMaintenance();
}

describe("deleting the account", () => {
  it("needs the password: wrong_password (R114)", async () => {
    const person = await signUp(kanaat);
    for (const password of ["yanlis-sifre", "x".repeat(1000)]) {
      const { status, problem } = await leave({ ...person, password });
      assert.equal(status, 403);
      assert.equal(problem.code, "wrong_password");
    }
    const { token } = person;
    const empty = await kanaat.call(deleteAccount, { token, body: { password: "" } });
    assert.equal(empty.status, 422);
    assert.ok(empty.problem.fields?.password);
    const none = await kanaat.call(deleteAccount, { token, body: {} });
    assert.equal(none.problem.code, "proof_required");
    const body = { passkey: FOREIGN_PASSKEY };
    const { problem } = await kanaat.call(deleteAccount, { token: person.token, body });
    assert.equal(problem.code, "passkey_refused");
    assert.equal((await kanaat.call(getAccount, { token: person.token })).status, 200);
  });

  it("ends every session immediately and frees nickname and e-mail", async () => {
    const person = await signUp(kanaat);
    const { token } = await signIn(kanaat, person);
    assert.equal((await kanaat.call(getAccount, { token })).status, 200);
    assert.equal((await leave(person)).status, 204);
    for (const dead of [token, person.token]) {
      assert.equal((await kanaat.call(getAccount, { token: dead })).problem.code, "invalid_token");
    }
    await assert.rejects(signIn(kanaat, person), /401/);
    const { nickname, email } = person;
    const again = await kanaat.call(register, { body: registrationForm({ nickname, email }) });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.item.id, person.id);
  });

  it("keeps votes counted and forgets who cast them, even that it was one person (R114)", async () => {
    const [owner, voter, other] = await Promise.all([
      signUp(kanaat),
      signUp(kanaat),
      signUp(kanaat),
    ]);
    const surveys = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    for (const survey of surveys) {
      await voteFor(kanaat, voter, survey, 0);
      await voteFor(kanaat, other, survey, 1);
    }
    assert.equal((await leave(voter)).status, 204);
    await runMaintenanceLater();

    const voterIds = new Set<number>();
    for (const { id } of surveys) {
      const { body } = await kanaat.call(getResults, { params: { id } });
      assert.deepEqual(
        body.items.map(({ count }) => count),
        [1, 1],
      );
      const [forgotten, ...rest] = (await votesIn(id)).filter((vote) => vote.user_id !== other.id);
      assert.deepEqual(rest, []);
      assert.ok(forgotten && forgotten.user_id < 0 && Number.isSafeInteger(forgotten.user_id));
      voterIds.add(forgotten.user_id);
    }
    assert.equal(voterIds.size, 2);
  });

  it("takes the person's surveys and pictures away (R114)", async () => {
    const person = await signUp(kanaat, { image: await picture() });
    const voter = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, person);
    await voteFor(kanaat, voter, survey, 0);
    const { body } = await kanaat.call(getPerson, { params: { nickname: person.nickname } });
    const pictures = [
      body.item.image ?? "",
      survey.image_path,
      ...survey.options.map((option) => option.image),
    ];
    for (const path of pictures) assert.equal(await served(path), 200);
    const listed = async () =>
      (await kanaat.call(listSurveys)).body.items.some(({ id }) => id === survey.id);
    assert.equal(await listed(), true);

    assert.equal((await leave(person)).status, 204);
    for (const path of pictures) assert.equal(await served(path), 404);
    assert.equal(await listed(), false);
    const gone = await kanaat.call(getSurvey, { params: { id: survey.id } });
    assert.equal(gone.problem.code, "survey_not_found");
    const profile = await kanaat.call(getPerson, { params: { nickname: person.nickname } });
    assert.equal(profile.problem.code, "person_not_found");
    await runMaintenanceLater();
    assert.deepEqual(await votesIn(survey.id), []);
  });

  it("corrects the counts of its followers and of those it followed", async () => {
    const [person, fan, star, both] = await Promise.all(
      Array.from({ length: 4 }, () => signUp(kanaat)) as [
        Promise<Person>,
        Promise<Person>,
        Promise<Person>,
        Promise<Person>,
      ],
    );
    for (const [who, whom] of [
      [fan, person],
      [person, star],
      [both, person],
      [person, both],
      [fan, star],
    ] as const) {
      await follow(who, whom);
    }
    assert.equal((await leave(person)).status, 204);
    const counts = async ({ id: userId }: Person) => {
      const followers = await kanaat.call(getUserFollowerCount, { params: { userId } });
      const followings = await kanaat.call(getUserFollowingCount, { params: { userId } });
      return [followers.body.userFollowerCount, followings.body.userFollowingCount];
    };
    assert.deepEqual(await counts(fan), [0, 1]);
    assert.deepEqual(await counts(star), [1, 0]);
    assert.deepEqual(await counts(both), [0, 0]);
    const { body } = await kanaat.call(listFollowers, { params: { nickname: star.nickname } });
    assert.deepEqual(
      body.items.map(({ id }) => id),
      [fan.id],
    );
  });

  it("keeps no voter with a vote that is under way, and counts none twice", async () => {
    const [owner, voter] = [await signUp(kanaat), await signUp(kanaat)];
    const voted = await publishSurvey(kanaat, owner);
    const others = await Promise.all(Array.from({ length: 5 }, () => publishSurvey(kanaat, owner)));
    await voteFor(kanaat, voter, voted, 0);
    const vote = createVoteCaster(db, kanaat.clock, mailboxes);
    const castOnce = async ({ id, options }: typeof voted) =>
      vote({
        vote: { survey_id: id, survey_option_id: options[1]?.id ?? 0 },
        voter: voterOf({
          id: voter.id,
          numbers: [mailboxes.numberOf(voter.email)],
          verifiedAt: 0,
          knownSince: 0,
        }),
      });
    let taken = 0;
    let left = false;
    // Like another process that has not yet heard that the session ended.
    const casting = async () => {
      for (let late = 3; late > 0; late -= left ? 1 : 0) {
        const cast = await Promise.allSettled([voted, ...others].map(castOnce));
        taken += cast.filter(({ status }) => status === "fulfilled").length;
        assert.equal(cast[0]?.status, "rejected");
      }
    };
    const leaving = leave(voter).then(({ status }) => {
      left = true;
      assert.equal(status, 204);
    });
    await Promise.all([casting(), leaving]);
    await runMaintenanceLater();
    const { rows } = await sql<{ votes: number; voters: number }>`
      select count(*) as votes, count(case when user_id < 0 then 1 end) as voters from votes
      where survey_id in (select id from surveys where owner_id = ${owner.id})`.execute(db.query);
    assert.deepEqual({ ...rows[0] }, { votes: taken + 1, voters: taken + 1 });
    const { body } = await kanaat.call(getResults, { params: { id: voted.id } });
    assert.equal(body.items[1]?.count, 0);
  });

  it("removes all notifications about the person (R114)", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(db, star.id, 1500);
    await publishSurvey(kanaat, star);
    await kanaat.runMaintenance();
    const news = () =>
      db.query.selectFrom("notifications").select("id").where("actor_id", "=", star.id).execute();
    assert.equal((await news()).length, 1500);
    assert.equal((await leave(star)).status, 204);
    assert.deepEqual(await news(), []);
    const { rows } = await sql<{ fans: number; followings: number }>`select count(*) as fans,
      sum(following_count) as followings from users
      where nickname like ${`${star.id}@_%`} escape '@'`.execute(db.query);
    assert.deepEqual(
      { ...rows[0], followings: Number(rows[0]?.followings) },
      { fans: 1500, followings: 0 },
    );
  });

  it("changes nothing when it fails", async (t) => {
    let fails = true;
    const broken = await testApp(t, {
      db: (db) => ({
        ...db,
        publish: async (channel, payload, tx) => {
          if (fails && channel === "session-ended") throw new Error("as the database might");
          await db.publish(channel, payload, tx);
        },
      }),
    });
    const [person, fan] = [await signUp(broken), await signUp(broken)];
    await insertFollowers(broken.db, person.id, 900);
    for (const [who, whom] of [[person, fan] as const, [fan, person] as const]) {
      await broken.call(followPerson, { token: who.token, params: { userId: whom.id } });
    }
    const { token, password } = person;
    const tables = ["follows", "notifications", "sessions"] as const;
    const rows = () =>
      Promise.all(tables.map((table) => broken.db.query.selectFrom(table).selectAll().execute()));
    const before = await rows();
    assert.equal((await broken.call(deleteAccount, { token, body: { password } })).status, 500);
    assert.deepEqual(await rows(), before);
    fails = false;
    assert.equal((await broken.call(deleteAccount, { token, body: { password } })).status, 204);
  });

  it("leaves few of the person's notifications to the last transaction", async (t) => {
    let left: number | undefined;
    const watched = await testApp(t, {
      db: (db) => ({
        ...db,
        publish: async (channel, payload, tx) => {
          const notifications = tx?.selectFrom("notifications").select("id").limit(2000);
          if (channel === "session-ended") left = (await notifications?.execute())?.length;
          await db.publish(channel, payload, tx);
        },
      }),
    });
    const star = await signUp(watched);
    await insertFollowers(watched.db, star.id, 1500);
    await sql`insert into notifications (user_id, kind, actor_id, created_at)
      select followed_id, 'follower', follower_id, 1 from follows`.execute(watched.db.query);
    const { token, password } = star;
    const { status } = await watched.call(deleteAccount, { token, body: { password } });
    assert.deepEqual([status, left], [204, 0]);
  });

  it("refuses calls that were under way: invalid_token", async () => {
    let whileStoring: (() => Promise<void>) | undefined;
    const slow = await testApp(
      { after },
      {
        images: (store) => ({
          ...store,
          put: async (...stored) => {
            await store.put(...stored);
            await whileStoring?.();
          },
        }),
      },
    );
    const person = await signUp(slow);
    whileStoring = async () => {
      const { token, password } = person;
      const { status } = await slow.call(deleteAccount, { token, body: { password } });
      assert.equal(status, 204);
    };
    const body = { question: "Ne olur?", category_id: 1, image: await picture() };
    const { problem } = await slow.call(createSurvey, { token: person.token, body });
    assert.equal(problem.code, "invalid_token");
  });

  it("holds while others follow the person at the same moment", async () => {
    const person = await signUp(kanaat);
    const fans = await Promise.all(Array.from({ length: 10 }, () => signUp(kanaat)));
    const answers = await Promise.all([
      ...fans.slice(0, 5).map((fan) => follow(fan, person)),
      leave(person),
      ...fans.slice(5).map((fan) => follow(fan, person)),
    ]);
    for (const { status } of answers) assert.ok([200, 204, 404].includes(status), String(status));
    for (const fan of fans) {
      const params = { userId: fan.id };
      const { body } = await kanaat.call(getUserFollowingCount, { params });
      assert.equal(body.userFollowingCount, 0);
    }
  });
});
