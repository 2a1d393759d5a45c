import assert from "node:assert/strict";
import { after, it } from "node:test";
import { sql } from "kysely";
import { api } from "#contract/api.ts";
import { HOUR_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { blockPerson, getBlock, listBlocks, unblockPerson } from "#contract/endpoints/blocks.ts";
import { followPerson, followPersonByGet, getFollowStatus } from "#contract/endpoints/follows.ts";
import { getInvitationLink, invitePerson } from "#contract/endpoints/invitations.ts";
import { awaitEnd, getUnreadCount, listNotifications } from "#contract/endpoints/notifications.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults, getVoteStatus } from "#contract/endpoints/votes.ts";
import { BLOCKS_MAX } from "#contract/limits.ts";
import { notifyEnded } from "#server/features/notifications/ended.writes.ts";
import { whatNames } from "#server/http/routing/veiled-calls.ts";
import { openEvents } from "#server/testing/event-reader.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { db, clock } = kanaat;
/** Of everything that is by the person who blocks. */
const CANARY = "kanarya";

const block = (by: Person, whom: Pick<Person, "id">, kind = "block") =>
  kanaat.call(blockPerson, { token: by.token, params: { userId: whom.id }, body: { kind } });
const unblock = (by: Person, whom: Person) =>
  succeed(kanaat.call(unblockPerson, { token: by.token, params: { userId: whom.id } }));
const follow = (by: Person, whom: Person) =>
  kanaat.call(followPerson, { token: by.token, params: { userId: whom.id } });
const follows = async (by: Person, whom: Person) =>
  (await kanaat.call(getFollowStatus, { token: by.token, params: { userId: whom.id } })).body.item;
const notified = async ({ token }: Person) =>
  (await succeed(kanaat.call(listNotifications, { token }))).items.map(({ kind }) => kind);
const blocksOf = async ({ token }: Person) =>
  (await succeed(kanaat.call(listBlocks, { token }))).items.map(
    ({ person, kind }) => `${kind} ${person.nickname}`,
  );

it("somebody blocked gets from every call what nobody's name or id gets (R634)", async () => {
  const [owner, blocked, other] = [
    await signUp(kanaat, { nickname: `${CANARY}_1` }),
    await signUp(kanaat),
    await signUp(kanaat),
  ];
  const about = { question: `${CANARY} ne yer?`, voters: "members" } as const;
  const open = await publishSurvey(kanaat, owner, about);
  const secret = await publishSurvey(kanaat, owner, { ...about, visibility: "private" });
  const draft = await draftSurvey(kanaat, owner, about);
  const own = await publishSurvey(kanaat, blocked, { visibility: "private" });
  const others = await publishSurvey(kanaat, other, { voters: "members" });
  for (const [one, another] of [
    [owner, blocked],
    [blocked, owner],
    [owner, other],
    [other, owner],
  ] as const)
    await succeed(follow(one, another));
  const invite = { params: { id: secret.id }, body: { nickname: blocked.nickname } };
  await succeed(kanaat.call(invitePerson, { ...invite, token: owner.token }));
  const { item } = await succeed(
    kanaat.call(getInvitationLink, { token: owner.token, params: { id: secret.id } }),
  );
  await voteFor(kanaat, blocked, open, 0);
  await succeed(kanaat.call(awaitEnd, { token: blocked.token, params: { id: open.id } }));
  const { token } = blocked;
  await succeed(block(owner, blocked));

  interface Names {
    person: { id: number; nickname: string };
    survey: number;
    option: number;
  }
  const image = await picture();
  const bodies = ({ person, survey, option }: Names): Record<string, unknown> => ({
    castVote: { survey_id: survey, survey_option_id: option },
    addOptions: { data: ["a", "b"].map((content) => ({ survey_id: survey, image, content })) },
    setVisibility: { visibility: "private" },
    updateSurvey: { description: "Değişti" },
    invitePerson: { nickname: person.nickname },
    acceptInvitation: { code: item.code },
    blockPerson: { kind: "mute" },
    reportTarget: { kind: "person", id: person.id, reason: "spam" },
  });
  async function call(name: string, endpoint: Endpoint, named: Names) {
    const { person, survey } = named;
    const id = name === "invitePerson" || name === "withdrawInvitation" ? own.id : survey;
    const params = { id, userId: person.id, nickname: person.nickname };
    const filled = { ...params, format: "csv", receipt: "0000-0000-0000-0000" };
    const query = { davet: item.code, surveys: survey, survey_ids: survey, skip: survey };
    const known = Object.keys(endpoint.query?.shape ?? {});
    const asked = Object.entries(query).filter(([field]) => known.includes(field));
    const given = { token, params: filled, query: Object.fromEntries(asked) };
    const { status, text } = await kanaat.call(endpoint, { ...given, body: bodies(named)[name] });
    return { status, text: text.replace(/"request_id":"[^"]*"|"[^"]*":"\/api[^"]*"/g, "") };
  }

  const NOBODY = { person: { id: 999_999, nickname: "kimse_degil" }, survey: 999_999, option: 1 };
  const option = open.options[0]?.id ?? 0;
  const theirs = [open.id, secret.id, draft].map((survey) => ({ person: owner, survey, option }));
  const names = Object.entries(api).filter(([name, endpoint]) => namesAny(name, endpoint));
  assert.ok(names.length > 40, `${names.length}`);
  for (const [name, endpoint] of names) {
    const expected = await call(name, endpoint, NOBODY);
    for (const named of theirs) {
      assert.deepEqual(await call(name, endpoint, named), expected, `${name} ${named.survey}`);
    }
  }
  // Nor does anything else contain what is by them.
  const rest = { person: other, survey: others.id, option: others.options[0]?.id ?? 0 };
  const reads = Object.entries(api).filter(
    ([, { method, auth, stream, staff, limit }]) =>
      method === "GET" && auth !== "none" && !stream && !staff && !limit?.startsWith("write"),
  );
  await kanaat.call(api.proveOwnership as Endpoint, { token, body: PROOF });
  for (const [name, endpoint] of reads.filter(([name]) => name !== "exportAccount")) {
    const answer = await call(name, endpoint, rest);
    assert.ok(!answer.text.includes(CANARY), `${name}: ${answer.text}`);
  }
  assert.equal((await kanaat.call(getUnreadCount, { token })).body, 0);

  // What they did themselves stays in their download, and visitors see everything.
  assert.match((await kanaat.call(exportAccount, { token })).text, new RegExp(CANARY));
  const visit = { params: { nickname: owner.nickname, id: open.id } };
  assert.equal((await kanaat.call(getPerson, visit)).status, 200);
});

/** Whether a call names a person or a survey, and who calls it matters. */
function namesAny(name: string, endpoint: Endpoint): boolean {
  const { auth, staff, stream, path } = endpoint;
  if (auth === "none" || staff || stream) return false;
  const inBody = ["castVote", "addOptions", "invitePerson", "reportTarget"].includes(name);
  const fields = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  return inBody || fields.some((field) => whatNames(endpoint, field, {}) !== undefined);
}

it("every field that may name somebody is known to be one that does or does not (R634)", () => {
  const NONE = /^\/api\/auth\/(account\/(my|sessions|passkeys|notifications)|moderation)/;
  for (const [name, endpoint] of Object.entries(api)) {
    if (endpoint.auth === "none" || endpoint.staff || NONE.test(endpoint.path)) continue;
    const fields = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
      Object.keys(part && "shape" in part ? (part.shape as object) : {}),
    );
    for (const field of fields.filter((field) => /id$|ids$|nickname|person|user/i.test(field))) {
      if (["category_id", "city_id"].includes(field)) continue;
      const part = { kind: "survey" };
      assert.ok(whatNames(endpoint, field, part), `${name}: ${field}`);
    }
  }
});

it("a block ends follows in both directions, silently, and prevents new ones (R634, R635)", async () => {
  const [owner, blocked] = [await signUp(kanaat), await signUp(kanaat)];
  await succeed(follow(owner, blocked));
  await succeed(follow(blocked, owner));
  assert.deepEqual(await notified(owner), ["follower"]);
  await succeed(block(owner, blocked));
  await succeed(block(owner, blocked));
  assert.deepEqual(await blocksOf(owner), [`block ${blocked.nickname}`]);
  assert.deepEqual([await notified(owner), await notified(blocked)], [[], []]);
  assert.equal((await follow(blocked, owner)).problem.code, "person_not_found");
  const again = { token: owner.token, params: { userId: blocked.id } };
  for (const call of [followPerson, followPersonByGet])
    assert.equal((await kanaat.call(call, again)).problem.code, "person_blocked");
  const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
  const params = { id: survey.id };
  const invitation = { token: owner.token, params, body: { nickname: blocked.nickname } };
  assert.equal((await kanaat.call(invitePerson, invitation)).problem.code, "person_blocked");
  const profile = { params: { nickname: owner.nickname } };
  const { item } = (await kanaat.call(getPerson, profile)).body;
  assert.deepEqual([item.follower_count, item.following_count], [0, 0]);

  const asked = { token: owner.token, params: { userId: blocked.id } };
  assert.equal((await kanaat.call(getBlock, asked)).body.item, "block");
  await unblock(owner, blocked);
  await unblock(owner, blocked);
  assert.deepEqual(await blocksOf(owner), []);
  assert.deepEqual([await follows(owner, blocked), await follows(blocked, owner)], [false, false]);
  await succeed(follow(blocked, owner));
  assert.deepEqual(await notified(owner), ["follower"]);
});

it("two who block each other are in neither's list of blocked people (R635)", async () => {
  const [one, another] = [await signUp(kanaat), await signUp(kanaat)];
  await succeed(block(one, another));
  assert.equal((await block(another, one)).problem.code, "person_not_found");
  assert.deepEqual(await blocksOf(another), []);
  const self = await block(one, one);
  assert.equal(self.problem.code, "self_block");
});

it("a muted person is in no list and no notification (R636)", async () => {
  const [me, muted, other] = [await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)];
  await succeed(follow(me, muted));
  await succeed(follow(muted, me));
  const end = clock.iso(HOUR_MS);
  const first = await publishSurvey(kanaat, muted, { expire_time: end, voters: "members" });
  await voteFor(kanaat, me, first, 0);
  assert.deepEqual(await notified(me), ["published", "follower"]);
  await succeed(block(me, muted, "mute"));
  assert.deepEqual(await notified(me), []);
  await publishSurvey(kanaat, muted, { voters: "members" });
  for (let i = 0; i < 3; i++) await publishSurvey(kanaat, other, { voters: "members" });
  const page = await kanaat.call(listSurveys, { token: me.token, query: { limit: 3 } });
  assert.deepEqual(
    page.body.items.map(({ user }) => user.nickname),
    Array(3).fill(other.nickname),
  );
  clock.advance(2 * HOUR_MS);
  await notifyEnded(db, clock.now(), new AbortController().signal);
  assert.deepEqual(await notified(me), []);
  // By name they are there, in both directions.
  assert.equal(await follows(me, muted), true);
  const { token } = await signUp(kanaat);
  for (const by of [me.token, token]) {
    const asked = { token: by, params: { nickname: muted.nickname, id: first.id } };
    assert.equal((await kanaat.call(getPerson, asked)).status, 200);
    assert.equal((await kanaat.call(getSurvey, asked)).status, 200);
    const { body } = await kanaat.call(api.listPersonSurveys as Endpoint, asked);
    assert.equal((body as unknown as { items: unknown[] }).items.length, 2);
  }
});

it("a page of a list is filled up by what follows (R634)", async () => {
  const [me, other] = [await signUp(kanaat), await signUp(kanaat)];
  const hidden = await signUp(kanaat);
  for (let i = 0; i < 8; i++) {
    const by = i % 2 === 0 ? hidden : other;
    await publishSurvey(kanaat, by, { question: `Zürafa ${i} mi?`, voters: "members" });
  }
  await succeed(block(hidden, me));
  const query = { limit: 3, q: "zürafa" };
  const { body } = await kanaat.call(listSurveys, { token: me.token, query });
  assert.equal(body.items.length, 3);
  const next = { ...query, cursor: body.next_cursor ?? "" };
  const second = (await kanaat.call(listSurveys, { token: me.token, query: next })).body;
  const all = [...body.items, ...second.items].map(({ user }) => user.nickname);
  assert.deepEqual(all, Array(4).fill(other.nickname));
  assert.equal(second.next_cursor, null);
});

it("staff sees what it has to look at (R635)", async () => {
  const [staff, owner] = [await staffMember(kanaat), await signUp(kanaat)];
  const survey = await publishSurvey(kanaat, owner);
  await succeed(block(owner, staff));
  const asked = { token: staff.token, params: { id: survey.id } };
  assert.equal((await kanaat.call(getSurvey, asked)).status, 200);
});

it("a thousand are the limit: blocks_limit (R635)", async () => {
  const [me, one] = [await signUp(kanaat), await signUp(kanaat)];
  const columns = sql.raw(`gender, birth_date, city_id, show_details, consent_version,
    explicit_consent_at, communication_consent_at, created_at`);
  await sql`with recursive many(i) as (select 1 union all select i + 1 from many where i < ${BLOCKS_MAX})
    insert into users (name, nickname, email, canonical_email, ${columns})
    select 'Kişi', 'cok_' || i, 'cok_' || i, 'cok_' || i, ${columns}
    from users, many where id = ${me.id}`.execute(db.query);
  await sql`insert into blocks (user_id, person_id, kind, created_at)
    select cast(${me.id} as bigint), id, 'mute', 0 from users where nickname like 'cok~_%' escape '~'`.execute(
    db.query,
  );
  assert.equal((await block(me, one)).problem.code, "blocks_limit");
  assert.equal((await block(me, { id: 999_999 })).problem.code, "person_not_found");
});

it("an open stream of results ends, and the next one hides them (R634)", async (t) => {
  const [owner, me] = [await signUp(kanaat), await signUp(kanaat)];
  const survey = await publishSurvey(kanaat, owner, { result_visibility: "before" });
  const asked = { token: me.token, params: { id: survey.id } };
  assert.equal((await kanaat.call(getResults, asked)).status, 200);
  const base = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `${base}/api/auth/events/stream?surveys=${survey.id}`;
  const before = await openEvents(t, url, me.token);
  assert.match((await before.hear()) ?? "", /unread|results/);
  await succeed(block(owner, me));
  for (let event = await before.hear(); event !== undefined; ) event = await before.hear();
  const later = await openEvents(t, url, me.token);
  const events = [await later.hear(), await later.hear()].join("");
  assert.match(events, new RegExp(`hidden\ndata: ${survey.id}`));
  assert.equal((await kanaat.call(getVoteStatus, asked)).problem.code, "survey_not_found");
});
