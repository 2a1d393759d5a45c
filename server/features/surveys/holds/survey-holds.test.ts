import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { listOwnDecisions } from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import {
  closeSurvey,
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { transact } from "#server/db/transact.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { ask } from "#server/testing/inject.ts";
import { holdWord, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import { draftQuiz, question } from "#testing/quizzes.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const [moderator, owner, stranger] = [
  await staffMember(kanaat),
  await signUp(kanaat),
  await signUp(kanaat),
];
const WORDS = "Metni okuduk, sorun görmedik.";
const HELD = "Zıbık nedir?";

await holdWord(kanaat, "zıbık");

const publish = (by: Person, id: number, visibility = "public") =>
  kanaat.call(setVisibility, { token: by.token, params: { id }, body: { visibility } });
const seenBy = async ({ id }: { id: number }, by?: Person) =>
  (await kanaat.call(getSurvey, { params: { id }, ...(by && { token: by.token }) })).status;
const queued = async () =>
  (await succeed(kanaat.call(cases.listCases, { token: moderator.token }))).items;
const newsOf = async ({ token }: Person) =>
  (await succeed(kanaat.call(listNotifications, { token }))).items.map(({ kind }) => kind);
const optionOf = ({ id, options }: Survey) => ({
  survey_id: id,
  survey_option_id: options[0]?.id ?? 0,
});

async function caseOf({ id }: { id: number }) {
  const found = (await queued()).find(({ target_id }) => target_id === id);
  const params = { id: found?.id ?? 0 };
  return (await succeed(kanaat.call(cases.getCase, { token: moderator.token, params }))).item;
}
async function decide(survey: { id: number }, act: string, also: string[] = []) {
  const { id, version } = await caseOf(survey);
  const body = { version, act, also, reason: "other", words: WORDS, ...PROOF };
  return kanaat.call(cases.decideCase, { token: moderator.token, params: { id }, body });
}

describe("a survey with a word of the list", () => {
  it("is published to nobody but its owner and staff, and the call succeeds as always (R662)", async () => {
    const id = await draftSurvey(kanaat, owner, { question: HELD, options: ["Çay", "Z1B1K"] });
    const first = await publish(owner, id);
    assert.equal(first.status, 200);
    const { item } = first.body;
    assert.deepEqual([item.visibility, item.state, item.in_review], ["public", "active", true]);
    assert.equal(item.hidden, undefined);
    assert.deepEqual((await publish(owner, id)).body, first.body);
    assert.equal((await publish(owner, id, "private")).problem.code, "survey_hidden");

    assert.deepEqual([await seenBy(item), await seenBy(item, stranger)], [404, 404]);
    assert.equal(await seenBy(item, owner), 200);
    const listed = await succeed(kanaat.call(listSurveys, { query: { q: "zıbık" } }));
    assert.deepEqual(listed.items, []);
    const person = await kanaat.call(getPerson, { params: { nickname: owner.nickname } });
    assert.equal(person.body.item.survey_count, 0);
    for (const url of ["/sitemaps/surveys/1.xml", "/feeds/surveys.atom", `/surveys/${id}`])
      assert.doesNotMatch((await ask(kanaat.app, { url })).payload, /Zıbık|surveys\/1</);
    const votes = [stranger, owner].map(({ token }) =>
      kanaat.call(castVote, { token, body: optionOf(item) }),
    );
    assert.deepEqual(
      (await Promise.all(votes)).map(({ problem }) => problem.code),
      ["survey_not_found", "survey_hidden"],
    );
    const own = (await succeed(kanaat.call(listOwnSurveys, { token: owner.token }))).items[0];
    assert.deepEqual([own?.in_review, own?.visibility], [true, "public"]);
    const body = { description: "Merak ettim." };
    const change = await kanaat.call(updateSurvey, { token: owner.token, params: { id }, body });
    const ending = await kanaat.call(closeSurvey, { token: owner.token, params: { id } });
    assert.deepEqual(
      [change.problem.code, ending.problem.code],
      ["survey_hidden", "survey_hidden"],
    );
    const hold = { is_new: true, matches: [{ form: "zıbık", found: "zıbık" }], similar_case: null };
    const found = await caseOf(item);
    assert.deepEqual([found.is_held, found.reports, found.hold], [true, 0, hold]);
    await succeed(kanaat.call(deleteSurvey, { token: owner.token, params: { id } }));
    assert.ok((await queued()).every(({ target_id }) => target_id !== id));
  });

  it("is found in every text that it has (R655)", async () => {
    const texts = [
      { description: "Zıbıktan önce: zıbık." },
      { asked_by: "Zıbık Derneği" },
      { paid_by: "Zıbık A.Ş." },
      { options: ["zıbık", "Kahve"] },
    ];
    for (const given of texts) {
      const survey = await publishSurvey(kanaat, owner, given);
      assert.equal(survey.in_review, true, JSON.stringify(given));
    }
    const asked = [
      { ...question("Hangisi?", "+a", "b"), explanation: "Çünkü zıbık." },
      question("Zıbık mı?", "+a", "b"),
      question("Hangisi?", "+zıbık", "b"),
    ];
    for (const one of asked) {
      const id = await draftQuiz(kanaat, owner, { questions: [one] });
      assert.equal((await publish(owner, id)).body.item.in_review, true, JSON.stringify(one));
    }
    const ofTypes = await draftQuiz(kanaat, owner, {
      ...{ types: ["Yaz", "Kış"], typeTexts: ["", "Tam bir zıbık."] },
      questions: [{ content: "Nereye?", options: [0, 1].map((type) => ({ content: "a", type })) }],
    });
    assert.equal((await publish(owner, ofTypes)).body.item.in_review, true);
    assert.equal((await publishSurvey(kanaat, owner)).in_review, undefined);
  });

  it("of staff is published at once (R662)", async () => {
    const survey = await publishSurvey(kanaat, moderator, { question: HELD });
    assert.deepEqual([survey.in_review, await seenBy(survey, stranger)], [undefined, 200]);
  });
});

describe("a survey in review", () => {
  it("is published when staff finds nothing wrong, at that time, and its owner is notified (R663)", async () => {
    const author = await signUp(kanaat);
    await succeed(
      kanaat.call(followPerson, { token: stranger.token, params: { userId: author.id } }),
    );
    const end = { expire_time: clock.iso(2 * HOUR_MS) };
    const held = await publishSurvey(kanaat, author, { question: HELD, ...end });
    await kanaat.runMaintenance();
    assert.deepEqual([await newsOf(stranger), await newsOf(author)], [[], ["follower"]]);
    clock.advance(5 * HOUR_MS);
    await kanaat.runMaintenance();
    const refused = await decide(held, "warn");
    assert.deepEqual(Object.keys(refused.problem.fields ?? {}), ["act"]);
    await succeed(decide(held, "dismiss"));
    const params = { id: held.id };
    const { item } = await succeed(kanaat.call(getSurvey, { params }));
    assert.deepEqual(
      [item.state, item.start_time, item.expire_time, item.in_review, item.visibility],
      ["active", clock.iso(0), clock.iso(2 * HOUR_MS), undefined, "public"],
    );
    assert.deepEqual(
      [await newsOf(stranger), await newsOf(author)],
      [["published"], ["review_passed", "follower"]],
    );
    const listed = await succeed(kanaat.call(listSurveys, {}));
    assert.equal(listed.items[0]?.id, held.id);
    await voteFor(kanaat, stranger, item, 0);
    assert.ok((await queued()).every(({ target_id }) => target_id !== held.id));
    const own = await succeed(kanaat.call(listOwnDecisions, { token: author.token }));
    assert.deepEqual(own.items, []);

    clock.advance(3 * HOUR_MS);
    await kanaat.runMaintenance();
    const results = await succeed(kanaat.call(getResults, { params }));
    assert.deepEqual(
      results.items.map(({ count }) => count),
      [1, 0],
    );
  });

  it("keeps a start in the future, and stays private where it is (R663)", async () => {
    const start = { start_time: clock.iso(HOUR_MS), expire_time: clock.iso(2 * HOUR_MS) };
    const planned = await publishSurvey(kanaat, owner, { question: HELD, ...start });
    const secret = await publishSurvey(kanaat, owner, { question: HELD, visibility: "private" });
    assert.deepEqual([planned.state, secret.visibility], ["scheduled", "private"]);
    clock.advance(MINUTE_MS);
    for (const survey of [planned, secret]) await succeed(decide(survey, "dismiss"));
    const { item } = await succeed(kanaat.call(getSurvey, { params: { id: planned.id } }));
    assert.deepEqual([item.start_time, item.expire_time], [start.start_time, start.expire_time]);
    assert.deepEqual([await seenBy(secret), await seenBy(secret, owner)], [404, 200]);
    const params = { id: secret.id };
    const own = await succeed(kanaat.call(getSurvey, { token: owner.token, params }));
    assert.deepEqual([own.item.visibility, own.item.hidden], ["private", undefined]);
  });

  it("stays hidden by a decision with its letters and objection, and is published if that is taken back (R458, R663)", async () => {
    const author = await signUp(kanaat);
    const held = await publishSurvey(kanaat, author, { question: HELD });
    await succeed(decide(held, "hide"));
    assert.deepEqual([await seenBy(held), await newsOf(author)], [404, ["decision"]]);
    const params = { id: held.id };
    const { item } = await succeed(kanaat.call(getSurvey, { token: author.token, params }));
    assert.deepEqual([item.hidden, item.in_review], [true, undefined]);
    const [card] = (await succeed(kanaat.call(listOwnSurveys, { token: author.token }))).items;
    assert.deepEqual([card?.hidden, card?.in_review], [true, undefined]);
    const own = await succeed(kanaat.call(listOwnDecisions, { token: author.token }));
    clock.advance(HOUR_MS);
    await succeed(
      kanaat.call(cases.undoDecision, {
        token: moderator.token,
        params: { id: own.items[0]?.id ?? 0 },
        body: { words: WORDS, ...PROOF },
      }),
    );
    const back = await succeed(kanaat.call(getSurvey, { params }));
    assert.deepEqual([back.item.start_time, back.item.hidden], [clock.iso(0), undefined]);
    await voteFor(kanaat, stranger, back.item, 1);
  });
});

describe("a change of a published survey", () => {
  it("to a word of the list hides it with its votes until staff has looked (R664)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const params = { id: survey.id };
    const { token } = owner;
    await voteFor(kanaat, stranger, survey, 0);
    const change = async (description: string) =>
      (await succeed(kanaat.call(updateSurvey, { token, params, body: { description } }))).item;
    assert.equal((await change("Sıradan bir soru.")).in_review, undefined);
    clock.advance(MINUTE_MS);
    const held = await change("Zıbık değil.");
    assert.deepEqual(
      [held.in_review, held.visibility, held.description],
      [true, "public", "Zıbık değil."],
    );
    assert.equal(await seenBy(survey), 404);
    assert.equal((await caseOf(survey)).hold?.is_new, false);
    await succeed(decide(survey, "dismiss"));
    const { item } = await succeed(kanaat.call(getSurvey, { params }));
    assert.deepEqual([item.start_time, item.hidden], [survey.start_time, undefined]);
    const results = await succeed(kanaat.call(getResults, { params }));
    assert.deepEqual(results.items[0]?.count, 1);
    // What staff has seen in it holds it no more.
    assert.equal((await change("Zıbık değil, zıbık!")).in_review, undefined);
  });
});

describe("a question like that of a hidden survey", () => {
  const ASKED = "Bu bağlantıdan kaç lira kazandınız arkadaşlar?";
  const ALIKE = "bu bağlantıdan kaç TL kazandınız arkadaslar ???";
  const hide = async (id: number, reason: string) => {
    const found = await lockedCase(id);
    const body = { version: found.version, act: "hide", reason, words: WORDS, ...PROOF };
    await succeed(
      kanaat.call(cases.decideCase, { token: moderator.token, params: { id: found.id }, body }),
    );
    return found.id;
  };
  const lockedCase = (id: number) =>
    transact(kanaat.db, (tx) => lockCaseOf(kanaat.db, tx, "survey", id));
  const undo = async ({ token }: Person) => {
    const own = await succeed(kanaat.call(listOwnDecisions, { token }));
    const params = { id: own.items[0]?.id ?? 0 };
    const body = { words: WORDS, ...PROOF };
    await succeed(kanaat.call(cases.undoDecision, { token: moderator.token, params, body }));
  };

  it("is held, with a link to that one, until hiding is taken back (R432)", async () => {
    const [spammer, other] = [await signUp(kanaat), await signUp(kanaat)];
    const spam = await publishSurvey(kanaat, spammer, { question: ASKED });
    assert.equal((await publishSurvey(kanaat, other, { question: ALIKE })).in_review, undefined);
    const similar_case = await hide(spam.id, "spam");
    const held = await publishSurvey(kanaat, other, { question: ALIKE });
    assert.deepEqual([held.in_review, await seenBy(held)], [true, 404]);
    assert.deepEqual((await caseOf(held)).hold, { is_new: true, matches: [], similar_case });
    assert.equal(
      (await publishSurvey(kanaat, moderator, { question: ALIKE })).in_review,
      undefined,
    );
    await succeed(decide(held, "dismiss"));
    const change = async (survey: Survey, changes: object) => {
      const params = { id: survey.id };
      const given = { token: other.token, params, body: changes };
      return (await succeed(kanaat.call(updateSurvey, given))).item.in_review;
    };
    // What staff has seen in it holds it no more.
    assert.equal(await change(held, { description: "Yalnızca merak." }), undefined);
    const edited = await publishSurvey(kanaat, other, { question: "Yaza nereye gidiyorsunuz?" });
    assert.equal(await change(edited, { question: ALIKE }), true);
    await succeed(decide(edited, "dismiss"));

    await undo(spammer);
    assert.equal((await publishSurvey(kanaat, other, { question: ALIKE })).in_review, undefined);
  });

  it("is not held where that one was hidden for another reason, or is deleted (R432)", async () => {
    const author = await signUp(kanaat);
    const question = "Komşunun telefon numarası hangisiyle bitiyor?";
    const survey = await publishSurvey(kanaat, author, { question });
    await hide(survey.id, "personal_data");
    assert.equal((await publishSurvey(kanaat, stranger, { question })).in_review, undefined);
    const spam = await publishSurvey(kanaat, author, { question });
    await hide(spam.id, "spam");
    const params = { id: spam.id };
    await succeed(kanaat.call(deleteSurvey, { token: author.token, params }));
    assert.equal((await publishSurvey(kanaat, stranger, { question })).in_review, undefined);
    await kanaat.runMaintenance();
    const rows = kanaat.db.query.selectFrom("hidden_questions").select("survey_id");
    assert.deepEqual(await rows.where("survey_id", "=", spam.id).execute(), []);
  });
});

describe("with REVIEW_FIRST_SURVEYS", () => {
  it("the first surveys of an account wait, later ones do not (R664)", async (t) => {
    const strict = await testApp(t, { config: { reviewFirstSurveys: 1 } });
    const [author, staff] = [await signUp(strict), await staffMember(strict)];
    const [first, second] = [
      await publishSurvey(strict, author),
      await publishSurvey(strict, author),
    ];
    assert.deepEqual([first.in_review, second.in_review], [true, true]);
    const { token } = staff;
    const found = await succeed(strict.call(cases.listCases, { token }));
    const params = { id: found.items.find(({ target_id }) => target_id === first.id)?.id ?? 0 };
    const { item } = await succeed(strict.call(cases.getCase, { token, params }));
    assert.deepEqual(item.hold, { is_new: true, matches: [], similar_case: null });
    const decision = { version: item.version, act: "dismiss", reason: "other", words: WORDS };
    await succeed(
      strict.call(cases.decideCase, { token, params, body: { ...decision, ...PROOF } }),
    );
    assert.equal((await publishSurvey(strict, author)).in_review, undefined);
  });
});
