import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import * as queue from "#contract/endpoints/moderation/queue.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { giveRole, listStaff } from "#contract/endpoints/staff.ts";
import { updateSurvey } from "#contract/endpoints/surveys.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { setRole } from "../roles.writes.ts";
import { forgetWaits } from "./closed-cases.writes.ts";

const kanaat = await testApp({ after });
const { db, clock } = kanaat;
const [ayse, owner] = [await staffMember(kanaat), await signUp(kanaat)];
const reporters = [await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)] as const;
const [first, second, third] = reporters;
const WORDS = "Aynı kişiler sürekli bildiriyor.";

const report = (by: Person, id: number, reason = "spam") =>
  kanaat.call(calls.reportTarget, { token: by.token, body: { kind: "survey", id, reason } });

async function caseOf(surveyId: number): Promise<number> {
  const found = db.query.selectFrom("moderation_cases").select("id");
  return (await found.where("survey_id", "=", surveyId).executeTakeFirstOrThrow()).id;
}

/** A survey that was reported once, and its case. */
async function reported() {
  const survey = await publishSurvey(kanaat, owner);
  await succeed(report(first, survey.id));
  return { survey, params: { id: await caseOf(survey.id) } };
}

const read = async (id: number, { token } = ayse) =>
  (await succeed(kanaat.call(cases.getCase, { token, params: { id } }))).item;
const isQueued = async (id: number) => {
  const { items } = await succeed(kanaat.call(cases.listCases, { token: ayse.token }));
  return items.some((one) => one.id === id);
};
const mute = async (id: number, { token } = ayse, days = 7) => {
  const { version } = await read(id, { ...ayse, token });
  const body = { version, days, words: WORDS };
  return kanaat.call(queue.muteCase, { token, params: { id }, body });
};
const dismiss = async (id: number, { token }: Person) => {
  const { version } = await read(id);
  const body = { version, act: "dismiss", reason: "spam", words: WORDS };
  return kanaat.call(cases.decideCase, { token, params: { id }, body });
};
const lastActs = async (count: number) => {
  const rows = db.query.selectFrom("moderation_record").select(["act", "target", "words"]);
  return (await rows.orderBy("number", "desc").limit(count).execute()).map((row) => ({ ...row }));
};

it("a row of the queue has the reasons of the reports that count, by number (R478)", async () => {
  const { survey, params } = await reported();
  const person = await signUp(kanaat);
  await succeed(report(second, survey.id, "hate"));
  await succeed(report(third, survey.id, "hate"));
  await succeed(report(person, survey.id, "crime"));
  const reasonsOf = async () => {
    const { items } = await succeed(kanaat.call(cases.listCases, { token: ayse.token }));
    return items.find(({ id }) => id === params.id)?.reasons;
  };
  const [hate, spam] = [
    { reason: "hate", count: 2 },
    { reason: "spam", count: 1 },
  ];
  assert.deepEqual(await reasonsOf(), [hate, spam, { reason: "crime", count: 1 }]);
  const ofPerson = db.query
    .updateTable("reports")
    .set({ weight: 0 })
    .where("reporter_id", "=", person.id);
  await ofPerson.execute();
  assert.deepEqual(await reasonsOf(), [hate, spam]);
  const isOpen = { reports: 0, has_objection: 1 };
  await db.query.updateTable("moderation_cases").set(isOpen).where("id", "=", params.id).execute();
  assert.deepEqual(await reasonsOf(), []);
});

describe("a muted target", () => {
  it("is reported without coming into the queue, until it changes (R677)", async () => {
    const { survey, params } = await reported();
    await succeed(mute(params.id));
    assert.equal(await isQueued(params.id), false);
    await succeed(report(second, survey.id, "hate"));
    const quiet = await read(params.id);
    assert.deepEqual([quiet.reports, quiet.reported.length], [0, 2]);
    assert.equal(quiet.muted_until, clock.iso(7 * DAY_MS));

    const edit = { params: { id: survey.id }, body: { description: "Başka bir açıklama." } };
    await succeed(kanaat.call(updateSurvey, { token: owner.token, ...edit }));
    await succeed(report(third, survey.id));
    const { reports, muted_until } = await read(params.id);
    assert.deepEqual([reports, muted_until, await isQueued(params.id)], [3, null, true]);
  });

  it("comes back with what was stored when it is unmuted (R677)", async () => {
    const { survey, params } = await reported();
    await succeed(mute(params.id));
    await succeed(report(second, survey.id));
    const { token } = ayse;
    await succeed(kanaat.call(queue.unmuteCase, { token, params, body: {} }));
    assert.equal((await read(params.id)).reports, 2);
    await succeed(kanaat.call(queue.unmuteCase, { token, params, body: {} }));
    const target = `survey ${survey.id}`;
    assert.deepEqual(await lastActs(2), [
      { act: "unmute", target, words: "" },
      { act: "mute", target, words: WORDS },
    ]);
  });

  it("is refused where something happened since, and about oneself (R627, R677)", async () => {
    const staff = await staffMember(kanaat);
    const { params, survey } = await reported();
    const { version } = await read(params.id);
    await succeed(report(second, survey.id));
    const body = { version, days: 7, words: WORDS };
    const late = await kanaat.call(queue.muteCase, { token: staff.token, params, body });
    assert.equal(late.problem.code, "case_changed");
    const missing = { token: staff.token, params: { id: 987_654_321 }, body };
    assert.equal((await kanaat.call(queue.muteCase, missing)).problem.code, "case_not_found");
    const unmute = { ...missing, body: {} };
    assert.equal((await kanaat.call(queue.unmuteCase, unmute)).problem.code, "case_not_found");
    const own = await publishSurvey(kanaat, staff);
    await succeed(report(first, own.id));
    const caseId = await caseOf(own.id);
    const answers = [
      await mute(caseId, staff),
      await kanaat.call(queue.unmuteCase, {
        token: staff.token,
        params: { id: caseId },
        body: {},
      }),
    ];
    for (const { problem } of answers) assert.equal(problem.code, "own_case");
  });
});

describe("a muted reporter", () => {
  const setMuted = (call: typeof queue.muteReporter | typeof queue.unmuteReporter, by: Person) => {
    const body = call === queue.muteReporter ? { words: WORDS } : {};
    return (id: number) => kanaat.call(call, { token: by.token, params: { id }, body });
  };

  it("opens nothing and weighs nothing, until that is undone, and is not named (R678)", async () => {
    const staff = await staffMember(kanaat);
    const loud = await signUp(kanaat);
    const [one, other] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    await succeed(report(loud, one.id));
    const id = await caseOf(one.id);
    const { reported } = await read(id, staff);
    const reportId = reported[0]?.id ?? 0;
    await succeed(setMuted(queue.muteReporter, staff)(reportId));
    await succeed(setMuted(queue.muteReporter, staff)(reportId));
    const muted = await read(id, staff);
    assert.deepEqual([muted.reports, muted.reported[0]?.is_author_muted], [0, true]);
    assert.ok(!JSON.stringify(muted).includes(loud.nickname));
    await succeed(report(loud, other.id));
    assert.equal((await read(await caseOf(other.id), staff)).opened_at, null);

    await succeed(setMuted(queue.unmuteReporter, staff)(reportId));
    const counted = [await read(id, staff), await read(await caseOf(other.id), staff)];
    assert.deepEqual(
      counted.map(({ reports, weight }) => [reports, weight]),
      [
        [1, 10],
        [1, 10],
      ],
    );
    const target = `report ${reportId}`;
    assert.deepEqual(await lastActs(2), [
      { act: "unmute reporter", target, words: "" },
      { act: "mute reporter", target, words: WORDS },
    ]);
  });

  it("is somebody else who still has an account (R623, R678)", async () => {
    const staff = await staffMember(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await succeed(report(staff, survey.id));
    const { reported } = await read(await caseOf(survey.id), staff);
    for (const call of [queue.muteReporter, queue.unmuteReporter]) {
      const by = setMuted(call, staff);
      assert.equal((await by(reported[0]?.id ?? 0)).problem.code, "own_case");
      assert.equal((await by(987_654_321)).problem.code, "report_not_found");
    }
  });

  it("needs a second factor, as muting a target does (R623)", async () => {
    const [staff, bare] = [await staffMember(kanaat), await signUp(kanaat)];
    const { params } = await reported();
    await setRole(db, { nickname: bare.nickname, role: "admin", words: WORDS }, clock.now());
    const { version, reported: rows } = await read(params.id, staff);
    const { token } = bare;
    const ofReport = { id: rows[0]?.id ?? 0 };
    const given = { ...PROOF, words: WORDS, days: 7, version };
    const answers = [
      await kanaat.call(queue.muteCase, { token, params, body: given }),
      await kanaat.call(queue.unmuteCase, { token, params, body: PROOF }),
      await kanaat.call(queue.muteReporter, { token, params: ofReport, body: given }),
      await kanaat.call(queue.unmuteReporter, { token, params: ofReport, body: PROOF }),
    ];
    for (const { problem } of answers) assert.equal(problem.code, "staff_factor_missing");
  });
});

describe("an escalated case", () => {
  const escalate = async (id: number, { token }: Person, version?: number) => {
    const seen = version ?? (await read(id, { ...ayse, token })).version;
    const body = { version: seen, words: WORDS };
    return kanaat.call(queue.escalateCase, { token, params: { id }, body });
  };

  it("is decided by admins alone, who may give it back (R679)", async () => {
    const [staff, admin] = [await staffMember(kanaat), await staffMember(kanaat, "admin")];
    const { params } = await reported();
    await succeed(escalate(params.id, staff));
    assert.equal((await read(params.id, staff)).escalation, WORDS);
    const { version } = await read(params.id, staff);
    const decideAs = async ({ token }: Person) => {
      const body = { version, act: "warn", reason: "spam", words: WORDS };
      return kanaat.call(cases.decideCase, { token, params, body });
    };
    const answers = [
      await decideAs(staff),
      await mute(params.id, staff),
      await kanaat.call(queue.unmuteCase, { token: staff.token, params, body: {} }),
    ];
    for (const { problem } of answers) assert.equal(problem.code, "admin_decides");
    await succeed(decideAs(admin));
    const decided = await read(params.id, admin);
    assert.equal(decided.escalation, null);
    assert.equal((await escalate(params.id, staff)).problem.code, "case_changed");

    const other = await reported();
    await succeed(escalate(other.params.id, staff));
    const back = { token: admin.token, params: other.params };
    await succeed(kanaat.call(queue.returnCase, back));
    await succeed(kanaat.call(queue.returnCase, back));
    assert.equal((await read(other.params.id, staff)).escalation, null);
    const acts = (await lastActs(2)).map(({ act }) => act);
    assert.deepEqual(acts, ["return", "escalate"]);
    const missing = { token: admin.token, params: { id: 987_654_321 } };
    assert.equal((await kanaat.call(queue.returnCase, missing)).problem.code, "case_not_found");
    const absent = await escalate(missing.params.id, staff, 1);
    assert.equal(absent.problem.code, "case_not_found");
  });

  it("keeps its decisions from being taken back by moderators (R679)", async () => {
    const [staff, admin] = [await staffMember(kanaat), await staffMember(kanaat, "admin")];
    const { survey, params } = await reported();
    const { version } = await read(params.id, staff);
    const body = { version, act: "warn", reason: "spam", words: WORDS };
    await succeed(kanaat.call(cases.decideCase, { token: admin.token, params, body }));
    await succeed(report(second, survey.id, "hate"));
    await succeed(escalate(params.id, staff));
    const { decisions } = await read(params.id, staff);
    const undo = { params: { id: decisions[0]?.id ?? 0 }, body: { words: WORDS } };
    const refused = await kanaat.call(cases.undoDecision, { token: staff.token, ...undo });
    assert.equal(refused.problem.code, "admin_decides");
  });

  it("is not the next one of moderators (R679)", async () => {
    const staff = await staffMember(kanaat);
    await staffMember(kanaat, "admin");
    const open = db.query.selectFrom("moderation_cases").select("id");
    for (const { id } of await open.where("urgency", "is not", null).execute())
      await dismiss(id, staff);
    const [one, other] = [await reported(), await reported()];
    await succeed(escalate(other.params.id, staff));
    const { item } = await succeed(dismiss(one.params.id, staff));
    assert.equal(item, null);
  });

  it("needs an admin (R679)", async (t) => {
    const alone = await testApp(t);
    const staff = await staffMember(alone);
    const { id } = await signUp(alone);
    const values = { person_id: id, reports: 1, opened_at: alone.clock.now(), urgency: 1 };
    await alone.db.query.insertInto("moderation_cases").values(values).execute();
    const [found] = await alone.db.query.selectFrom("moderation_cases").select("id").execute();
    const params = { id: found?.id ?? 0 };
    const body = { version: 0, words: WORDS };
    const { problem } = await alone.call(queue.escalateCase, { token: staff.token, params, body });
    assert.equal(problem.code, "no_admin");
  });
});

it("the queue is summed up for staff, as metrics are (R684)", async (t) => {
  const other = await testApp(t);
  const staff = await staffMember(other);
  const [person, by] = [await signUp(other), await signUp(other)];
  const sum = async () =>
    (await succeed(other.call(queue.getQueueSummary, { token: staff.token }))).item;
  assert.deepEqual(await sum(), { reports: 0, oldest: null, median_wait_s: null });
  const openedAt = other.clock.iso(0);
  for (const wait of [HOUR_MS, MINUTE_MS, 5 * MINUTE_MS]) {
    const values = { closed_at: other.clock.now(), waited_ms: wait };
    await other.db.query.insertInto("closed_cases").values(values).execute();
  }
  const body = { kind: "person", id: person.id, reason: "spam" };
  await succeed(other.call(calls.reportTarget, { token: by.token, body }));
  other.clock.advance(MINUTE_MS);
  assert.deepEqual(await sum(), { reports: 1, oldest: openedAt, median_wait_s: 300 });
  const { items } = await succeed(other.call(cases.listCases, { token: staff.token }));
  const params = { id: items[0]?.id ?? 0 };
  const { item } = await succeed(other.call(cases.getCase, { token: staff.token, params }));
  const { version } = item;
  const decision = { version, act: "warn", reason: "spam", words: WORDS };
  await succeed(other.call(cases.decideCase, { token: staff.token, params, body: decision }));
  other.clock.advance(MINUTE_MS);
  assert.deepEqual(await sum(), { reports: 0, oldest: null, median_wait_s: 60 });
  await forgetWaits(other.db, other.clock.now() + 31 * DAY_MS);
  const left = await other.db.query.selectFrom("closed_cases").select("id").execute();
  assert.deepEqual(left, []);
});

it("of two admins who take the role from each other at once, one is left (R685)", async () => {
  const open = await succeed(
    kanaat.call(listStaff, { token: (await staffMember(kanaat, "admin")).token }),
  );
  for (const { nickname, role } of open.items)
    if (role === "admin")
      await setRole(db, { nickname, role: "member", words: WORDS }, clock.now());
  const [one, other] = [await staffMember(kanaat, "admin"), await staffMember(kanaat, "admin")];
  const demote = ({ nickname }: Person, { token }: Person) =>
    kanaat.call(giveRole, { token, params: { nickname }, body: { role: "member", words: WORDS } });
  const answers = await Promise.all([demote(other, one), demote(one, other)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
  const left = db.query.selectFrom("users").select("id").where("role", "=", "admin");
  assert.equal((await left.execute()).length, 1);
});

it("a muted target comes back with what was stored when its time is over (R677)", async () => {
  const { survey, params } = await reported();
  await succeed(mute(params.id, ayse, 1));
  await succeed(report(second, survey.id));
  clock.advance(DAY_MS - HOUR_MS);
  await kanaat.runMaintenance();
  assert.equal(await isQueued(params.id), false);
  clock.advance(HOUR_MS);
  await kanaat.runMaintenance();
  const staff = await staffMember(kanaat);
  assert.equal((await read(params.id, staff)).reports, 2);
});
