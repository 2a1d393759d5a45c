import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { followPerson, unfollowPerson } from "#contract/endpoints/follows.ts";
import {
  acceptInvitation,
  changeInvitationSettings,
  getInvitationLink,
  getInvitationSettings,
  InvitableBy,
  invitePerson,
  listInvitations,
  listInvitedPeople,
  renewInvitationLink,
  withdrawInvitation,
} from "#contract/endpoints/invitations.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { deleteSurvey, getSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Answer, succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const [owner, guest, stranger] = await Promise.all([
  signUp(kanaat),
  signUp(kanaat),
  signUp(kanaat),
]);

const publishPrivate = () => publishSurvey(kanaat, owner, { visibility: "private" });
const invite = (id: number, nickname: unknown, who: Person = owner) =>
  kanaat.call(invitePerson, { token: who.token, params: { id }, body: { nickname } });
const withdraw = (id: number, userId: number | string, who: Person = owner) =>
  kanaat.call(withdrawInvitation, { token: who.token, params: { id, userId } });
const accept = (id: number, code: string, who: Person = guest) =>
  kanaat.call(acceptInvitation, { token: who.token, params: { id }, body: { code } });
const link = async (id: number) => {
  const given = { token: owner.token, params: { id } };
  return (await succeed(kanaat.call(getInvitationLink, given))).item.code;
};
const invited = (id: number, who: Person = owner, query = {}) =>
  kanaat.call(listInvitedPeople, { token: who.token, params: { id }, query });
const invitations = (who: Person, query = {}) =>
  kanaat.call(listInvitations, { token: who.token, query });
const sees = async (id: number, who: Person) =>
  (await kanaat.call(getSurvey, { token: who.token, params: { id } })).status === 200;
const notificationCount = async (who: Person) =>
  (await kanaat.call(listNotifications, { token: who.token })).body.items.filter(
    ({ kind }) => kind === "invitation",
  ).length;

function refused(answer: Answer<unknown>, status: number, code: ErrorCode): void {
  assert.deepEqual([answer.status, answer.problem?.code], [status, code], answer.text);
}

describe("inviting a person", () => {
  it("allows them to see and vote, and notifies them (R63, R105)", async () => {
    const person = await signUp(kanaat);
    const survey = await publishPrivate();
    const { status, body } = await invite(survey.id, person.nickname.toUpperCase());
    const { id, name, nickname } = person;
    assert.deepEqual([status, body.item], [201, { id, name, nickname, image: null }]);
    assert.ok(await sees(survey.id, person));
    const vote = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
    assert.equal((await kanaat.call(castVote, { token: person.token, body: vote })).status, 201);
    assert.equal(await notificationCount(person), 1);
  });

  it("changes nothing when it is repeated, also many times at the same moment", async () => {
    const person = await signUp(kanaat);
    const { id } = await publishPrivate();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => invite(id, person.nickname)),
    );
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal((await invited(id)).body.items.length, 1);
    assert.equal(await notificationCount(person), 1);
  });

  it("needs a published survey: survey_not_published", async () => {
    const id = await draftSurvey(kanaat, owner);
    refused(await invite(id, guest.nickname), 409, "survey_not_published");
  });

  it("refuses oneself and unknown people: person_not_found, self_invitation", async () => {
    const { id } = await publishPrivate();
    refused(await invite(id, "boyle_biri_yok"), 404, "person_not_found");
    refused(await invite(id, owner.nickname), 422, "self_invitation");
    for (const nickname of ["a", "ş ş", "", null, { a: 1 }]) {
      refused(await invite(id, nickname), 422, "validation_failed");
    }
  });
});

describe("the list of invitations", () => {
  it("holds surveys that the caller is invited to, newest first, page by page (R62)", async () => {
    const person = await signUp(kanaat);
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await publishPrivate();
      await invite(id, person.nickname);
      ids.unshift(id);
      if (i) clock.advance(1000);
    }
    const first = (await invitations(person, { limit: 2 })).body;
    const second = (await invitations(person, { limit: 2, cursor: first.next_cursor })).body;
    const items = [...first.items, ...second.items];
    assert.deepEqual(
      items.map((item) => item.id),
      ids,
    );
    assert.equal(second.next_cursor, null);
    const { state, user, invited_at } = items[0] ?? {};
    assert.deepEqual([state, user?.id, invited_at], ["active", owner.id, clock.iso(-1000)]);
    assert.equal((await kanaat.call(listInvitations)).status, 401);
  });

  it("loses a survey that is deleted", async () => {
    const person = await signUp(kanaat);
    const { id } = await publishPrivate();
    await invite(id, person.nickname);
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id } });
    assert.deepEqual((await invitations(person)).body.items, []);
    assert.equal(await notificationCount(person), 0);
  });
});

describe("the list of the invited", () => {
  it("names people in four fields, page by page, to the owner alone (R63)", async () => {
    const { id } = await publishPrivate();
    await invite(id, guest.nickname);
    clock.advance(1);
    await invite(id, stranger.nickname);
    const first = (await invited(id, owner, { limit: 1 })).body;
    const second = (await invited(id, owner, { limit: 1, cursor: first.next_cursor })).body;
    assert.deepEqual(
      [...first.items, ...second.items].map((person) => person.id),
      [stranger.id, guest.id],
    );
    assert.deepEqual(Object.keys(first.items[0] ?? {}), ["id", "name", "nickname", "image"]);
    refused(await invited(id, guest), 403, "forbidden");
  });
});

describe("taking an invitation back", () => {
  it("hides the survey again, and its notification (R63)", async () => {
    const person = await signUp(kanaat);
    const { id } = await publishPrivate();
    await invite(id, person.nickname);
    const { status } = await withdraw(id, person.id);
    assert.equal(status, 204);
    assert.equal(await sees(id, person), false);
    assert.equal(await notificationCount(person), 0);
    assert.equal((await withdraw(id, person.id)).status, 204);
    await invite(id, person.nickname);
    assert.equal(await notificationCount(person), 1);
  });

  it("returns 404 for an id that names nobody", async () => {
    const { id } = await publishPrivate();
    refused(await withdraw(id, "x"), 404, "survey_not_found");
  });
});

describe("the invitation link", () => {
  it("opens the survey permanently to anyone who accepts it (R64)", async () => {
    const person = await signUp(kanaat);
    const { id } = await publishPrivate();
    const code = await link(id);
    assert.match(code, /^[\w-]{22}$/);
    for (let time = 0; time < 2; time++) {
      const answer = await accept(id, code, person);
      assert.deepEqual([answer.status, answer.text], [204, ""]);
    }
    assert.ok(await sees(id, person));
    assert.equal((await invitations(person)).body.items.length, 1);
  });

  it("stops working when it is renewed, for all who have not come yet (R64)", async () => {
    const { id } = await publishPrivate();
    const earlier = await link(id);
    await accept(id, earlier, guest);
    const given = { token: owner.token, params: { id } };
    const { code } = (await kanaat.call(renewInvitationLink, given)).body.item;
    assert.equal(await link(id), code);
    assert.notEqual(code, earlier);
    refused(await accept(id, earlier, stranger), 404, "survey_not_found");
    assert.ok(await sees(id, guest));
    assert.equal((await accept(id, earlier, guest)).status, 204);
    assert.equal((await accept(id, code, stranger)).status, 204);
  });

  it("invites nobody by a wrong code, to a draft, or to their own survey", async () => {
    const open = await publishSurvey(kanaat, owner);
    assert.equal((await accept(open.id, "yanlis", stranger)).status, 204);
    assert.equal((await accept(open.id, await link(open.id), owner)).status, 204);
    const given = { token: owner.token, params: { id: open.id } };
    await kanaat.call(setVisibility, { ...given, body: { visibility: "private" } });
    assert.equal(await sees(open.id, stranger), false);
    assert.deepEqual((await invited(open.id)).body.items, []);
    const draft = await draftSurvey(kanaat, owner);
    refused(await accept(draft, await link(draft)), 404, "survey_not_found");
    refused(await accept(9_999_999, "kod"), 404, "survey_not_found");
    assert.equal((await accept(open.id, "a b")).status, 422);
  });
});

describe("who may invite a person", () => {
  const settings = (who: Person) => kanaat.call(getInvitationSettings, { token: who.token });
  const allow = (who: Person, invitable_by: unknown) =>
    kanaat.call(changeInvitationSettings, { token: who.token, body: { invitable_by } });
  const follow = (who: Person, endpoint = followPerson) =>
    succeed(kanaat.call(endpoint, { token: who.token, params: { userId: owner.id } }));

  it("is everybody at first, and what the person chose (R236)", async () => {
    const person = await signUp(kanaat);
    assert.deepEqual((await settings(person)).body, { item: { invitable_by: "everybody" } });
    for (const invitable_by of InvitableBy.options) {
      const { status, body } = await allow(person, invitable_by);
      assert.deepEqual([status, body], [200, { item: { invitable_by } }]);
      assert.deepEqual((await settings(person)).body, body);
      const { invitable_by: kept } = (await download(kanaat, person)).body;
      assert.equal(kept, invitable_by);
    }
    for (const wrong of ["followers", "", null, true]) {
      refused(await allow(person, wrong), 422, "validation_failed");
    }
    assert.equal((await settings(person)).body.item.invitable_by, "nobody");
    assert.equal((await kanaat.call(getInvitationSettings)).status, 401);
  });

  it("can be the people they follow, or nobody: not_invitable (R236)", async () => {
    const person = await signUp(kanaat);
    const [first, second, open] = [
      await publishPrivate(),
      await publishPrivate(),
      await publishSurvey(kanaat, owner),
    ];
    const may = async (id: number) => {
      const answer = await invite(id, person.nickname);
      if (answer.status === 201) return true;
      refused(answer, 403, "not_invitable");
      return false;
    };
    await allow(person, "followings");
    assert.deepEqual([await may(first.id), await may(open.id)], [false, false]);
    await follow(person);
    assert.equal(await may(first.id), true);
    await follow(person, unfollowPerson as never);
    assert.equal(await may(second.id), false);
    await follow(person);
    await allow(person, "nobody");
    assert.deepEqual([await may(second.id), await may(open.id)], [false, false]);
    assert.equal(await notificationCount(person), 1);

    // An existing invitation stays; once withdrawn, it cannot be repeated.
    assert.equal(await may(first.id), true);
    assert.ok(await sees(first.id, person));
    await withdraw(first.id, person.id);
    assert.equal(await may(first.id), false);
    // With the link, people accept on their own.
    await accept(second.id, await link(second.id), person);
    assert.ok(await sees(second.id, person));
    await allow(person, "everybody");
    assert.equal(await may(first.id), true);
  });

  it("holds from the response on, however many invite at that moment (R236)", async () => {
    const person = await signUp(kanaat);
    const surveys = await Promise.all(Array.from({ length: 8 }, publishPrivate));
    const count = () =>
      kanaat.db.query
        .selectFrom("invitations")
        .select("survey_id")
        .where("user_id", "=", person.id)
        .execute();
    const under = surveys.map(({ id }) => invite(id, person.nickname));
    assert.equal((await allow(person, "nobody")).status, 200);
    const then = await count();
    const answers = await Promise.all(under);
    assert.deepEqual(await count(), then);
    assert.equal(answers.filter(({ status }) => status === 201).length, then.length);
  });

  if (kanaat.db.engine === "postgres") {
    it("holds while it is being changed (R236)", async (t) => {
      const person = await signUp(kanaat);
      const { id } = await publishPrivate();
      const changing = await kanaat.db.query.startTransaction().execute();
      t.after(() => changing.isCommitted || changing.rollback().execute());
      await changing
        .updateTable("users")
        .set({ invitable_by: "nobody" })
        .where("id", "=", person.id)
        .execute();
      const answer = invite(id, person.nickname);
      await sleep(100);
      await changing.commit().execute();
      refused(await answer, 403, "not_invitable");
    });
  }
});

describe("another person's invitations", () => {
  it("are closed: forbidden when the caller may see the survey, survey_not_found when not (R9, R63)", async () => {
    const open = await publishSurvey(kanaat, owner);
    const hidden = await publishPrivate();
    for (const { id } of [open, hidden]) {
      const given = { token: stranger.token, params: { id } };
      const answers = [
        await invited(id, stranger),
        await invite(id, guest.nickname, stranger),
        await withdraw(id, guest.id, stranger),
        await kanaat.call(getInvitationLink, given),
        await kanaat.call(renewInvitationLink, given),
      ];
      for (const answer of answers) {
        if (id === open.id) refused(answer, 403, "forbidden");
        else refused(answer, 404, "survey_not_found");
      }
      assert.equal((await kanaat.call(getInvitationLink, { params: { id } })).status, 401);
      assert.deepEqual((await invited(id)).body.items, []);
    }
  });
});
