import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "#contract/durations.ts";
import { getAccount, logout, register, updateAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import * as links from "#contract/endpoints/moderation/links.ts";
import * as people from "#contract/endpoints/moderation/people.ts";
import { listOwnDecisions, reportTarget } from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import type { Letter } from "#server/mail/letter.ts";
import { shellPostage } from "#server/mail/letter-limits.ts";
import { outboxOf } from "#server/mail/mail.ts";
import { decisionAbout, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed, toForm } from "#testing/api.ts";
import { type Person, PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import type { Post } from "../decision-letters.ts";
import { storePlaceholders } from "../move-pictures.ts";
import { setRole } from "../roles.writes.ts";
import { restoreFromShell, suspendFromShell } from "./shell-suspensions.writes.ts";
import { suspendPeople } from "./suspensions.writes.ts";

const kanaat = await testApp({ after });
const { db, clock, config } = kanaat;
const [staff, admin] = [await staffMember(kanaat), await staffMember(kanaat, "admin")];
const person = await signUp(kanaat);
interface Version {
  id: number;
  version: number;
}
const FARM = "Bu uygulamayla kaç lira kazandınız?";
const WORDS = "Aynı sorular art arda soruluyor.";

const list = async (q: string, { token } = staff) =>
  (await succeed(kanaat.call(people.listPeople, { token, query: { q, limit: 2 } }))).items;
const lastRecord = async (count: number) => {
  const rows = db.query.selectFrom("moderation_record").select(["actor", "act", "target", "words"]);
  return (await rows.orderBy("number", "desc").limit(count).execute()).map((row) => ({ ...row }));
};
/** The case about a survey. */
async function caseOf(surveyId: number) {
  const values = { survey_id: surveyId };
  const made = db.query.insertInto("moderation_cases").values(values).returning("id as caseId");
  return made.executeTakeFirstOrThrow();
}
const read = async (id: number) =>
  (await succeed(kanaat.call(people.getStaffPerson, { token: staff.token, params: { id } }))).item;

describe("people for staff", () => {
  it("are the newest first, or those with a nickname or an id, without private data (R687)", async () => {
    const newest = await signUp(kanaat);
    const items = await list("");
    assert.deepEqual(
      items.map(({ id }) => id),
      [newest.id, person.id],
    );
    assert.ok(!JSON.stringify(items).includes("@ornek.com"));
    for (const q of [`@${person.nickname.toUpperCase()}`, String(person.id), ` ${person.id} `])
      assert.deepEqual(
        (await list(q)).map(({ nickname }) => nickname),
        [person.nickname],
        q,
      );
    assert.deepEqual(await list("boyle_biri_yok"), []);
    const { token } = staff;
    const first = await kanaat.call(people.listPeople, { token, query: { limit: 2 } });
    const query = { limit: 2, cursor: first.body.next_cursor ?? "" };
    const second = await succeed(kanaat.call(people.listPeople, { token, query }));
    assert.ok(second.items.every(({ id }) => id < person.id));
  });

  it("show what was reported and decided about them, and no private survey (R687)", async () => {
    const target = await signUp(kanaat);
    const shown = await publishSurvey(kanaat, target);
    const secret = await publishSurvey(kanaat, target, { visibility: "private" });
    const about = [
      { kind: "person", id: target.id },
      { kind: "survey", id: shown.id },
    ];
    for (const body of about) {
      const given = { token: person.token, body: { ...body, reason: "spam" } };
      await succeed(kanaat.call(reportTarget, given));
    }
    const { caseId } = await caseOf(secret.id);
    await decisionAbout(db, { caseId, personId: target.id, now: clock.now() });
    const item = await read(target.id);
    assert.deepEqual(
      item.cases.map(({ survey, reports }) => [survey?.id ?? null, reports]),
      [
        [null, 1],
        [shown.id, 1],
      ],
    );
    assert.deepEqual([item.role, item.survey_count, item.decision_count], ["member", 1, 1]);
    const own = { token: staff.token, params: { id: target.id } };
    const decisions = await succeed(kanaat.call(people.listPersonDecisions, own));
    assert.deepEqual(
      decisions.items.map(({ survey }) => survey),
      [{ id: secret.id, question: "" }],
    );
    const missing = { token: staff.token, params: { id: 987_654_321 } };
    const answer = await kanaat.call(people.getStaffPerson, missing);
    assert.equal(answer.problem.code, "person_not_found");
    const none = await kanaat.call(people.listPersonDecisions, missing);
    assert.equal(none.problem.code, "person_not_found");
  });

  it("are decided about without a report, and that is taken back as other decisions are (R688)", async () => {
    const target = await signUp(kanaat);
    const { token } = staff;
    const open = (id: number, by = staff) =>
      kanaat.call(people.openPersonCase, { token: by.token, params: { id } });
    const { item: id } = await succeed(open(target.id));
    assert.equal((await succeed(open(target.id))).item, id);
    assert.equal((await open(987_654_321)).problem.code, "person_not_found");
    assert.equal((await open(staff.id)).problem.code, "own_case");
    const { items } = await succeed(kanaat.call(cases.listCases, { token }));
    assert.ok(items.every((one) => one.id !== id));

    const decide = (act: string, version: number) => {
      const body = { version, act, reason: "spam", words: WORDS, days: 7 };
      return kanaat.call(cases.decideCase, { token, params: { id }, body });
    };
    assert.equal((await decide("dismiss", 0)).problem.code, "case_changed");
    await succeed(decide("suspend", 0));
    assert.equal((await decide("warn", 0)).problem.code, "case_changed");
    const suspended = await read(target.id);
    assert.deepEqual(
      [suspended.suspended_until, suspended.decision_count],
      [clock.iso(7 * DAY_MS), 1],
    );
    const own = { token, params: { id: target.id } };
    const decisions = await succeed(kanaat.call(people.listPersonDecisions, own));
    assert.deepEqual(
      decisions.items.map(({ act }) => act),
      ["suspend"],
    );
    const undone = { params: { id: decisions.items[0]?.id ?? 0 }, body: { words: WORDS } };
    await succeed(kanaat.call(cases.undoDecision, { token, ...undone }));
    assert.equal((await read(target.id)).suspended_until, null);
  });
});

describe("several people", () => {
  it("are suspended together, all or nobody, each by a decision of its own (R698)", async () => {
    const { token } = staff;
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const suspend = (...people_: { id: number; version: number }[]) => {
      const body = { people: people_, reason: "spam" as const, words: WORDS, days: 7 };
      return kanaat.call(people.suspendPeople, { token, body });
    };
    const [a, b] = [one, other].map(({ id }) => ({ id, version: 0 })) as [Version, Version];
    assert.equal((await suspend(a, { ...b, version: 3 })).problem.code, "case_changed");
    assert.equal((await suspend(a, { id: staff.id, version: 0 })).problem.code, "own_case");
    const missing = await suspend(a, { id: 987_654_321, version: 0 });
    assert.equal(missing.problem.code, "person_not_found");
    assert.equal((await read(one.id)).suspended_until, null);
    await succeed(suspend(b, a));
    for (const { id } of [one, other]) {
      const item = await read(id);
      assert.deepEqual([item.suspended_until, item.decision_count], [clock.iso(7 * DAY_MS), 1]);
    }
    const rows = (await lastRecord(2)).map(({ act, target }) => [act, target]);
    const targets = [other, one].map(({ id }) => ["suspend", `person ${id}`]);
    assert.deepEqual(rows, targets);
    assert.equal((await suspend(a)).problem.code, "case_changed");
  });

  it("are suspended with their public surveys, each hidden by a decision of its own (R431, R432)", async () => {
    const { token } = staff;
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const of = (by: Person, fields = {}) =>
      publishSurvey(kanaat, by, { question: FARM, ...fields });
    const surveys = [await of(one), await of(one), await of(other)];
    const secret = await of(one, { visibility: "private" });
    const objected = await of(other);
    const { caseId } = await caseOf(objected.id);
    const change = { has_objection: 1 };
    await db.query.updateTable("moderation_cases").set(change).where("id", "=", caseId).execute();
    const suspend = async (versions: number) => {
      const people_ = [one, other].map(({ id }) => ({ id, version: versions }));
      const body = { people: people_, reason: "spam", words: WORDS, days: 7, hide_surveys: true };
      return kanaat.call(people.suspendPeople, { token, body });
    };
    assert.equal((await suspend(3)).problem.code, "case_changed");
    const { item } = await succeed(suspend(0));
    assert.deepEqual(item, { hidden_surveys: 3, left_surveys: 1 });
    const seen = async (id: number, by?: Person) =>
      (await kanaat.call(getSurvey, { params: { id }, ...(by && { token: by.token }) })).status;
    for (const { id } of surveys) assert.equal(await seen(id), 404);
    const { question } = surveys[0] ?? {};
    assert.equal((await of(person, { question: `${question} 2` })).in_review, true);
    assert.deepEqual([await seen(objected.id), await seen(secret.id, one)], [200, 200]);

    assert.equal((await suspend(0)).problem.code, "case_changed");
    const again = await succeed(suspend(1));
    assert.deepEqual(again.item, { hidden_surveys: 0, left_surveys: 1 });
    const own = { token, params: { id: one.id } };
    const decisions = await succeed(kanaat.call(people.listPersonDecisions, own));
    assert.deepEqual(decisions.items.map(({ act }) => act).sort(), ["hide", "hide", "suspend"]);
    const first = decisions.items.find(({ survey }) => survey?.id === surveys[0]?.id);
    const undone = { params: { id: first?.id ?? 0 }, body: { words: WORDS } };
    await succeed(kanaat.call(cases.undoDecision, { token, ...undone }));
    assert.deepEqual(
      [await seen(surveys[0]?.id ?? 0), await seen(surveys[1]?.id ?? 0)],
      [200, 404],
    );
  });

  it("get one letter each about all of that (R431)", async () => {
    const [one, other, third] = [await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)];
    for (const by of [one, one, other]) await publishSurvey(kanaat, by);
    const letters: Letter[] = [];
    const mail = { ...outboxOf(kanaat), on: true, linkTo: (path: string) => path };
    const queue = async (_: unknown, __: unknown, letter: Letter) => void letters.push(letter);
    const ofStaff = async () => shellPostage();
    const post = { mail: { ...mail, queue }, letterLimits: { ofStaff } } as unknown as Post;
    const chosen = [one, other, third].map(({ id }) => ({ id, version: 0 }));
    const given = { people: chosen, reason: "spam", words: WORDS, days: 7 } as const;
    const hiding = (count: number) => storePlaceholders(kanaat, count);
    const by = { id: staff.id, prove: async () => undefined };
    await suspendPeople(db, post, by, { ...given, hiding }, clock.now());
    const suspended = "Hesabınız 7 gün askıya alındı.";
    assert.deepEqual(
      letters.map(({ paragraphs }) =>
        paragraphs.slice(1, 3).map((text) => text.slice(0, suspended.length)),
      ),
      [
        [suspended, "2 anketiniz yayından kaldırıldı"],
        [suspended, "Anketiniz yayından kaldırıldı:"],
        [suspended, "Neden: Spam. Gerekçesini bildir"],
      ].map((texts) => texts.map((text) => text.slice(0, suspended.length))),
    );
  });

  it("change nothing by what they began to send before (R633)", async (t) => {
    const base = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
    const biography = "Yolda kalan söz";
    const form = new Response(toForm({ biography, image: await picture() }));
    const bodies = [
      ["application/json", Buffer.from(JSON.stringify({ biography }))],
      [form.headers.get("content-type") ?? "", Buffer.from(await form.arrayBuffer())],
    ] as const;
    const suspend = ({ id }: Person) => {
      const who = [{ id, version: 0 }];
      const body = { people: who, reason: "spam", words: WORDS, days: 7 };
      return kanaat.call(people.suspendPeople, { token: staff.token, body });
    };
    const signOut = ({ token }: Person) => kanaat.call(logout, { token });
    for (const [meanwhile, code] of [
      [suspend, "account_suspended"],
      [signOut, "invalid_token"],
    ] as const) {
      for (const [type, bytes] of bodies) {
        const one = await signUp(kanaat);
        const headers = {
          ...{ authorization: `Bearer ${one.token}`, "content-type": type },
          "content-length": bytes.length,
        };
        const sent = request(base + updateAccount.path, { method: "PATCH", headers });
        t.after(() => void sent.destroy());
        sent.write(bytes.subarray(0, -20));
        await once(kanaat.app.server, "request");
        await succeed(meanwhile(one));
        sent.end(bytes.subarray(-20));
        const [response] = await once(sent, "response");
        assert.equal(((await json(response)) as { code: string }).code, code);
        const { token } = await signIn(kanaat, one);
        const { item } = await succeed(kanaat.call(getAccount, { token }));
        assert.deepEqual([item.biography, item.image], [null, null]);
      }
    }
  });

  it("are left to admins and to others where a single decision would be (R698)", async () => {
    const target = await signUp(kanaat);
    const params = { id: target.id };
    const { token } = staff;
    const { item: caseId } = await succeed(kanaat.call(people.openPersonCase, { token, params }));
    const suspend = () => {
      const body = { people: [{ id: target.id, version: 0 }], reason: "spam", words: WORDS };
      return kanaat.call(people.suspendPeople, { token, body });
    };
    const change = (values: { escalation?: string | null; has_objection?: number }) =>
      db.query.updateTable("moderation_cases").set(values).where("id", "=", caseId).execute();
    await change({ escalation: WORDS });
    assert.equal((await suspend()).problem.code, "admin_decides");
    await change({ escalation: null, has_objection: 1 });
    const made = await decisionAbout(
      db,
      { caseId, personId: target.id, now: clock.now() },
      staff.id,
    );
    const objected = { objection: "Katılmıyorum." };
    await db.query.updateTable("decisions").set(objected).where("id", "=", made).execute();
    assert.equal((await suspend()).problem.code, "other_moderator");
  });
});

describe("the shell", () => {
  const post = { mail: outboxOf(kanaat), postage: shellPostage() };
  const suspend = (nickname: string, days?: number) => {
    const given = { nickname, reason: "spam", words: WORDS, days } as const;
    return suspendFromShell(db, post, given, clock.now());
  };
  const restore = (nickname: string) =>
    restoreFromShell(db, post, { nickname, words: WORDS }, clock.now());

  it("suspends and restores an account as a decision does, open sessions too (R428)", async () => {
    const { id, token, nickname } = await signUp(kanaat);
    const follow = () => kanaat.call(followPerson, { token, params: { userId: person.id } });
    /** PostgreSQL sends the notice of changed sessions a moment later. */
    const followUntil = async (status: number) => {
      let answer = await follow();
      while (answer.status !== status) {
        await sleep(5);
        answer = await follow();
      }
      return answer;
    };
    assert.equal(await suspend(nickname, 7), "suspended");
    assert.equal(await suspend(nickname), "suspended");
    assert.equal((await followUntil(403)).problem.code, "account_suspended");
    const { items } = await succeed(kanaat.call(listOwnDecisions, { token }));
    assert.deepEqual(
      items.map(({ act, words }) => [act, words]),
      [
        ["suspend", WORDS],
        ["suspend", WORDS],
      ],
    );
    const told = await succeed(kanaat.call(listNotifications, { token }));
    assert.ok(told.items.some(({ kind }) => kind === "decision"));
    assert.equal(await restore(nickname), 2);
    await followUntil(200);
    assert.equal(await restore(nickname), 0);
    const row = { actor: null, act: "undo suspend", target: `person ${id}`, words: WORDS };
    assert.deepEqual(await lastRecord(1), [row]);
  });

  it("suspends nobody of the staff (R428)", async () => {
    assert.equal(await suspend(staff.nickname), "staff");
    assert.equal((await read(staff.id)).suspended_until, null);
    assert.deepEqual(
      [await suspend("kimse_degil"), await restore("kimse_degil")],
      [undefined, undefined],
    );
  });
});

describe("private data", () => {
  it("is read by a press with a reason, which the record has (R689)", async () => {
    const { token } = staff;
    const params = { id: person.id };
    const look = () => kanaat.call(people.lookAtPerson, { token, params, body: { words: WORDS } });
    const { item } = await succeed(look());
    assert.deepEqual(item, { email: person.email, email_verified_at: null });
    const row = { actor: staff.id, act: "look", target: `person ${person.id}`, words: WORDS };
    assert.deepEqual(await lastRecord(1), [row]);

    const body = { email: person.email.toUpperCase(), words: WORDS };
    const found = await succeed(kanaat.call(people.findByEmail, { token, body }));
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [person.id],
    );
    assert.deepEqual(await lastRecord(2), [row, row]);
    const unknown = { email: "kimse@ornek.com", words: WORDS };
    const none = await succeed(kanaat.call(people.findByEmail, { token, body: unknown }));
    assert.deepEqual(none.items, []);
    assert.deepEqual(await lastRecord(2), [row, row]);
    const missing = { token, params: { id: 987_654_321 }, body: { words: WORDS } };
    const answer = await kanaat.call(people.lookAtPerson, missing);
    assert.equal(answer.problem.code, "person_not_found");
  });

  it("is compared for a reason too, and shown as what is shared alone (R697)", async () => {
    const { token } = staff;
    const farm = { question: "Hangi marka daha iyi, hangisini alırsınız?" };
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const params = { id: one.id };
    const body = { words: WORDS };
    const find = () => kanaat.call(people.findSimilarPeople, { token, params, body });
    await publishSurvey(kanaat, one, farm);
    await publishSurvey(kanaat, other, { question: `${farm.question}!` });
    const { items } = await succeed(find());
    const found = items.find(({ id }) => id === other.id);
    assert.ok(found?.shares.includes("question"));
    assert.ok(!JSON.stringify(items).includes("ornek.com"));
    const row = { actor: staff.id, act: "look", target: `person ${one.id}`, words: WORDS };
    assert.deepEqual(await lastRecord(1), [row]);
    const missing = { token, params: { id: 987_654_321 }, body };
    const answer = await kanaat.call(people.findSimilarPeople, missing);
    assert.equal(answer.problem.code, "person_not_found");
  });

  it("is compared beyond the accounts around one where the network is the same (R429)", async () => {
    const one = await signUp(kanaat, { nickname: "ciftlik4711" });
    const {
      id: _,
      nickname,
      email,
      canonical_email,
      ...row
    } = await db.query
      .selectFrom("users")
      .selectAll()
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    const between = Array.from({ length: 101 }, (_, at) => ({
      ...{ ...row, nickname: `arada_${at}`, email: `${at}@arada.example` },
      ...{ canonical_email: `${at}@arada.example`, created_at: clock.now() },
    }));
    await db.query.insertInto("users").values(between).execute();
    const other = await signUp(kanaat, { nickname: "ciftlik0815" });
    const given = { token: staff.token, params: { id: one.id }, body: { words: WORDS } };
    const shares = async () => {
      const { items } = await succeed(kanaat.call(people.findSimilarPeople, given));
      return items.find(({ id }) => id === other.id)?.shares;
    };
    assert.deepEqual(await shares(), ["hour", "network", "nickname", "domain"]);
    await db.query.deleteFrom("registration_networks").where("user_id", "=", other.id).execute();
    assert.equal(await shares(), undefined);
  });

  it("and registration links need a second factor (R623)", async () => {
    const bare = await signUp(kanaat);
    await setRole(db, { nickname: bare.nickname, role: "admin", words: WORDS }, clock.now());
    const { token } = bare;
    const params = { id: person.id };
    const proof = { ...PROOF, words: WORDS };
    const answers = [
      await kanaat.call(people.lookAtPerson, { token, params, body: proof }),
      await kanaat.call(people.findSimilarPeople, { token, params, body: proof }),
      await kanaat.call(people.findByEmail, { token, body: { ...proof, email: person.email } }),
      await kanaat.call(links.createLink, { token, body: { ...proof, uses: 1, days: 1 } }),
      await kanaat.call(links.endLink, { token, params: { id: 1 }, body: PROOF }),
    ];
    for (const { problem } of answers) assert.equal(problem.code, "staff_factor_missing");
  });
});

describe("registration links", () => {
  it("are made, listed and ended by admins, which the record has (R692)", async (t) => {
    t.after(() => Object.assign(config, { registration: "open" }));
    Object.assign(config, { registration: "invited" });
    const { token } = admin;
    const body = { uses: 1, days: 2, words: "Bahar kampı için." };
    const made = await succeed(kanaat.call(links.createLink, { token, body }));
    const enter = (code: string) =>
      kanaat.call(register, { body: { ...registrationForm(), invitation: code } });
    assert.equal((await enter(made.item.code)).status, 201);
    const other = await succeed(kanaat.call(links.createLink, { token, body }));
    const params = { id: other.item.id };
    for (let times = 0; times < 2; times++)
      await succeed(kanaat.call(links.endLink, { token, params, body: {} }));
    assert.equal((await enter(other.item.code)).problem.code, "invitation_needed");
    const { items } = await succeed(kanaat.call(links.listLinks, { token }));
    assert.deepEqual(
      items.map(({ words, uses, used, is_open }) => [words, uses, used, is_open]),
      [
        [body.words, 1, 0, false],
        [body.words, 1, 1, false],
      ],
    );
    assert.ok(!JSON.stringify(items).includes(made.item.code));
    const rows = await db.query
      .selectFrom("moderation_record")
      .select(["actor", "act", "target"])
      .where("act", "like", "%invite")
      .orderBy("number")
      .execute();
    assert.deepEqual(
      rows.map(({ actor, act, target }) => [actor, act, target]),
      [
        [admin.id, "invite", `registration link ${made.item.id}`],
        [admin.id, "invite", `registration link ${other.item.id}`],
        [admin.id, "end invite", `registration link ${other.item.id}`],
      ],
    );
    assert.equal((await kanaat.call(links.listLinks, { token: staff.token })).status, 404);
    assert.equal((await kanaat.call(links.listLinks, { token: admin.token })).status, 200);
  });
});
