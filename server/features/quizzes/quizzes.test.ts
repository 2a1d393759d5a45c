import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { api } from "#contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import {
  getOwnAttempt,
  getScores,
  listQuizQuestions,
  setQuestions,
} from "#contract/endpoints/quizzes.ts";
import { getSeal, getSealBundle } from "#contract/endpoints/receipts.ts";
import { getReport } from "#contract/endpoints/report.ts";
import {
  addOptions,
  closeSurvey,
  createSurvey,
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import { castVote, changeVote, getResults, getVoteStatus } from "#contract/endpoints/votes.ts";
import { IMAGE_MAX_SIDE } from "#contract/limits.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { transact } from "#server/db/transact.ts";
import { readTarget } from "#server/features/moderation/targets.reads.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { findDifference } from "#server/features/receipts/recount.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import {
  attempt as attemptBy,
  draftQuiz,
  publishQuiz,
  question,
  TWO_QUESTIONS,
} from "#testing/quizzes.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { WRONG_SCORES } from "./quizzes.reads.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const people = await Promise.all(Array.from({ length: 11 }, () => signUp(kanaat)));
const person = (at: number) => people[at] as Person;

const IMAGE = await picture();
const RIGHT = [[0], [0, 1]];
const attempt = (
  who: Person | undefined,
  survey: Survey,
  answers: number[][],
  more: { practice?: boolean } = {},
) => attemptBy(kanaat, who, survey, answers, more);
const ended = async (...of: Parameters<typeof attempt>) => (await succeed(attempt(...of))).item;
const ownAttempt = async ({ token }: Person, { id }: Survey) =>
  (await succeed(kanaat.call(getOwnAttempt, { token, params: { id } }))).item;
const wrongScores = async () => {
  for (const statement of Object.values(WRONG_SCORES))
    assert.deepEqual((await statement.execute(db.query)).rows, []);
};

describe("making a test", () => {
  it("takes questions, with pictures, and publishes them (R591)", async () => {
    const id = await draftQuiz(kanaat, owner);
    const data = TWO_QUESTIONS.map((one, i) => ({
      question: JSON.stringify(one),
      ...(i === 0 && { image: IMAGE, explanation_image: IMAGE }),
    }));
    const call = { token: owner.token, params: { id } };
    await succeed(kanaat.call(setQuestions, { ...call, body: { data } }));
    const { item } = await succeed(
      kanaat.call(setVisibility, { ...call, body: { visibility: "public" } }),
    );
    assert.deepEqual([item.type, item.ballot, item.options], ["TEST", "quiz", []]);
    const { items } = await succeed(kanaat.call(listQuizQuestions, { params: { id } }));
    assert.deepEqual(
      items.map(({ content, has_several }) => [content, has_several]),
      [
        ["Başkent neresi?", false],
        ["Hangileri asaldır?", true],
      ],
    );
    assert.equal((await kanaat.app.inject(items[0]?.image_path ?? "")).statusCode, 200);
    assert.equal(items[1]?.image_path, null);
    const taken = await ended(person(0), item, RIGHT);
    const [explained = "", none] = taken.questions.map((one) => one.explanation_image_path);
    assert.equal((await kanaat.app.inject(explained ?? "")).statusCode, 200);
    assert.equal(none, null);
    // Nobody is shown it before the end of an attempt.
    assert.doesNotMatch(JSON.stringify(items), new RegExp(explained ?? "-"));
    const [card] = (await succeed(kanaat.call(listSurveys, { query: { type: "TEST" } }))).items;
    assert.deepEqual([card?.id, card?.ballot, card?.options], [id, "quiz", null]);
    const again = await kanaat.call(setQuestions, { ...call, body: { data } });
    assert.equal(again.problem.code, "survey_locked");
  });

  it("is not published without questions, or with a type that there is not (R591, R599)", async () => {
    const image = IMAGE;
    const form = { question: "Hangi mevsimsiniz?", category_id: 1, image };
    const { token } = owner;
    const body = { ...form, type: "TEST", ballot: "quiz" };
    const { item } = await succeed(kanaat.call(createSurvey, { token, body }));
    const publish = (id: number) =>
      kanaat.call(setVisibility, { token, params: { id }, body: { visibility: "public" } });
    assert.equal((await publish(item.id)).problem.code, "questions_missing");
    const types = ["Yaz", "Kış"].map((content) => ({ survey_id: item.id, content, image }));
    const scored = await draftQuiz(kanaat, owner);
    const data = types.map((one) => ({ ...one, survey_id: scored }));
    await succeed(kanaat.call(addOptions, { token, body: { data } }));
    assert.equal((await publish(scored)).problem.code, "questions_missing");
    const options = [0, 2].map((type) => ({ content: `${type}`, type }));
    const ofTypes = await draftQuiz(kanaat, owner, {
      ...{ types: ["Yaz", "Kış"], questions: [{ content: "Nereye?", options }] },
    });
    assert.equal((await publish(ofTypes)).problem.code, "options_missing");
  });

  it("says which question is wrong, and what (R591)", async () => {
    const id = await draftQuiz(kanaat, owner);
    const wrong: [object, RegExp][] = [
      [question("Hangisi?", "a", "b"), /doğru şık/],
      [question("Hangisi?", "+a"), /En az 2 şık/],
      [question("Hangisi?", ...[..."abcdefghi"].map((letter) => `+${letter}`)), /En fazla 8/],
      [{ ...question("Hangisi?", "+a", "b"), explanation: "x".repeat(1001) }, /1000|1\.000/],
      [{ content: "Hangisi?", options: [{ content: "a", type: 0 }, { content: "b" }] }, /sonuca/],
      [
        {
          content: "Ne",
          options: [
            { content: "a", type: 0 },
            { content: "b", type: 1 },
          ],
        },
        /En az 3/,
      ],
    ];
    const send = (data: object[]) =>
      kanaat.call(setQuestions, { token: owner.token, params: { id }, body: { data } });
    for (const [one, words] of wrong) {
      const { problem } = await send([{ question: TWO_QUESTIONS[0] }, { question: one }]);
      assert.equal(problem.code, "validation_failed");
      const [field = "", message = ""] = Object.entries(problem.fields ?? {})[0] ?? [];
      assert.match(field, /^data\.1\.question/);
      assert.match(message, words);
    }
    const types = { content: "Nereye?", options: [0, 1].map((type) => ({ content: "a", type })) };
    const mixed = await send([{ question: TWO_QUESTIONS[0] }, { question: types }]);
    assert.ok(mixed.problem.fields?.["data.1.question"]);
    const many = Array.from({ length: 31 }, () => ({ question: TWO_QUESTIONS[0] }));
    assert.match((await send(many)).problem.fields?.data ?? "", /en fazla 30/);
    assert.match((await send([])).problem.fields?.data ?? "", /en az bir soru/);
    assert.match((await send([{ question: "{" }])).problem.code, /validation_failed/);
  });

  it("refuses questions of other surveys, of others, and tests that could not be graded (R591)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const send = (survey: number, who = owner) =>
      kanaat.call(setQuestions, {
        ...{ token: who.token, params: { id: survey } },
        body: { data: [{ question: TWO_QUESTIONS[0] }] },
      });
    const draft = await draftQuiz(kanaat, owner);
    assert.equal((await send(id)).problem.code, "survey_locked");
    assert.equal((await send(id, person(0))).problem.code, "forbidden");
    assert.equal((await send(draft, person(0))).problem.code, "survey_not_found");
    const form = { question: "Ne bilirsiniz?", category_id: 1, image: IMAGE, ballot: "quiz" };
    for (const [more, field] of [
      [{}, "type"],
      [{ type: "TEST", vote_change: "until_end" }, "vote_change"],
      [{ type: "TEST", allows_no_opinion: true }, "allows_no_opinion"],
    ] as const) {
      const body = { ...form, ...more };
      const { problem } = await kanaat.call(createSurvey, { token: owner.token, body });
      assert.deepEqual(
        [problem.code, Object.keys(problem.fields ?? {})],
        ["validation_failed", [field]],
      );
    }
    const body = { ...form, type: "TEST", ballot: undefined };
    const old = await succeed(kanaat.call(createSurvey, { token: owner.token, body }));
    assert.equal((await send(old.item.id)).problem.code, "not_a_quiz");
  });

  it("refuses pictures that are none, and forms of pictures alone (R591)", async () => {
    const id = await draftQuiz(kanaat, owner);
    const size = { width: IMAGE_MAX_SIDE + 1, height: 1 };
    const wide = sharp({ create: { ...size, channels: 3, background: "#000" } });
    const large = new File([new Uint8Array(await wide.png().toBuffer())], "resim.png");
    for (const [image, code] of [
      [new File(["x"], "resim.png", { type: "image/png" }), "image_format"],
      [large, "image_too_large"],
      [{ path: "/etc/passwd" }, "image_missing"],
    ] as const) {
      const body = { data: [{ question: JSON.stringify(TWO_QUESTIONS[0]), image }] };
      const call = { token: owner.token, params: { id }, body };
      assert.equal((await kanaat.call(setQuestions, call)).problem.code, code);
    }
  });

  it("leaves tests of one question as they are (R591)", async () => {
    const old = await publishSurvey(kanaat, owner, { type: "TEST" });
    assert.deepEqual([old.ballot, old.options.length], [undefined, 2]);
    const { problem } = await attempt(person(0), old, RIGHT);
    assert.equal(problem.code, "not_a_quiz");
    const { items } = await succeed(kanaat.call(listQuizQuestions, { params: { id: old.id } }));
    assert.deepEqual(items, []);
  });
});

describe("an attempt", () => {
  it("counts once and is graded; the same answers return it again, others are practice (R592, R593, R594)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    const first = await ended(person(0), quiz, [[0], [0, 2]]);
    assert.deepEqual([first.counts, first.score], [true, 1]);
    assert.deepEqual(
      first.questions.map(({ right, points }) => [right, points]),
      [
        [[0], 1],
        [[0, 1], 0],
      ],
    );
    assert.match(first.questions[0]?.explanation ?? "", /Çünkü/);
    assert.deepEqual(await ended(person(0), quiz, [[0], [0, 2]]), first);
    const second = await ended(person(0), quiz, RIGHT);
    assert.deepEqual([second.counts, second.score], [false, 2]);
    assert.deepEqual(await ownAttempt(person(0), quiz), first);
    const { id } = quiz;
    const { items } = await succeed(kanaat.call(getResults, { params: { id } }));
    assert.deepEqual(
      items.map(({ count, value }) => [count, value]),
      [[1, "%100"]],
    );
    const status = kanaat.call(getVoteStatus, { token: person(0).token, params: { id } });
    assert.equal(await succeed(status), true);
    await wrongScores();
  });

  it("counts once where the same person sends many at the same moment (R593)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    const sent = [
      [[0], [0]],
      [[0], [1]],
      [[1], [0]],
      [[2], []],
    ].map((answers) => ended(person(0), quiz, answers));
    const counted = (await Promise.all(sent)).filter(({ counts }) => counts);
    assert.equal(counted.length, 1);
    assert.deepEqual(await ownAttempt(person(0), quiz), counted[0]);
    await wrongScores();
  });

  it("of a visitor, of the owner and after the end is practice (R594)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    const practised = await Promise.all([
      ended(undefined, quiz, RIGHT),
      ended(owner, quiz, RIGHT),
      ended(person(0), quiz, RIGHT, { practice: true }),
    ]);
    assert.deepEqual(
      practised.map(({ counts, score }) => [counts, score]),
      Array.from({ length: 3 }, () => [false, 2]),
    );
    const { id } = quiz;
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id } }));
    assert.equal((await ended(person(0), quiz, RIGHT)).counts, false);
    assert.equal(await ownAttempt(person(0), quiz), null);
    const own = kanaat.call(getOwnAttempt, { params: { id } });
    assert.equal((await succeed(own)).item, null);
  });

  it("is refused where a vote would be, and with answers that do not fit (R593)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    assert.equal((await attempt(person(0), quiz, [[0]])).problem.code, "answers_unfit");
    assert.equal((await attempt(person(0), quiz, [[0, 1], [0]])).problem.code, "answers_unfit");
    const hidden = await publishQuiz(kanaat, owner, { visibility: "private" });
    assert.equal((await attempt(person(0), hidden, RIGHT)).problem.code, "survey_not_found");
    const draft = { ...quiz, id: await draftQuiz(kanaat, owner) };
    assert.equal((await attempt(owner, draft, RIGHT)).problem.code, "survey_not_published");
    const later = await publishQuiz(kanaat, owner, { start_time: clock.iso(HOUR_MS) });
    assert.equal((await attempt(undefined, later, RIGHT)).problem.code, "survey_not_started");
    const asked = await kanaat.call(listQuizQuestions, { params: { id: later.id } });
    assert.equal(asked.problem.code, "survey_not_started");
  });

  it("is given by no vote, and changed by none (R593)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    const option = db.query.selectFrom("options").select("id").where("survey_id", "=", quiz.id);
    const { id } = await option.executeTakeFirstOrThrow();
    const body = { survey_id: quiz.id, survey_option_id: id };
    const vote = await kanaat.call(castVote, { token: person(0).token, body });
    assert.equal(vote.problem.code, "wrong_ballot");
    await ended(person(0), quiz, RIGHT);
    const change = await kanaat.call(changeVote, { token: person(0).token, body });
    assert.equal(change.problem.code, "vote_fixed");
  });

  it("of types counts for the type that it adds up to (R599)", async () => {
    const ask = (content: string) => ({
      content,
      options: [0, 1, 2].map((type) => ({ content: `${content} ${type}`, type })),
    });
    const quiz = await publishQuiz(kanaat, owner, {
      ...{ types: ["Kedi", "Köpek", "Kuş"], questions: [ask("Sabah?"), ask("Akşam?")] },
      typeTexts: ["Kendi bildiğinizi okursunuz.", "", "Hep uçarsınız."],
    });
    assert.equal(quiz.options.length, 3);
    const mine = await ended(person(0), quiz, [[2], [2]]);
    assert.deepEqual(
      [mine.counts, mine.score, mine.type_option_id, mine.type_text, mine.questions[0]?.right],
      [true, null, quiz.options[2]?.id, "Hep uçarsınız.", []],
    );
    assert.deepEqual((await ownAttempt(person(0), quiz))?.type_text, "Hep uçarsınız.");
    const another = await ended(person(1), quiz, [[1], [0]]);
    assert.equal(another.type_text, "Kendi bildiğinizi okursunuz.");
    const { items } = await succeed(kanaat.call(getResults, { params: { id: quiz.id } }));
    assert.deepEqual(
      items.map(({ count }) => count),
      [1, 0, 1],
    );
    assert.equal((await attempt(person(2), quiz, [[], []])).problem.code, "answers_unfit");
  });
});

describe("how others did", () => {
  it("is shown from ten attempts on, where results are, in rough shares (R597)", async () => {
    const quiz = await publishQuiz(kanaat, owner, { result_visibility: "after" });
    const scores = (who?: Person) =>
      kanaat.call(getScores, { token: who?.token, params: { id: quiz.id } });
    for (let at = 0; at < 9; at++) await ended(person(at), quiz, RIGHT);
    assert.equal((await succeed(scores(person(0)))).item, null);
    await ended(person(9), quiz, [[1], []]);
    const { item } = await succeed(scores(person(0)));
    assert.deepEqual([item?.attempts, item?.step], [10, 10]);
    assert.deepEqual(
      item?.bands.map(({ from }) => from),
      [0, 1, 2],
    );
    assert.equal((await scores(person(10))).problem.code, "results_hidden");
    assert.equal((await scores()).problem.code, "results_hidden");
    // An eleventh attempt changes nothing before the next look.
    await ended(person(10), quiz, [[1], []]);
    assert.deepEqual((await succeed(scores(person(0)))).item, item);
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id: quiz.id } }));
    clock.advance(1);
    const { item: last } = await succeed(scores());
    assert.equal(last?.attempts, 10);
    assert.deepEqual((await succeed(scores())).item, last);
    await wrongScores();
  });
});

describe("what is right", () => {
  it("is in no response about a test before the reader's attempt (R596)", async () => {
    const SECRET = "gizlikelime";
    const quiz = await publishQuiz(kanaat, owner, {
      questions: [{ ...question("Başkent neresi?", "+Ankara", "İzmir"), explanation: SECRET }],
    });
    const { id } = quiz;
    const reader = person(0);
    for (const endpoint of Object.values(api)) {
      if (endpoint.method !== "GET" || !endpoint.path.includes("/surveys")) continue;
      for (const who of [undefined, reader, owner]) {
        const format = "json";
        const call = { token: who?.token, params: { id, format, receipt: "x", userId: 1 } };
        if (endpoint.stream) continue;
        const { text } = await kanaat.call(endpoint, call);
        assert.ok(!text.includes(SECRET), endpoint.path);
        assert.ok(!/"right"/.test(text), endpoint.path);
      }
    }
    for (const path of [`/surveys/${id}`, `/surveys/${id}/results`, `/embed/surveys/${id}`]) {
      const { body } = await kanaat.app.inject(path);
      assert.ok(!body.includes(SECRET) && !body.includes('"right"'), path);
    }
    assert.ok(!(await download(kanaat, reader)).text.includes(SECRET));
    assert.match((await attempt(reader, quiz, [[0]])).text, new RegExp(SECRET));
  });
});

describe("a test's attempts", () => {
  it("are in downloads, and become nobody's with the account (R598)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    const leaver = await signUp(kanaat);
    await ended(leaver, quiz, RIGHT);
    const { body: mine } = await download(kanaat, leaver);
    assert.deepEqual(mine.test_attempts, [
      { survey_id: quiz.id, question: quiz.question, score: 2, answers: RIGHT },
    ]);
    const { body: theirs } = await download(kanaat, owner);
    const own = theirs.tests.find(({ survey_id }) => survey_id === quiz.id);
    assert.deepEqual(own?.questions[0]?.options[0], { content: "Ankara", right: true });
    const body = { password: leaver.password };
    await succeed(kanaat.call(deleteAccount, { token: leaver.token, body }));
    clock.advance(10 * MINUTE_MS);
    await kanaat.runMaintenance();
    const rows = await db.query
      .selectFrom("quiz_attempts")
      .select(["user_id", "score"])
      .where("survey_id", "=", quiz.id)
      .execute();
    assert.deepEqual(
      rows.map(({ user_id, score }) => [user_id === leaver.id, score]),
      [[false, 200]],
    );
    await wrongScores();
  });

  it("are deleted with the test, and its pictures (R598)", async () => {
    const id = await draftQuiz(kanaat, owner);
    const call = { token: owner.token, params: { id } };
    const asking = { image: IMAGE, explanation_image: IMAGE };
    const data = [{ question: JSON.stringify(TWO_QUESTIONS[0]), ...asking }];
    await succeed(kanaat.call(setQuestions, { ...call, body: { data } }));
    await succeed(kanaat.call(setVisibility, { ...call, body: { visibility: "public" } }));
    const { item } = await succeed(kanaat.call(getSurvey, { params: { id } }));
    const { questions } = await ended(person(0), item, [[0]]);
    const asked = await succeed(kanaat.call(listQuizQuestions, { params: { id } }));
    await succeed(kanaat.call(deleteSurvey, call));
    const path = asked.items[0]?.image_path ?? "";
    for (const gone of [path, questions[0]?.explanation_image_path ?? ""])
      assert.equal((await kanaat.app.inject(gone)).statusCode, 404);
    await kanaat.runMaintenance();
    const tables = ["quiz_questions", "quiz_explanations", "quiz_attempts", "quiz_scores"] as const;
    for (const table of tables) {
      const rows = await db.query
        .selectFrom(table)
        .select("survey_id")
        .where("survey_id", "=", id)
        .execute();
      assert.deepEqual([table, rows], [table, []]);
    }
  });

  it("are counted, reported and sealed as votes are (R598)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    for (const one of people) await ended(one, quiz, RIGHT);
    const params = { id: quiz.id };
    const own = await succeed(kanaat.call(listOwnSurveys, { token: owner.token }));
    const card = own.items.find(({ id }) => id === quiz.id);
    assert.deepEqual([card?.vote_count, card?.leading], [11, null]);
    const report = await succeed(kanaat.call(getReport, { params }));
    assert.deepEqual([report.voters, report.breakdown], [11, null]);
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params }));
    clock.advance(2 * MINUTE_MS);
    await kanaat.runMaintenance();
    const { item } = await succeed(kanaat.call(getSeal, { params }));
    assert.deepEqual([item.state, item.differs], ["sealed", false]);
    const bundle = await succeed(kanaat.call(getSealBundle, { params }));
    assert.deepEqual(await checkBundle(bundle, nodeTools), []);
    assert.ok("voters" in bundle.document);
    const { ballot, voters } = bundle.document;
    assert.deepEqual([ballot, voters], ["quiz", { votes: 11, private_votes: null }]);
    const sealer = createSealer((await readSecret(kanaat.config)) ?? "");
    const sealing = { db, sealer, key: openSigningKey(sealer), votesAtOnce: 1000 };
    const turn = { now: clock.now(), signal: new AbortController().signal };
    const found = await findDifference(sealing, quiz.id, { ...turn, purpose: "verify" });
    assert.equal(found, null);
  });
});

describe("what others see of a scored test", () => {
  it("is its own picture, and a frame without a bar of attempts (R618)", async () => {
    const quiz = await publishQuiz(kanaat, owner);
    await ended(person(0), quiz, RIGHT);
    const { item } = await succeed(kanaat.call(getSurvey, { params: { id: quiz.id } }));
    const drawn = await kanaat.app.inject(item.preview_path ?? "");
    assert.deepEqual([drawn.statusCode, drawn.headers["content-type"]], [200, "image/jpeg"]);
    const { body } = await kanaat.app.inject(`/embed/surveys/${quiz.id}`);
    assert.match(body, /1 çözüm/);
    assert.match(body, /’te çöz/);
    assert.doesNotMatch(body, /Testi bitirenler/);
  });
});

it("what staff sees of a reported test has its questions, as they were then (R591)", async () => {
  const quiz = await publishQuiz(kanaat, owner);
  const target = await transact(db, (tx) => readTarget(tx, { kind: "survey", id: quiz.id }));
  const [first, second] = target?.snapshot.questions ?? [];
  assert.deepEqual(first?.options, ["Ankara", "İstanbul", "İzmir"]);
  assert.match(second?.explanation ?? "", /Çünkü/);
  const other = await publishSurvey(kanaat, owner);
  const plain = await transact(db, (tx) => readTarget(tx, { kind: "survey", id: other.id }));
  assert.ok(plain && !("questions" in plain.snapshot));
});
