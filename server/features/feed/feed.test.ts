import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { type FeedTab, listQuestions } from "#contract/endpoints/feed.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { closeSurvey, deleteSurvey, getSurvey } from "#contract/endpoints/surveys.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

/** Each test has its own installation, since the feed offers what everybody has asked. */
async function open(t: { after: (close: () => Promise<void>) => void }) {
  const kanaat = await testApp(t);
  const { clock, db } = kanaat;
  const read = async (who: Person | null, tab: FeedTab, limit = 100) => {
    const found: Survey[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: { tab: FeedTab; limit: number; cursor?: string } = {
        ...{ tab, limit },
        ...(cursor && { cursor }),
      };
      const page: { items: Survey[]; next_cursor: string | null } = await succeed(
        kanaat.call(listQuestions, { token: who?.token, query }),
      );
      assert.ok(page.items.length <= limit);
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    return found;
  };
  return {
    kanaat,
    clock,
    read,
    ids: async (...asked: Parameters<typeof read>) => (await read(...asked)).map(({ id }) => id),
    publish(by: Person, given: NewSurvey = {}) {
      clock.advance(1000);
      return publishSurvey(kanaat, by, given);
    },
    follow: (who: Person, whom: Person) =>
      succeed(kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } })),
    async rank() {
      await rankListed(db, new AbortController().signal, clock.now());
      clock.advance(1001);
    },
    people: (count: number) => Promise.all(Array.from({ length: count }, () => signUp(kanaat))),
  };
}

const idsOf = (...surveys: Survey[]) => surveys.map(({ id }) => id);

describe("the feed for somebody", () => {
  it("mixes what is popular today, by followed people and of liked categories, then the rest, page by page (R510, R511)", async (t) => {
    const { kanaat, clock, publish, follow, rank, people, ids } = await open(t);
    // A session lasts for less than the days that pass.
    const [asker, voter] = (await people(2)) as [Person, Person];
    const answered = await publish(asker, { category_id: 2 });
    const rest = await publish(asker, { category_id: 5 });
    const quiet = await publish(asker, { category_id: 6 });
    const liked = await publish(asker, { category_id: 2 });
    const likedMore = await publish(asker, { category_id: 2 });
    for (const survey of [likedMore, rest]) await voteFor(kanaat, voter, survey, 0);
    await rank();
    clock.advance(3 * DAY_MS);
    const [me, followed, other] = (await people(3)) as [Person, Person, Person];
    await follow(me, followed);
    await voteFor(kanaat, me, answered, 0);
    const older = await publish(followed, { category_id: 5 });
    const newer = await publish(followed, { category_id: 2 });
    const today = await publish(other, { category_id: 7 });
    const todayToo = await publish(followed, { category_id: 8 });
    for (const person of [followed, other]) await voteFor(kanaat, person, today, 0);
    await voteFor(kanaat, other, todayToo, 0);
    await publish(me);
    await rank();
    const expected = idsOf(today, newer, likedMore, todayToo, older, liked, rest, quiet);
    for (const limit of [1, 2, 3, 5, 100]) {
      assert.deepEqual(await ids(me, "you", limit), expected, `${limit}`);
    }
  });

  it("offers no survey twice, and leaves out what was answered between two pages (R511)", async (t) => {
    const { kanaat, publish, people, rank } = await open(t);
    const [me, other] = (await people(2)) as [Person, Person];
    const made: Survey[] = [];
    for (let i = 0; i < 9; i++) made.push(await publish(other, { category_id: 1 + (i % 4) }));
    await rank();
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor && { cursor }) };
      const page: { items: Survey[]; next_cursor: string | null } = await succeed(
        kanaat.call(listQuestions, { token: me.token, query }),
      );
      for (const survey of page.items) {
        seen.push(survey.id);
        await voteFor(kanaat, me, survey, 0);
      }
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen.toSorted(), idsOf(...made).toSorted());
  });

  it("has tabs for followed people, new ones and those that end within a week (R510)", async (t) => {
    const { kanaat, clock, publish, follow, people, ids } = await open(t);
    const [me, followed, other] = (await people(3)) as [Person, Person, Person];
    await follow(me, followed);
    const first = await publish(followed);
    const second = await publish(other, { expire_time: clock.iso(2 * DAY_MS) });
    const third = await publish(followed, { expire_time: clock.iso(DAY_MS) });
    const far = await publish(other, { expire_time: clock.iso(30 * DAY_MS) });
    await publish(me, { expire_time: clock.iso(DAY_MS) });
    const voted = await publish(followed, { expire_time: clock.iso(HOUR_MS) });
    await voteFor(kanaat, me, voted, 0);
    for (const limit of [1, 2, 100]) {
      assert.deepEqual(await ids(me, "following", limit), idsOf(third, first));
      assert.deepEqual(await ids(me, "new", limit), idsOf(far, third, second, first));
      assert.deepEqual(await ids(me, "ending", limit), idsOf(third, second));
    }
    assert.deepEqual(await ids(null, "following"), []);
  });

  it("refuses a cursor of another tab, and one whose survey is gone (R91)", async (t) => {
    const { kanaat, publish, people } = await open(t);
    const [me, other] = (await people(2)) as [Person, Person];
    const made = [await publish(other), await publish(other), await publish(other)];
    const ask = (query: Record<string, string | number>) =>
      kanaat.call(listQuestions, { token: me.token, query });
    const { next_cursor } = (await ask({ limit: 1 })).body;
    assert.ok(next_cursor);
    assert.equal((await ask({ tab: "new", cursor: next_cursor })).status, 422);
    assert.equal((await ask({ cursor: "x" })).status, 422);
    for (const { id } of made) {
      await succeed(kanaat.call(deleteSurvey, { token: other.token, params: { id } }));
    }
    const again = await ask({ limit: 1, cursor: next_cursor });
    assert.ok(again.status === 422 || again.body.items.length === 0);
  });
});

describe("what the feed keeps to itself", () => {
  it("offers nothing private, planned, ended, drafted or deleted (R512)", async (t) => {
    const { kanaat, clock, publish, follow, people, ids } = await open(t);
    const [me, other, leaver] = (await people(3)) as [Person, Person, Person];
    for (const person of [other, leaver]) await follow(me, person);
    const shown = await publish(other);
    await publish(other, { visibility: "private" });
    await publish(other, { start_time: clock.iso(DAY_MS) });
    await draftSurvey(kanaat, other);
    const ended = await publish(other);
    await succeed(kanaat.call(closeSurvey, { token: other.token, params: { id: ended.id } }));
    const deleted = await publish(other);
    await succeed(kanaat.call(deleteSurvey, { token: other.token, params: { id: deleted.id } }));
    await publish(leaver);
    const body = { password: leaver.password };
    await succeed(kanaat.call(deleteAccount, { token: leaver.token, body }));
    clock.advance(1001);
    for (const tab of ["you", "following", "new", "ending"] as const) {
      const expected = tab === "ending" ? [] : [shown.id];
      assert.deepEqual(await ids(me, tab), expected, tab);
      assert.deepEqual(await ids(null, tab), tab === "following" ? [] : expected, tab);
    }
  });

  it("has no hidden number, and orders by none (R66, R209, R512)", async (t) => {
    const { kanaat, publish, people, rank, read, ids } = await open(t);
    const [me, other, ...voters] = (await people(5)) as [Person, Person, ...Person[]];
    const open1 = await publish(other, { result_visibility: "before" });
    const hidden = await publish(other, { result_visibility: "after" });
    for (const voter of voters) await voteFor(kanaat, voter, hidden, 0);
    for (const voter of voters.slice(0, 1)) await voteFor(kanaat, voter, open1, 0);
    await rank();
    for (const who of [me, null]) {
      assert.deepEqual(await ids(who, "you"), idsOf(open1, hidden));
      const [, item] = await read(who, "you");
      assert.equal(item?.vote_count, null);
    }
  });

  it("gives every visitor the same bytes, and a member what a survey's page gives (R512)", async (t) => {
    const { kanaat, publish, people, rank } = await open(t);
    const [me, other] = (await people(2)) as [Person, Person];
    const survey = await publish(other);
    await rank();
    const ask = (token?: string) => kanaat.call(listQuestions, { token, query: {} });
    const [first, second, mine] = [await ask(), await ask(), await ask(me.token)];
    assert.equal(first.text, second.text);
    const own = await kanaat.call(getSurvey, { token: me.token, params: { id: survey.id } });
    assert.deepEqual(mine.body.items, [own.body.item]);
    await voteFor(kanaat, me, survey, 0);
    await rank();
    assert.deepEqual((await ask(me.token)).body.items, []);
    assert.equal((await ask()).body.items.length, 1);
  });
});
