import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { api } from "#contract/api.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { listQuestions } from "#contract/endpoints/feed.ts";
import { acceptInvitation, listInvitations } from "#contract/endpoints/invitations.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { getPerson, listPersonSurveys } from "#contract/endpoints/people.ts";
import { getOembed } from "#contract/endpoints/sharing.ts";
import { getTransparency, giveRole, listRecord, listStaff } from "#contract/endpoints/staff.ts";
import {
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  listUnanswered,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import { transact } from "#server/db/transact.ts";
import { FEATURES } from "#server/features/features.ts";
import { createToJson } from "#server/http/cache/answer-json.ts";
import { shellPostage } from "#server/mail/letter-limits.ts";
import { outboxOf } from "#server/mail/mail.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { ask } from "#server/testing/inject.ts";
import { makeStaff, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { storePlaceholder } from "./move-pictures.ts";
import { dropFactorsOf, exportPerson, findPeople } from "./people/people.writes.ts";
import { endLink, makeLink } from "./people/registration-links.writes.ts";
import { forgetViewers } from "./queue/case-viewers.writes.ts";
import { writeRecord } from "./record.writes.ts";
import { setRole } from "./roles.writes.ts";
import { findTargets, putBack, takeDown } from "./takedown.writes.ts";

const PUBLIC_URL = "https://kanaat.example";
const kanaat = await testApp({ after }, { config: { publicUrl: PUBLIC_URL } });
const { db, clock } = kanaat;
const [ayse, owner] = [await staffMember(kanaat), await signUp(kanaat)];
/** What is public is cached for a second. */
const SOON_MS = 1100;
const POST = { mail: outboxOf(kanaat), postage: shellPostage() };
/** A survey is sealed two minutes after its end. */
const SEALED_AFTER_MS = 3 * MINUTE_MS;
const WORDS = "Başkasının telefon numarası var.";

type Reported = { kind: "survey" | "person"; id: number };
const report = (by: Person, target: Reported, reason = "personal_data", text?: string) =>
  kanaat.call(calls.reportTarget, { token: by.token, body: { ...target, reason, text } });
const surveyOf = (id: number) => ({ kind: "survey", id }) as const;

async function caseOf({ kind, id }: Reported): Promise<number> {
  const row = await db.query
    .selectFrom("moderation_cases")
    .select("id")
    .where(kind === "survey" ? "survey_id" : "person_id", "=", id)
    .executeTakeFirstOrThrow();
  return row.id;
}

const read = async (id: number, by = ayse) =>
  (await succeed(kanaat.call(cases.getCase, { token: by.token, params: { id } }))).item;

async function decide(id: number, act: string, by = ayse, version?: number, also?: string[]) {
  const seen = version ?? (await read(id, by)).version;
  const body = { version: seen, act, also, reason: "personal_data", words: WORDS };
  return kanaat.call(cases.decideCase, { token: by.token, params: { id }, body });
}

const undo = (id: number, by = ayse) =>
  kanaat.call(cases.undoDecision, { token: by.token, params: { id }, body: { words: WORDS } });
const object = (id: number, by = owner, text = "Bu benim kendi numaram.") =>
  kanaat.call(calls.objectToDecision, { token: by.token, params: { id }, body: { text } });
const ownDecisions = async ({ token }: Person) =>
  (await succeed(kanaat.call(calls.listOwnDecisions, { token }))).items;
const newsOf = async ({ token }: Person) =>
  (await succeed(kanaat.call(listNotifications, { token }))).items.map(({ kind }) => kind);

/** A survey of the owner with three votes, and a case with a report. */
async function reported() {
  const survey = await publishSurvey(kanaat, owner, { question: "Kimin numarası 555?" });
  const people = [await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)];
  for (const person of people) await voteFor(kanaat, person, survey, 0);
  for (const person of people) await succeed(report(person, surveyOf(survey.id)));
  return { survey, people, caseId: await caseOf(surveyOf(survey.id)) };
}

describe("reporting", () => {
  it("takes what its author can see, once while it is open, and nothing of their own (R624)", async () => {
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const survey = await publishSurvey(kanaat, owner);
    const hidden = await publishSurvey(kanaat, owner, { visibility: "private" });
    const answers = [
      await report(one, surveyOf(survey.id), "hate", "Şıklara bakın."),
      await report(one, surveyOf(survey.id), "spam"),
      await report(other, surveyOf(survey.id), "spam"),
      await report(one, surveyOf(hidden.id)),
      await report(one, { kind: "person", id: owner.id }),
      await report(one, { kind: "person", id: 987_654_321 }),
      await report(one, { kind: "person", id: one.id }),
      await report(owner, surveyOf(survey.id)),
    ];
    assert.deepEqual(
      answers.map(({ status, problem }) => problem?.code ?? status),
      [
        ...[204, "already_reported", 204, "survey_not_found", 204, "person_not_found"],
        ...["self_report", "self_report"],
      ],
    );
    const { reported, title, user } = await read(await caseOf(surveyOf(survey.id)));
    assert.deepEqual([title, user.id], [survey.question, owner.id]);
    assert.deepEqual(
      reported.map(({ reason, text }) => [reason, text]),
      [
        ["spam", ""],
        ["hate", "Şıklara bakın."],
      ],
    );
  });

  it("has a limit each day (R226, R624)", async (t) => {
    const limited = await testApp(t, { config: { rateLimits: true } });
    const [person, other] = [await signUp(limited), await signUp(limited)];
    const now = limited.clock.now();
    const acts = { user_id: person.id, kind: "report", day: "2026-03-14", acts: 20 } as const;
    await limited.db.query.insertInto("daily_acts").values(acts).execute();
    const body = { kind: "person", id: other.id, reason: "spam" };
    const { problem } = await limited.call(calls.reportTarget, { token: person.token, body });
    assert.equal(problem?.code, "daily_quota", new Date(now).toISOString());
  });

  it("counts by how the author's earlier reports turned out (R626)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const weightAfter = async (upheld: number, dismissed: number) => {
      const person = await signUp(kanaat);
      const record = { user_id: person.id, upheld, dismissed };
      await db.query.insertInto("reporter_records").values(record).execute();
      await succeed(report(person, surveyOf(survey.id)));
      return (await read(await caseOf(surveyOf(survey.id)))).weight;
    };
    assert.equal(await weightAfter(0, 5), 10);
    assert.equal(await weightAfter(0, 6), 12);
    assert.equal(await weightAfter(10, 0), 32);
    const { items } = await succeed(kanaat.call(cases.listCases, { token: ayse.token }));
    const at = items.findIndex(({ target_id }) => target_id === survey.id);
    assert.ok(at >= 0 && items.slice(at + 1).every(({ weight }) => weight <= 32));
  });
});

describe("staff", () => {
  const staffCalls = Object.entries(api).filter(([, { staff }]) => staff !== undefined);

  it("alone gets an answer from its calls, and a member's try is in the security log (R621)", async (t) => {
    const other = await testApp(t);
    const member = await signUp(other);
    for (const [name, endpoint] of staffCalls) {
      const given = { token: member.token, params: { id: 1 }, body: endpoint.body && {} };
      const { status, problem } = await other.call(endpoint, given);
      assert.deepEqual([status, problem.code], [404, "not_found"], name);
      assert.equal((await other.call(endpoint, { ...given, token: undefined })).status, 401, name);
    }
    await other.close();
    const folder = join(other.config.dataDir, "security-log");
    const lines = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("")
      .split("\n")
      .filter((line) => line.includes('"not_found"'))
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ event, account, route }) => [event, account, route]),
      staffCalls.map(([, { method, path }]) => [
        ...["refused", member.id],
        `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ]),
    );
  });

  it("has its role in open sessions at once, and loses it so (R620)", async () => {
    const { nickname, ...person } = await signUp(kanaat);
    const list = async () => (await kanaat.call(cases.listCases, { token: person.token })).status;
    /** On PostgreSQL the notice to read sessions again takes a moment. */
    const becomes = async (status: number) => {
      while ((await list()) !== status) await sleep(10);
    };
    assert.equal(await list(), 404);
    const words = "Yeni yetkili.";
    const set = async (role: "member" | "moderator") =>
      (await setRole(db, { nickname, role, words }, clock.now()))?.earlier;
    assert.equal(await set("moderator"), "member");
    await becomes(200);
    const { item } = await succeed(kanaat.call(getAccount, { token: person.token }));
    assert.equal(item.role, "moderator");
    assert.equal(await set("member"), "moderator");
    await becomes(404);
    assert.equal(await setRole(db, { nickname: "yok", role: "admin", words }, 1), undefined);
  });

  it("sees who else has a case open, and is led to others (R651)", async () => {
    const can = await staffMember(kanaat);
    const first = await reported();
    const other = await reported();
    const view = async (id: number, { token } = can) =>
      (await succeed(kanaat.call(cases.viewCase, { token, params: { id } }))).items;
    const seenOf = async (id: number) => {
      const { items } = await succeed(kanaat.call(cases.listCases, { token: ayse.token }));
      return items.find((one) => one.id === id)?.viewers;
    };
    assert.deepEqual([await view(first.caseId), await seenOf(first.caseId)], [[], [can.nickname]]);
    assert.deepEqual(await view(first.caseId, ayse), [can.nickname]);
    const { items } = await succeed(kanaat.call(cases.listCases, { token: ayse.token }));
    for (const { id } of items) if (id !== other.caseId) await view(id);
    const { item } = await succeed(decide((await reported()).caseId, "dismiss"));
    assert.equal(item, other.caseId);
    clock.advance(2 * MINUTE_MS);
    assert.deepEqual(await seenOf(first.caseId), []);
    const params = { id: 987_654_321 };
    const none = await kanaat.call(cases.viewCase, { token: can.token, params });
    assert.equal(none.problem.code, "case_not_found");
    await forgetViewers(db, clock.now() + HOUR_MS);
    assert.deepEqual(await db.query.selectFrom("case_viewers").select("case_id").execute(), []);
  });

  it("decides with a second factor only (R623)", async () => {
    const { survey, caseId } = await reported();
    const person = await signUp(kanaat);
    await setRole(db, { nickname: person.nickname, role: "admin", words: WORDS }, clock.now());
    const { version } = await read(caseId, person);
    const proof = { ...PROOF, words: WORDS };
    const body = { ...proof, version, act: "hide", reason: "hate" };
    const given = { token: person.token, params: { id: caseId }, body };
    assert.equal((await kanaat.call(cases.decideCase, given)).problem.code, "staff_factor_missing");
    await succeed(decide(caseId, "warn"));
    const [decision] = (await read(caseId)).decisions;
    const taken = { token: person.token, params: { id: decision?.id ?? 0 }, body: proof };
    assert.equal(
      (await kanaat.call(cases.undoDecision, taken)).problem.code,
      "staff_factor_missing",
    );
    assert.equal((await kanaat.call(getSurvey, { params: { id: survey.id } })).status, 200);
  });

  it("decides nothing about itself (R623)", async () => {
    const member = await signUp(kanaat);
    await succeed(report(member, { kind: "person", id: ayse.id }));
    const id = await caseOf({ kind: "person", id: ayse.id });
    assert.equal((await decide(id, "dismiss")).problem.code, "own_case");
    const other = await staffMember(kanaat, "admin");
    assert.equal((await decide(id, "hide", other)).status, 422);
    await succeed(decide(id, "warn", other));
    const [decision] = await ownDecisions(ayse);
    assert.equal((await undo(decision?.id ?? 0)).problem.code, "own_case");
  });
});

describe("a hidden survey", () => {
  it("is gone for everybody but its owner, and comes back with every vote (R625, R628)", async () => {
    const { survey, people, caseId } = await reported();
    const [voter] = people as [Person];
    const { id } = survey;
    const preview = survey.preview_path ?? "";
    const code = await db.query
      .selectFrom("surveys")
      .select("invitation_code")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { token } = voter;
    const accept = { token, params: { id }, body: { code: code.invitation_code } };
    await succeed(kanaat.call(acceptInvitation, accept));
    const params = { id };
    const query = { davet: code.invitation_code };
    const isShown = async () => {
      const lists = [
        (await kanaat.call(listSurveys, { query: { q: "555" } })).body,
        (await kanaat.call(listPersonSurveys, { params: { nickname: owner.nickname } })).body,
        (await kanaat.call(listInvitations, { token })).body,
      ].map(({ items }) => items.some((card) => card.id === id));
      const answers = [
        await kanaat.call(getSurvey, { params }),
        await kanaat.call(getSurvey, { params, query }),
        await kanaat.call(getSurvey, { params, token }),
        await kanaat.call(getResults, { params, token }),
        await kanaat.call(getOembed, { query: { url: `${PUBLIC_URL}/surveys/${id}` } }),
      ].map(({ status }) => status === 200);
      const picture = await ask(kanaat.app, { url: preview });
      // A frame on another site says in words that there is nothing.
      const frame = await ask(kanaat.app, { url: `/embed/surveys/${id}` });
      const map = await ask(kanaat.app, { url: "/sitemaps/surveys/1.xml" });
      const others = [
        ...[picture.statusCode === 200, frame.payload.includes(survey.question)],
        map.payload.includes(`/surveys/${id}<`),
      ];
      return [...lists, ...answers, ...others];
    };
    const everywhere = await isShown();
    assert.ok(everywhere.filter(Boolean).length >= 9, String(everywhere));
    await succeed(decide(caseId, "hide"));
    const former = [survey.image_path, ...survey.options.map(({ image }) => image)];
    for (const url of former) assert.equal((await ask(kanaat.app, { url })).statusCode, 404);
    assert.deepEqual((await findTargets(db, former[1] ?? "")).length, 1);
    // Frames go by real time.
    clock.advance(SOON_MS);
    await sleep(SOON_MS);
    assert.deepEqual(
      await isShown(),
      everywhere.map(() => false),
    );
    const vote = { survey_id: id, survey_option_id: survey.options[0]?.id };
    const late = await kanaat.call(castVote, { token: (await signUp(kanaat)).token, body: vote });
    assert.equal(late.problem.code, "survey_not_found");

    const own = { token: owner.token, params };
    const { item } = await succeed(kanaat.call(getSurvey, own));
    assert.deepEqual([item.hidden, item.preview_path], [true, undefined]);
    const codes = [
      await kanaat.call(castVote, { token: owner.token, body: vote }),
      await kanaat.call(setVisibility, { ...own, body: { visibility: "public" } }),
      await kanaat.call(updateSurvey, { ...own, body: { description: "Başka" } }),
    ].map(({ problem }) => problem.code);
    assert.deepEqual(codes, ["survey_hidden", "survey_hidden", "survey_hidden"]);
    const list = { token: owner.token, query: { type: "SURVEY" } };
    assert.match((await kanaat.call(listOwnSurveys, list)).text, new RegExp(`"id":${id},`));

    await succeed(undo((await ownDecisions(owner))[0]?.id ?? 0));
    clock.advance(SOON_MS);
    await sleep(SOON_MS);
    assert.deepEqual(await isShown(), everywhere);
    const { items } = (await kanaat.call(getResults, { params, token })).body;
    assert.deepEqual(
      items.map(({ count }) => count),
      [3, 0],
    );
    const { item: back } = (await kanaat.call(getSurvey, { params })).body;
    assert.equal(back.visibility, "public");
    assert.equal((await ask(kanaat.app, { url: back.image_path })).statusCode, 200);
  });

  it("takes its case with it when it is deleted, and the record stays (R622)", async () => {
    const { survey, caseId } = await reported();
    await succeed(decide(caseId, "hide"));
    const { id } = survey;
    await succeed(kanaat.call(deleteSurvey, { token: owner.token, params: { id } }));
    const gone = await kanaat.call(cases.getCase, { token: ayse.token, params: { id: caseId } });
    assert.equal(gone.problem.code, "case_not_found");
    const late = await decide(caseId, "dismiss", ayse, 1);
    assert.equal(late.problem.code, "case_not_found");
    const rows = await db.query
      .selectFrom("moderation_record")
      .select("act")
      .where("target", "=", `survey ${id}`)
      .execute();
    assert.deepEqual(
      rows.map(({ act }) => act),
      ["hide"],
    );
  });
});

describe("an unlisted survey", () => {
  it("is found by its link alone, takes votes, and is found again once undone (R643)", async () => {
    const { survey, caseId } = await reported();
    const params = { id: survey.id };
    const { nickname } = owner;
    const isFound = async () => {
      const person = { params: { nickname } };
      const ids = [
        await kanaat.call(listSurveys, { query: { q: "555" } }),
        await kanaat.call(listPersonSurveys, person),
        await kanaat.call(listQuestions, { query: { limit: 20 } }),
        await kanaat.call(listUnanswered, { token: ayse.token, query: { limit: 100 } }),
      ].map(({ body }) => body.items.some(({ id }) => id === survey.id));
      const feed = await ask(kanaat.app, { url: "/feeds/surveys.atom" });
      const map = await ask(kanaat.app, { url: "/sitemaps/surveys/1.xml" });
      const texts = [feed, map].map(({ payload }) => payload.includes(`/surveys/${survey.id}<`));
      return [...ids, ...texts];
    };
    const everywhere = await isFound();
    const count = async () =>
      (await succeed(kanaat.call(getPerson, { params: { nickname } }))).item.survey_count;
    const before = await count();
    await succeed(decide(caseId, "unlist"));
    clock.advance(SOON_MS);
    await sleep(SOON_MS);
    assert.deepEqual([await isFound(), await count()], [everywhere.map(() => false), before - 1]);
    const { item } = await succeed(kanaat.call(getSurvey, { params }));
    assert.deepEqual([item.unlisted, item.state], [true, "active"]);
    await voteFor(kanaat, await signUp(kanaat), survey, 1);
    const edit = { token: owner.token, params, body: { description: "Başka." } };
    await succeed(kanaat.call(updateSurvey, edit));
    clock.advance(SOON_MS);
    assert.equal((await isFound()).includes(true), false);

    await succeed(undo((await ownDecisions(owner))[0]?.id ?? 0));
    clock.advance(SOON_MS);
    await sleep(SOON_MS);
    assert.deepEqual([await isFound(), await count()], [everywhere, before]);
    assert.ok(everywhere.filter(Boolean).length >= 5, String(everywhere));
  });
});

describe("a closed survey", () => {
  it("ends at once, and goes on if that is undone before it is sealed (R644)", async () => {
    const { survey, people, caseId } = await reported();
    const { id } = survey;
    const end = clock.iso(DAY_MS);
    const own = { token: owner.token, params: { id } };
    await succeed(kanaat.call(updateSurvey, { ...own, body: { expire_time: end } }));
    const [voter] = people as [Person];
    const state = async () => {
      clock.advance(SOON_MS);
      const { item } = await succeed(kanaat.call(getSurvey, { params: { id } }));
      return [item.state, item.expire_time === end];
    };
    await succeed(decide(caseId, "close"));
    await kanaat.runMaintenance();
    assert.deepEqual(await state(), ["ended", false]);
    assert.equal((await newsOf(voter))[0], "ended");
    const vote = { survey_id: id, survey_option_id: survey.options[0]?.id };
    const late = await signUp(kanaat);
    const cast = () => kanaat.call(castVote, { token: late.token, body: vote });
    assert.equal((await cast()).problem.code, "survey_ended");
    await succeed(report(late, surveyOf(id), "crime"));
    assert.equal((await decide(caseId, "close")).status, 422);

    const [decision] = await ownDecisions(owner);
    await succeed(undo(decision?.id ?? 0));
    assert.deepEqual(await state(), ["active", true]);
    assert.ok(!(await newsOf(voter)).includes("ended"));
    await succeed(cast());
    assert.equal((await ownDecisions(owner))[0]?.stays, undefined);

    await succeed(decide(caseId, "close"));
    clock.advance(SEALED_AFTER_MS);
    await kanaat.runMaintenance();
    await succeed(undo((await ownDecisions(owner))[0]?.id ?? 0));
    assert.deepEqual(await state(), ["ended", false]);
    const [last] = await ownDecisions(owner);
    assert.deepEqual([last?.act, last?.stays], ["close", true]);
    const { items } = (await kanaat.call(getResults, { params: { id } })).body;
    assert.deepEqual(
      items.map(({ count }) => count),
      [4, 0],
    );
  });

  it("stays ended where its end has shown hidden results (R590, R644)", async () => {
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "end" });
    await succeed(report(await signUp(kanaat), surveyOf(survey.id)));
    await succeed(decide(await caseOf(surveyOf(survey.id)), "close"));
    await succeed(undo((await ownDecisions(owner))[0]?.id ?? 0));
    const { item } = await succeed(kanaat.call(getSurvey, { params: { id: survey.id } }));
    assert.equal(item.state, "ended");
    assert.equal((await ownDecisions(owner))[0]?.stays, true);
  });
});

describe("a decision", () => {
  it("does several things at once, each taken back by itself (R645)", async () => {
    const { caseId, survey } = await reported();
    const params = { id: survey.id };
    const refused = await decide(caseId, "dismiss", ayse, undefined, ["warn"]);
    assert.equal(refused.status, 422);
    await succeed(decide(caseId, "unlist", ayse, undefined, ["warn", "close", "warn"]));
    const decisions = await ownDecisions(owner);
    assert.deepEqual(
      decisions.slice(0, 3).map(({ act }) => act),
      ["close", "warn", "unlist"],
    );
    await succeed(undo(decisions[0]?.id ?? 0));
    const { item } = await succeed(kanaat.call(getSurvey, { params }));
    assert.deepEqual([item.state, item.unlisted], ["active", true]);
  });

  it("notifies everybody concerned, without naming its author or the reporters (R630, R631)", async () => {
    const { people, caseId, survey } = await reported();
    const next = await succeed(decide(caseId, "warn"));
    assert.ok(next.item === null || next.item !== caseId);
    assert.equal((await newsOf(owner))[0], "decision");
    for (const person of people) assert.equal((await newsOf(person))[0], "report_upheld");
    const [decision] = await ownDecisions(owner);
    assert.deepEqual(
      [decision?.act, decision?.reason, decision?.words, decision?.survey?.id],
      ["warn", "personal_data", WORDS, survey.id],
    );
    assert.ok(!JSON.stringify(decision).includes(ayse.nickname));
    // The same again, unchanged, is known, and does not come back.
    const late = await signUp(kanaat);
    await succeed(report(late, surveyOf(survey.id)));
    assert.equal((await newsOf(late))[0], "report_dismissed");
    assert.equal((await read(caseId)).opened_at, null);
    await succeed(report(await signUp(kanaat), surveyOf(survey.id), "crime"));
    assert.notEqual((await read(caseId)).opened_at, null);
  });

  it("is refused where something happened since it was read (R627)", async () => {
    const { caseId } = await reported();
    const can = await staffMember(kanaat);
    const { version } = await read(caseId);
    await succeed(decide(caseId, "dismiss", can, version));
    assert.equal((await decide(caseId, "hide", ayse, version)).problem.code, "case_changed");
    const answers = await Promise.all([
      reported().then(async (another) => {
        const seen = (await read(another.caseId)).version;
        return Promise.all([
          decide(another.caseId, "hide", ayse, seen),
          decide(another.caseId, "dismiss", can, seen),
        ]);
      }),
    ]);
    const codes = answers.flat().map(({ status }) => status);
    assert.deepEqual(codes.sort(), [200, 409]);
  });

  it("has in the record what became of each objection to it (R477)", async () => {
    const staff = await staffMember(kanaat);
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const target = surveyOf((await publishSurvey(kanaat, owner)).id);
    await succeed(report(one, target));
    const caseId = await caseOf(target);
    const recorded = async () => {
      const rows = db.query.selectFrom("moderation_record").select(["act", "reason"]);
      const found = rows.where("target", "=", `survey ${target.id}`).orderBy("number");
      return (await found.execute()).map(({ act, reason }) => `${act}: ${reason}`);
    };
    const warnAndObject = async () => {
      await succeed(decide(caseId, "warn"));
      await succeed(object((await ownDecisions(owner))[0]?.id ?? 0));
    };
    await warnAndObject();
    await succeed(decide(caseId, "dismiss", staff));
    const kept = ["warn: personal_data", "reject_objection warn: personal_data"];
    assert.deepEqual(await recorded(), kept);

    await warnAndObject();
    await succeed(report(other, target, "hate"));
    const { version } = await read(caseId, staff);
    const body = { version, act: "dismiss", reason: "hate", words: WORDS };
    const params = { id: caseId };
    await succeed(kanaat.call(cases.decideCase, { token: staff.token, params, body }));
    const [warned, rejected] = kept;
    const both = [...kept, warned, "dismiss: hate", rejected];
    assert.deepEqual(await recorded(), both);

    await warnAndObject();
    await succeed(decide(caseId, "unlist", staff));
    const another = [...both, warned, "unlist: personal_data", rejected];
    assert.deepEqual(await recorded(), another);

    await warnAndObject();
    await succeed(undo((await ownDecisions(owner))[0]?.id ?? 0, staff));
    const taken = ["accept_objection warn: personal_data", "undo warn: personal_data"];
    assert.deepEqual(await recorded(), [...another, warned, ...taken]);
  });

  it("is objected to once, within 30 days, and answered by another (R629)", async () => {
    const { caseId, survey } = await reported();
    await succeed(decide(caseId, "hide"));
    const id = (await ownDecisions(owner))[0]?.id ?? 0;
    assert.equal((await object(id, await signUp(kanaat))).problem.code, "decision_not_found");
    await succeed(object(id));
    assert.equal((await object(id)).problem.code, "objection_closed");
    const { has_objection, decisions } = await read(caseId);
    assert.deepEqual([has_objection, decisions[0]?.objection], [true, "Bu benim kendi numaram."]);
    assert.equal((await undo(id)).problem.code, "other_moderator");
    assert.equal((await decide(caseId, "dismiss")).problem.code, "other_moderator");
    const can = await staffMember(kanaat);
    await succeed(undo(id, can));
    await succeed(undo(id, can));
    const [answered] = await ownDecisions(owner);
    assert.ok(answered?.undone_at && answered.objection_answered_at);
    assert.equal((await kanaat.call(getSurvey, { params: { id: survey.id } })).status, 200);
    assert.equal((await undo(987_654_321)).problem.code, "decision_not_found");

    const other = await reported();
    await succeed(decide(other.caseId, "hide"));
    await succeed(object((await ownDecisions(owner))[0]?.id ?? 0));
    await succeed(decide(other.caseId, "dismiss", can));
    const [kept] = await ownDecisions(owner);
    assert.ok(kept?.objection_answered_at && !kept.undone_at);

    const late = await reported();
    await succeed(decide(late.caseId, "warn"));
    const [last] = await ownDecisions(owner);
    clock.advance(OBJECTION_DAYS * DAY_MS);
    const { token } = await freshly(owner);
    const answer = await object(last?.id ?? 0, { ...owner, token });
    assert.equal(answer.problem.code, "objection_closed");
  });
});

describe("a suspended account", () => {
  it("reads, objects and leaves, and does nothing else, until its time is over (R633)", async () => {
    const person = await signUp(kanaat);
    const { token, id } = person;
    const survey = await publishSurvey(kanaat, await signUp(kanaat));
    await succeed(report(await signUp(kanaat), { kind: "person", id }));
    const caseId = await caseOf({ kind: "person", id });
    const staff = await staffMember(kanaat);
    const suspend = async (days?: number) => {
      const { version } = await read(caseId, staff);
      const body = { version, act: "suspend", reason: "spam", words: WORDS, days };
      const params = { id: caseId };
      return kanaat.call(cases.decideCase, { token: staff.token, params, body });
    };
    await succeed(suspend(1));
    const vote = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
    const cast = () => kanaat.call(castVote, { token, body: vote });
    assert.equal((await cast()).problem.code, "account_suspended");
    assert.equal((await report(person, surveyOf(survey.id))).problem.code, "account_suspended");
    assert.equal((await kanaat.call(getSurvey, { token, params: { id: survey.id } })).status, 200);
    const [decision] = await ownDecisions(person);
    assert.equal(decision?.until, clock.iso(DAY_MS));
    const { item: account } = await succeed(kanaat.call(getAccount, { token }));
    assert.deepEqual([account.suspended_until, account.role], [clock.iso(DAY_MS), undefined]);
    await succeed(object(decision?.id ?? 0, person, "Bir yanlışlık olmuş."));
    const later = await staffMember(kanaat);
    await succeed(undo(decision?.id ?? 0, later));
    await succeed(cast());
    await succeed(report(await signUp(kanaat), { kind: "person", id }, "hate"));
    await succeed(suspend());
    assert.equal((await ownDecisions(person))[0]?.until?.slice(0, 4), "9999");
    assert.equal((await cast()).problem.code, "account_suspended");
    const deletion = { token, body: { password: person.password } };
    assert.equal((await kanaat.call(deleteAccount, deletion)).status, 204);
  });
});

describe("the shell", () => {
  it("takes down by an address and puts back, with the same consequences (R660)", async () => {
    const [staff, mine] = [await staffMember(kanaat), await signUp(kanaat)];
    const survey = await publishSurvey(kanaat, mine);
    await report(await signUp(kanaat), surveyOf(survey.id));
    const person = await signUp(kanaat);
    const picture = survey.options[1]?.image ?? "";
    const target = surveyOf(survey.id);
    for (const address of [
      `/surveys/${survey.id}`,
      `${PUBLIC_URL}/surveys/${survey.id}?davet=x#sonuclar`,
      picture.replace("1280", "320"),
    ])
      assert.deepEqual(
        (await findTargets(db, address)).map((one) => ({ ...one })),
        [target],
      );
    const ofPerson = { kind: "person", id: person.id } as const;
    const profile = `${PUBLIC_URL}/profile/${person.nickname.toUpperCase()}`;
    assert.deepEqual(
      (await findTargets(db, profile)).map((one) => ({ ...one })),
      [ofPerson],
    );
    for (const wrong of ["/surveys/x", "/profile/yok_boyle_biri", "/about", "/"])
      assert.deepEqual(await findTargets(db, wrong), []);

    const status = async () => {
      clock.advance(SOON_MS);
      return (await kanaat.call(getSurvey, { params: { id: survey.id } })).status;
    };
    const placeholder = await storePlaceholder(kanaat);
    const given = { reason: "crime", words: WORDS, days: undefined, placeholder } as const;
    for (let times = 0; times < 2; times++)
      assert.equal((await takeDown(db, POST, { target, ...given }, clock.now()))?.user.id, mine.id);
    assert.equal(await status(), 404);
    assert.equal((await read(await caseOf(target), staff)).reports, 0);
    assert.equal(await putBack(db, POST, { target, words: WORDS }, clock.now()), 2);
    assert.equal(await status(), 200);
    assert.equal(await putBack(db, POST, { target, words: WORDS }, clock.now()), 0);

    await takeDown(db, POST, { target: ofPerson, ...given, days: 3 }, clock.now());
    assert.equal((await ownDecisions(person))[0]?.until, clock.iso(3 * DAY_MS));
    assert.equal(
      await takeDown(db, POST, { target: surveyOf(0), ...given }, clock.now()),
      undefined,
    );
    const [last] = await db.query
      .selectFrom("moderation_record")
      .select(["actor", "act", "target", "words"])
      .orderBy("number", "desc")
      .limit(1)
      .execute();
    const row = { actor: null, act: "suspend", target: `person ${person.id}`, words: WORDS };
    assert.deepEqual({ ...last }, row);
  });

  it("makes and ends registration links, and both are recorded (R650)", async () => {
    const link = { uses: 30, endsAt: clock.now() + DAY_MS, words: "Bahar kampı" };
    const { id } = await makeLink(db, link, clock.now());
    assert.deepEqual(
      [await endLink(db, id, clock.now()), await endLink(db, id, clock.now())],
      [true, false],
    );
    const rows = await db.query
      .selectFrom("moderation_record")
      .select(["act", "words"])
      .where("target", "=", `registration link ${id}`)
      .orderBy("number")
      .execute();
    assert.deepEqual(
      rows.map(({ act, words }) => [act, words]),
      [
        ["invite", "Bahar kampı"],
        ["end invite", ""],
      ],
    );
  });

  it("finds people, hands out their data, drops lost factors, and all of it is recorded (R661)", async () => {
    const person = await staffMember(kanaat);
    const { id, nickname, email } = person;
    const find = (text: string) => findPeople(db, { text, words: WORDS }, clock.now());
    for (const text of [nickname.toUpperCase(), email.slice(1)])
      assert.ok(
        (await find(text)).some((one) => one.id === id && one.email === email),
        text,
      );
    assert.deepEqual(await find("%"), []);
    const context = {
      ...{ db, features: FEATURES, mailboxes: kanaat.mailboxes },
      ...{ sealer: createSealer("bir-sır"), toJson: createToJson(undefined) },
    };
    const exported = (name: string) =>
      exportPerson(context, { nickname: name, words: WORDS }, clock.now());
    let text = "";
    for await (const piece of (await exported(nickname)) ?? []) text += piece;
    const { account, votes } = JSON.parse(text);
    assert.deepEqual([account.email, votes], [email, []]);
    assert.equal(await exported("kimse_degil"), undefined);
    const drop = (name: string) => dropFactorsOf(db, { nickname: name, words: WORDS }, clock.now());
    assert.equal(await drop(nickname), true);
    assert.equal(await drop(nickname), false);
    assert.equal(await drop("kimse_degil"), undefined);
    const rows = await db.query
      .selectFrom("moderation_record")
      .select("act")
      .where("target", "=", `person ${id}`)
      .where("actor", "is", null)
      .orderBy("number")
      .execute();
    const acts = rows.map(({ act }) => act).filter((act) => !act.startsWith("role"));
    const dropped = Array.from({ length: 2 }, () => "drop second factor");
    assert.deepEqual(acts.slice(-2), dropped);
    assert.ok(acts.includes("look") && acts.includes("export"));
  });
});

/** The clock went on for longer than a session lasts. */
async function freshly(person: Person): Promise<Person> {
  const { signIn } = await import("#testing/people.ts");
  return { ...person, ...(await signIn(kanaat, person)) };
}

describe("the record", () => {
  it("only grows, and has who looked at what is not public (R622)", async () => {
    const change = sql`update moderation_record set words = '' where number = 1`;
    const remove = sql`delete from moderation_record where number = 1`;
    for (const statement of [change, remove])
      await assert.rejects(statement.execute(db.query), /only grows/);
    const [mine, guest] = [await signUp(kanaat), await signUp(kanaat)];
    const survey = await publishSurvey(kanaat, mine, { visibility: "private" });
    const { invitation_code: code } = await db.query
      .selectFrom("surveys")
      .select("invitation_code")
      .where("id", "=", survey.id)
      .executeTakeFirstOrThrow();
    const accept = { token: guest.token, params: { id: survey.id }, body: { code } };
    await succeed(kanaat.call(acceptInvitation, accept));
    await succeed(report(guest, surveyOf(survey.id)));
    const staff = await staffMember(kanaat);
    await read(await caseOf(surveyOf(survey.id)), staff);
    const last = await db.query
      .selectFrom("moderation_record")
      .select(["actor", "act", "target"])
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    assert.deepEqual({ ...last }, { actor: staff.id, act: "look", target: `survey ${survey.id}` });
    await makeStaff(kanaat, guest);
    assert.equal((await kanaat.call(exportAccount, { token: guest.token })).status, 403);
  });
});

describe("an admin", () => {
  const give = (nickname: string, role: string, { token }: Person) =>
    kanaat.call(giveRole, { token, params: { nickname }, body: { role, words: WORDS } });
  const codeOf = async (answer: ReturnType<typeof give>) => (await answer).problem?.code;

  it("gives others roles, which the record has with its author, and nobody else does (R682)", async () => {
    const admin = await staffMember(kanaat, "admin");
    const [person, moderator] = [await signUp(kanaat), await staffMember(kanaat)];
    const queue = async () => (await kanaat.call(cases.listCases, { token: person.token })).status;
    assert.equal(await codeOf(give(person.nickname, "admin", moderator)), "not_found");
    assert.equal(await codeOf(give(admin.nickname, "member", admin)), "own_case");
    assert.equal(await codeOf(give("boyle_biri_yok", "admin", admin)), "person_not_found");
    assert.equal((await give(person.nickname, "chief", admin)).status, 422);
    await succeed(give(person.nickname, "moderator", admin));
    assert.equal(await queue(), 200);
    const { items } = await succeed(kanaat.call(listStaff, { token: admin.token }));
    const roleOf = (of: Person) => items.find(({ id }) => id === of.id)?.role;
    assert.deepEqual([admin, person].map(roleOf), ["admin", "moderator"]);
    assert.ok(items.every(({ role }) => ["moderator", "admin"].includes(role)));
    await succeed(give(person.nickname, "member", admin));
    assert.equal(await queue(), 404);
  });

  it("needs a second factor and a fresh proof for it (R682)", async () => {
    const [admin, bare] = [await staffMember(kanaat, "admin"), await signUp(kanaat)];
    await setRole(db, { nickname: bare.nickname, role: "admin", words: WORDS }, clock.now());
    const body = { ...PROOF, role: "member", words: WORDS };
    const given = { token: bare.token, params: { nickname: admin.nickname }, body };
    assert.equal(await codeOf(kanaat.call(giveRole, given)), "staff_factor_missing");
    clock.advance(HOUR_MS);
    assert.equal(await codeOf(give(bare.nickname, "member", admin)), "proof_required");
  });

  it("reads the record page by page, with the names of those who are still there (R683)", async () => {
    const admin = await staffMember(kanaat, "admin");
    const [kept, gone] = [await signUp(kanaat), await signUp(kanaat)];
    for (const { nickname } of [kept, gone]) await succeed(give(nickname, "moderator", admin));
    await succeed(give(gone.nickname, "member", admin));
    const { password, token } = gone;
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    const read = async (cursor: string) =>
      succeed(kanaat.call(listRecord, { token: admin.token, query: { limit: 2, cursor } }));
    const first = await read("");
    const second = await read(first.next_cursor ?? "");
    assert.deepEqual(
      [...first.items, ...second.items]
        .slice(0, 3)
        .map(({ by, act, target, nickname, words }) => [by, act, target, nickname, words]),
      [
        [admin.nickname, "role member", `person ${gone.id}`, null, WORDS],
        [admin.nickname, "role moderator", `person ${gone.id}`, null, WORDS],
        [admin.nickname, "role moderator", `person ${kept.id}`, kept.nickname, WORDS],
      ],
    );
    const numbers = [...first.items, ...second.items].map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
    const forModerators = await kanaat.call(listRecord, {
      token: (await staffMember(kanaat)).token,
    });
    assert.equal(forModerators.status, 404);
  });
});

describe("the public sums of the record", () => {
  async function read() {
    clock.advance(SOON_MS);
    await sleep(SOON_MS);
    return (await succeed(kanaat.call(getTransparency, {}))).item;
  }
  const write = (at: string, act: string, reason = "spam") =>
    transact(db, (tx) =>
      writeRecord(db, tx, {
        ...{ at: Date.parse(at), actor: null, act, target: "survey 1" },
        ...{ reason, words: "Ay içinde yazıldı." },
      }),
    );
  const ofMonth = async (name: string) =>
    (await read()).months.find(({ month }) => month === name)?.sums ?? [];

  it("are by month in Türkiye, act and reason, and grow with it (R680, R477)", async () => {
    for (const at of ["2017-01-31T20:59:59Z", "2017-01-31T21:00:00Z", "2017-02-10T12:00:00Z"])
      await write(at, "hide");
    await write("2017-02-11T12:00:00Z", "undo hide");
    await write("2017-02-11T12:00:00Z", "reject_objection hide");
    await write("2017-02-11T12:00:00Z", "look", "");
    await write("2017-02-11T12:00:00Z", "role moderator", "");
    const january = await ofMonth("2017-01");
    assert.deepEqual(january, [{ act: "hide", reason: "spam", count: 1 }]);
    const sums = [
      { act: "hide", reason: "spam", count: 2 },
      { act: "undo", reason: "spam", count: 1 },
      { act: "reject_objection", reason: "spam", count: 1 },
      { act: "look", reason: null, count: 1 },
    ];
    assert.deepEqual(await ofMonth("2017-02"), sums);

    await write("2017-02-12T12:00:00Z", "hide");
    await write("2017-02-12T12:00:00Z", "hide", "hate");
    assert.deepEqual(await ofMonth("2017-02"), [
      { act: "hide", reason: "spam", count: 3 },
      { act: "hide", reason: "hate", count: 1 },
      ...sums.slice(1),
    ]);
  });

  it("name no account, target or words, and end with the record's last hash (R681)", async () => {
    const answer = await read();
    const last = await db.query
      .selectFrom("moderation_record")
      .select(["number", "at", "hash"])
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.deepEqual(answer.head, { ...last, at: new Date(last.at).toISOString() });
    const [newest = ""] = answer.months.map(({ month }) => month);
    assert.ok(answer.months.every(({ month }) => month <= newest));
    assert.deepEqual(
      new Set(answer.months.flatMap(({ sums }) => sums.flatMap(Object.keys))),
      new Set(["act", "reason", "count"]),
    );
  });
});
