import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { followPerson, unfollowPerson } from "#contract/endpoints/follows.ts";
import { invitePerson, withdrawInvitation } from "#contract/endpoints/invitations.ts";
import {
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
} from "#contract/endpoints/notifications.ts";
import { closeSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { insertFollowers } from "#server/testing/followers.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { notifyEnded } from "./ended.writes.ts";
import { notifyPendingFollowers } from "./published.writes.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const [owner, other] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

const list = async (who: Person, query = {}) =>
  (await succeed(kanaat.call(listNotifications, { token: who.token, query }))).items;
const unread = async (who: Person) =>
  (await succeed(kanaat.call(getUnreadCount, { token: who.token }))) as number;
const markRead = (who: Person, last_id: unknown) =>
  kanaat.call(markNotificationsRead, { token: who.token, body: { last_id } });
const follow = (who: Person, whom: Person) =>
  succeed(kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } }));
const show = (id: number, visibility: "public" | "private", { token } = owner) =>
  succeed(kanaat.call(setVisibility, { token, params: { id }, body: { visibility } }));
const close = ({ token }: Person, id: number) =>
  succeed(kanaat.call(closeSurvey, { token, params: { id } }));
const kinds = async (who: Person) => (await list(who)).map(({ kind }) => kind);
const notifiedOf = (surveyId: number) =>
  kanaat.db.query
    .selectFrom("notifications")
    .select(["user_id", "kind", "actor_id"])
    .where("survey_id", "=", surveyId)
    .execute();
const pendingFanouts = () =>
  kanaat.db.query.selectFrom("surveys").select("id").where("fanout_pending", "=", 1).execute();
const keep = () => kanaat.runMaintenance();

describe("the list of notifications", () => {
  it("reports a follower once, however often they follow and unfollow (R105, R224)", async () => {
    const person = await signUp(kanaat);
    for (let time = 0; time < 2; time++) {
      await follow(other, person);
      await kanaat.call(unfollowPerson, { token: other.token, params: { userId: person.id } });
    }
    const { id, name, nickname } = other;
    const [first, ...more] = await list(person);
    assert.deepEqual(first, {
      id: first?.id,
      kind: "follower",
      user: { id, name, nickname, image: null },
      survey: null,
      votes: null,
      created_at: clock.iso(),
      read: false,
    });
    assert.deepEqual(more, []);
  });

  it("reports an invitation once, however often it is withdrawn and repeated (R224)", async () => {
    const guests = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    for (const visibility of ["private", "public"] as const) {
      const { id } = await publishSurvey(kanaat, owner, { visibility });
      for (const [i, guest] of guests.entries()) {
        const { token } = owner;
        const body = { nickname: guest.nickname };
        const invite = () => succeed(kanaat.call(invitePerson, { token, params: { id }, body }));
        const given = { token, params: { id, userId: guest.id } };
        const withdraw = () => succeed(kanaat.call(withdrawInvitation, given));
        await invite();
        const [first] = await list(guest);
        assert.deepEqual([first?.kind, first?.survey?.id], ["invitation", id]);
        if (i === 0) await succeed(markRead(guest, first?.id));
        await withdraw();
        assert.equal((await list(guest)).filter(({ survey }) => survey?.id === id).length, 0);
        assert.equal(await unread(guest), 0);
        await Promise.all([invite(), withdraw(), invite(), withdraw(), invite()]);
        await withdraw();
        clock.advance(1000);
        await invite();
        const again = (await list(guest)).filter(({ survey }) => survey?.id === id);
        assert.deepEqual(again, [{ ...first, read: true }]);
        assert.equal(await unread(guest), 0);
      }
    }
  });

  it("notifies followers of a public survey, and nobody of any other (R105)", async () => {
    const follower = await signUp(kanaat);
    await follow(follower, owner);
    await draftSurvey(kanaat, owner);
    await publishSurvey(kanaat, owner, { visibility: "private" });
    assert.deepEqual(await list(follower), []);
    const { id, question } = await publishSurvey(kanaat, owner);
    const items = await list(follower);
    assert.deepEqual(
      items.map(({ kind, user, survey }) => [kind, user?.id, survey]),
      [["published", owner.id, { id, question }]],
    );
    assert.deepEqual(
      (await list(owner)).filter(({ kind }) => kind === "published"),
      [],
    );
  });

  it("notifies a thousand followers immediately and the others soon, each once", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(kanaat.db, star.id, 2500);
    const { id } = await publishSurvey(kanaat, star);
    const notified = async () => {
      const rows = await notifiedOf(id);
      for (const row of rows) assert.deepEqual([row.kind, row.actor_id], ["published", star.id]);
      return [rows.length, new Set(rows.map((row) => row.user_id)).size];
    };
    assert.deepEqual(await notified(), [1000, 1000]);
    await Promise.all([keep(), keep()]);
    assert.deepEqual(await notified(), [2500, 2500]);
    assert.deepEqual(await pendingFanouts(), []);
  });

  it("notifies nobody of a survey that was hidden or ended meanwhile", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(kanaat.db, star.id, 1001);
    const hidden = await publishSurvey(kanaat, star);
    const ended = await publishSurvey(kanaat, star);
    await show(hidden.id, "private", star);
    await close(star, ended.id);
    const notified = () =>
      kanaat.db.query
        .selectFrom("notifications")
        .select(["survey_id", sql<number>`count(*)`.as("people")])
        .where("actor_id", "=", star.id)
        .groupBy("survey_id")
        .orderBy("survey_id")
        .execute();
    const atOnce = await notified();
    assert.deepEqual(
      atOnce.map(({ people }) => people),
      [1000, 1000],
    );
    await keep();
    assert.deepEqual([await notified(), await pendingFanouts()], [atOnce, []]);
    await show(hidden.id, "public", star);
    await keep();
    assert.deepEqual(
      (await notified()).map(({ people }) => people),
      [1001, 1000],
    );
  });

  it("stops notifying of a survey that ends meanwhile", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(kanaat.db, star.id, 2001);
    const closed = await publishSurvey(kanaat, star);
    const { id } = await publishSurvey(kanaat, star, { expire_time: clock.iso(2 * MINUTE_MS) });
    clock.advance(MINUTE_MS);
    await close(star, closed.id);
    const stop = new AbortController().signal;
    let looks = 0;
    // The second survey's first slice is notified before its end; the next would come after it.
    const passing = { now: () => clock.now() + (looks > 2 ? MINUTE_MS : 0) };
    Object.defineProperty(stop, "aborted", { get: () => ++looks === 0 });
    await notifyPendingFollowers(kanaat.db, passing, stop);
    const notified = [(await notifiedOf(closed.id)).length, (await notifiedOf(id)).length];
    assert.deepEqual([notified, await pendingFanouts()], [[1000, 1000], []]);
    clock.advance(MINUTE_MS);
    await keep();
  });

  it("notifies of a survey once, when it first becomes public (R224)", async () => {
    const follower = await signUp(kanaat);
    await follow(follower, owner);
    const { id } = await publishSurvey(kanaat, owner, { visibility: "private" });
    for (const visibility of ["public", "private", "public"] as const) await show(id, visibility);
    assert.deepEqual(await kinds(follower), ["published"]);
    const ended = await publishSurvey(kanaat, owner, { visibility: "private" });
    await close(owner, ended.id);
    await show(ended.id, "public");
    assert.deepEqual(await kinds(follower), ["published"]);
  });

  it("hides what its reader may no longer see, and does not count it (R105)", async () => {
    const follower = await signUp(kanaat);
    await follow(follower, owner);
    const question = "Kanarya ister misiniz?";
    const { id } = await publishSurvey(kanaat, owner, { question });
    assert.equal(await unread(follower), 1);
    await show(id, "private");
    assert.deepEqual([await list(follower), await unread(follower)], [[], 0]);
    const given = { token: owner.token, params: { id } };
    await kanaat.call(invitePerson, { ...given, body: { nickname: follower.nickname } });
    assert.deepEqual(await kinds(follower), ["invitation", "published"]);
    const params = { id, userId: follower.id };
    await kanaat.call(withdrawInvitation, { token: owner.token, params });
    assert.deepEqual([await list(follower), await unread(follower)], [[], 0]);
  });

  it("notifies of an end in a later round those whom an interruption left out", async () => {
    const author = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, author, { expire_time: clock.iso(MINUTE_MS) });
    await insertFollowers(kanaat.db, author.id, 1001);
    await sql`insert into votes (survey_id, user_id, option_id)
      select cast(${survey.id} as bigint), follower_id, cast(${survey.options[0]?.id} as bigint)
      from follows where followed_id = ${author.id}`.execute(kanaat.db.query);
    await keep();
    clock.advance(MINUTE_MS);
    const stop = new AbortController().signal;
    let looks = 0;
    Object.defineProperty(stop, "aborted", { get: () => ++looks > 1 });
    await notifyEnded(kanaat.db, clock.now(), stop);
    assert.equal((await notifiedOf(survey.id)).length, 1000);
    await keep();
    assert.equal((await notifiedOf(survey.id)).length, 1002);
  });

  it("notifies voters and the owner of a survey's end once, without naming voters (R105)", async () => {
    const [author, voter, reader] = await Promise.all([
      signUp(kanaat),
      signUp(kanaat),
      signUp(kanaat),
    ]);
    const survey = await publishSurvey(kanaat, author, { expire_time: clock.iso(MINUTE_MS) });
    await voteFor(kanaat, voter, survey, 0);
    await voteFor(kanaat, author, survey, 1);
    await keep();
    assert.deepEqual([await list(voter), await list(author)], [[], []]);
    clock.advance(MINUTE_MS);
    await Promise.all([keep(), keep()]);
    await keep();
    for (const who of [voter, author]) {
      const items = await list(who);
      assert.deepEqual(
        items.map(({ kind, user, survey: about }) => [kind, user, about?.id]),
        [["ended", null, survey.id]],
      );
    }
    assert.deepEqual(await list(reader), []);
  });

  it("notifies no owner of an end that was postponed in the last moment", async () => {
    const author = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, author, { expire_time: clock.iso(MINUTE_MS) });
    clock.advance(MINUTE_MS);
    const { query, engine } = kanaat.db;
    const putOff = (db: typeof query) =>
      db
        .updateTable("surveys")
        .set({ expire_time: clock.now() + MINUTE_MS })
        .where("id", "=", survey.id)
        .execute();
    const [locked, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changes: Promise<unknown>[] = [];
    const stop = new AbortController().signal;
    // The ended surveys have been read by now. On PostgreSQL the change is still uncommitted; on
    // SQLite it comes next.
    Object.defineProperty(stop, "aborted", {
      get: () => {
        if (engine === "sqlite" && changes.length === 0) changes.push(putOff(query));
        looked.resolve();
        return false;
      },
    });
    if (engine === "postgres") {
      const change = query.transaction().execute(async (tx) => {
        await putOff(tx);
        locked.resolve();
        await looked.promise;
      });
      changes.push(change);
      await locked.promise;
    }
    await notifyEnded(kanaat.db, clock.now(), stop);
    await Promise.all(changes);
    assert.deepEqual(await notifiedOf(survey.id), []);
    clock.advance(MINUTE_MS);
    await keep();
    assert.equal((await notifiedOf(survey.id)).length, 1);
  });

  it("notifies of a survey that its owner ended early", async () => {
    const voter = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await voteFor(kanaat, voter, survey, 0);
    await kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    await keep();
    assert.deepEqual(await kinds(voter), ["ended"]);
  });

  it("comes newest first, page by page, to its reader alone (R106)", async () => {
    const person = await signUp(kanaat);
    const followers = await Promise.all(Array.from({ length: 5 }, () => signUp(kanaat)));
    for (const follower of followers) await follow(follower, person);
    const seen: (number | undefined)[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: Record<string, string | number> = { limit: 2, ...(cursor && { cursor }) };
      const given = { token: person.token, query };
      const { body } = await kanaat.call(listNotifications, given);
      seen.push(...body.items.map(({ user }) => user?.id));
      cursor = body.next_cursor;
    }
    assert.deepEqual(seen, followers.map(({ id }) => id).reverse());
    for (const endpoint of [listNotifications, getUnreadCount]) {
      assert.equal((await kanaat.call(endpoint)).status, 401);
    }
  });
});

describe("the count of unread notifications", () => {
  it("is a bare number, and falls as they are read (R107)", async () => {
    const person = await signUp(kanaat);
    const given = { token: person.token };
    assert.equal((await kanaat.call(getUnreadCount, given)).text, "0");
    for (let i = 0; i < 3; i++) await follow(await signUp(kanaat), person);
    assert.equal((await kanaat.call(getUnreadCount, given)).text, "3");
    const [newest, middle] = await list(person);
    assert.equal((await markRead(person, middle?.id)).text, "1");
    assert.deepEqual(
      (await list(person)).map(({ read }) => read),
      [false, true, true],
    );
    assert.equal((await markRead(person, newest?.id)).text, "0");
  });

  it("stops at a thousand; all of them can be marked as read together", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(kanaat.db, star.id, 2500);
    await sql`insert into notifications (user_id, kind, actor_id, created_at)
      select cast(${star.id} as bigint), 'follower', follower_id, 1 from follows
      where followed_id = ${star.id}`.execute(kanaat.db.query);
    assert.equal(await unread(star), 1000);
    const [newest] = await list(star);
    assert.equal((await markRead(star, newest?.id)).text, "0");
    assert.equal(await unread(star), 0);
  });

  it("belongs to one account: nobody marks another's as read", async () => {
    const person = await signUp(kanaat);
    await follow(other, person);
    const [newest] = await list(person);
    await markRead(other, newest?.id);
    assert.equal(await unread(person), 1);
    assert.equal((await markRead(person, "x")).status, 422);
    const { status } = await kanaat.call(markNotificationsRead, { body: { last_id: 1 } });
    assert.equal(status, 401);
  });
});
