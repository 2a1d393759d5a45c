import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp, { type Sharp } from "sharp";
import { DAY_MS } from "#contract/durations.ts";
import { getAccount, register, updateAccount } from "#contract/endpoints/account.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { setQuestions } from "#contract/endpoints/quizzes.ts";
import {
  addOptions,
  createSurvey,
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { imageIdOf } from "#server/images/image-paths.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, registrationForm, signUp } from "#testing/people.ts";
import { draftQuiz, question } from "#testing/quizzes.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { db, clock, images } = kanaat;
const [ayse, owner, reporter] = [
  await staffMember(kanaat),
  await signUp(kanaat),
  await signUp(kanaat),
];
const SOON_MS = 1100;
const WORDS = "Başkasının izinsiz fotoğrafı.";
const FILES = ["320.webp", "640.webp", "800.webp", "1280.webp", "og.jpg"];

/** Something like a photograph: soft patches of colour, different for each seed. */
function patches(seed: number): Sharp {
  const [side, channels] = [12, 3] as const;
  let state = seed;
  const pixels = Buffer.alloc(side * side * channels).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 40 + ((state >> 16) % 170);
  });
  const raw = { width: side, height: side, channels };
  return sharp(pixels, { raw }).resize(640, 480, { fit: "fill", kernel: "cubic" });
}

const fileOf = async (picture: Sharp) =>
  new File([new Uint8Array(await picture.png().toBuffer())], "a.png", { type: "image/png" });
const jpegOf = async (picture: Sharp, quality: number) =>
  new File([new Uint8Array(await picture.jpeg({ quality }).toBuffer())], "a.jpg", {
    type: "image/jpeg",
  });

/** The statuses of all files of a picture. */
const statusesOf = (path: string) =>
  Promise.all(
    FILES.map(async (name) => {
      const url = path.replace("1280.webp", name);
      return (await ask(kanaat.app, { url })).statusCode;
    }),
  );
const isGone = async (path: string) => {
  assert.deepEqual(
    await statusesOf(path),
    FILES.map(() => 404),
  );
};
const isServed = async (path: string) => assert.equal((await statusesOf(path))[0], 200);

async function openCase(kind: "survey" | "person", id: number, reason = "personal_data") {
  const body = { kind, id, reason };
  await succeed(kanaat.call(calls.reportTarget, { token: reporter.token, body }));
  const column = kind === "survey" ? "survey_id" : "person_id";
  const found = db.query.selectFrom("moderation_cases").select("id").where(column, "=", id);
  return (await found.executeTakeFirstOrThrow()).id;
}

const read = async (id: number, { token } = ayse) =>
  (await succeed(kanaat.call(cases.getCase, { token, params: { id } }))).item;

async function decide(id: number, act: string, pictures?: string[]) {
  const { version } = await read(id);
  const body = { version, act, reason: "personal_data", words: WORDS, pictures };
  return kanaat.call(cases.decideCase, { token: ayse.token, params: { id }, body });
}

const lastOf = async ({ token }: Person) =>
  (await succeed(kanaat.call(calls.listOwnDecisions, { token }))).items[0];

async function undoLast(person: Person, { token } = ayse) {
  const params = { id: (await lastOf(person))?.id ?? 0 };
  await succeed(kanaat.call(cases.undoDecision, { token, params, body: { words: WORDS } }));
}

const surveyNow = async ({ id }: Pick<Survey, "id">, token?: string) => {
  clock.advance(SOON_MS);
  return (await succeed(kanaat.call(getSurvey, { token, params: { id } }))).item;
};

const staffPicture = (id: number, picture: number, { token } = ayse) =>
  kanaat.call(cases.getCasePicture, { token, params: { id, picture } });

describe("pictures of a hidden survey", () => {
  it("of a test's questions too are at no address, and come back (R647)", async () => {
    const { token } = owner;
    const id = await draftQuiz(kanaat, owner);
    const data = [
      {
        question: JSON.stringify(question("Bu kim?", "+Ali", "Veli")),
        image: await fileOf(patches(7)),
        explanation_image: await fileOf(patches(8)),
      },
    ];
    await succeed(kanaat.call(setQuestions, { token, params: { id }, body: { data } }));
    const body = { visibility: "public" };
    await succeed(kanaat.call(setVisibility, { token, params: { id }, body }));
    const picturesNow = async () => {
      const of = (table: "quiz_questions" | "quiz_explanations") =>
        db.query.selectFrom(table).select("image").where("survey_id", "=", id);
      const asked = await of("quiz_questions").executeTakeFirstOrThrow();
      const explained = await of("quiz_explanations").executeTakeFirstOrThrow();
      return [asked.image ?? "", explained.image ?? ""];
    };
    const shown = await picturesNow();
    for (const path of shown) await isServed(path);
    const caseId = await openCase("survey", id);
    await succeed(decide(caseId, "hide"));
    for (const path of shown) await isGone(path);
    assert.ok((await picturesNow()).every((path) => !shown.includes(path)));
    const { now, pictures } = await read(caseId);
    const [asked] = now.questions ?? [];
    assert.deepEqual([asked?.image_path, asked?.explanation_image_path], shown);
    const pictureAt = (at: string) => pictures.find(({ place }) => place === at)?.image_path;
    assert.deepEqual([pictureAt("question 0"), pictureAt("explanation 0")], shown);
    await undoLast(owner);
    for (const path of await picturesNow()) await isServed(path);
    await openCase("survey", id, "hate");
    await succeed(decide(caseId, "remove_picture", ["explanation 0"]));
    const removed = (await read(caseId)).pictures.filter(({ is_removed }) => is_removed);
    assert.deepEqual(
      removed.map(({ place }) => place),
      ["explanation 0"],
    );
    await undoLast(owner);
  });

  it("are at no address, for staff alone, and come back with it (R647)", async () => {
    const image = await fileOf(patches(1));
    const survey = await publishSurvey(kanaat, owner, { image });
    const shown = [survey.image_path, ...survey.options.map((option) => option.image)];
    for (const path of shown) await isServed(path);
    const caseId = await openCase("survey", survey.id);
    await succeed(decide(caseId, "hide"));
    for (const path of shown) await isGone(path);
    const mine = await surveyNow(survey, owner.token);
    assert.notEqual(mine.image_path, survey.image_path);
    await isServed(mine.image_path);
    const { text } = await kanaat.call(listOwnSurveys, { token: owner.token });
    for (const path of shown) assert.ok(!text.includes(path));

    const { now, pictures, reported } = await read(caseId);
    assert.equal(now.image_path, survey.image_path);
    assert.equal(reported[0]?.snapshot, null);
    assert.deepEqual(
      pictures.map(({ place, image_path }) => [place, image_path]).toSorted(),
      [
        ["cover", survey.image_path],
        ...survey.options.map((option) => [`option ${option.id}`, option.image]),
      ].toSorted(),
    );
    const cover = pictures.find(({ place }) => place === "cover");
    const file = await staffPicture(caseId, cover?.withheld ?? 0);
    assert.deepEqual([file.status, file.headers.get("content-type")], [200, "image/webp"]);
    assert.equal((await staffPicture(caseId, cover?.withheld ?? 0, owner)).status, 404);
    assert.equal((await staffPicture(caseId, 987_654)).problem.code, "case_not_found");

    await undoLast(owner);
    const back = await surveyNow(survey);
    for (const path of [back.image_path, ...back.options.map((option) => option.image)])
      await isServed(path);
    const after = await read(caseId);
    assert.deepEqual([after.reported[0]?.snapshot, after.now.image_path], [null, back.image_path]);
    assert.ok(after.pictures.every(({ withheld }) => withheld === null));
  });

  it("are deleted with it (R647)", async () => {
    const survey = await publishSurvey(kanaat, owner, { image: await fileOf(patches(2)) });
    await succeed(decide(await openCase("survey", survey.id), "hide"));
    const kept = await db.query
      .selectFrom("withheld_pictures")
      .select("image")
      .where("survey_id", "=", survey.id)
      .execute();
    assert.equal(kept.length, 3);
    for (const { image } of kept) assert.ok(await images.get(imageIdOf(image) ?? "", "320.webp"));
    const params = { id: survey.id };
    await succeed(kanaat.call(deleteSurvey, { token: owner.token, params }));
    for (const { image } of kept)
      assert.equal(await images.get(imageIdOf(image) ?? "", "320.webp"), null);
  });
});

describe("a removed picture", () => {
  const upload = (image: File) =>
    kanaat.call(createSurvey, {
      token: owner.token,
      body: { question: "Nasıl olmuş?", category_id: 1, image },
    });

  it("is replaced, and comes back where that is undone (R648)", async () => {
    const survey = await publishSurvey(kanaat, owner, { image: await fileOf(patches(3)) });
    const [option] = survey.options;
    const caseId = await openCase("survey", survey.id);
    const places = ["cover", `option ${option?.id}`];
    assert.equal((await decide(caseId, "remove_picture")).status, 422);
    assert.equal((await decide(caseId, "remove_picture", ["avatar"])).status, 422);
    await succeed(decide(caseId, "remove_picture", places));
    await isGone(survey.image_path);
    await isGone(option?.image ?? "");
    const shown = await surveyNow(survey);
    assert.notEqual(shown.image_path, survey.image_path);
    assert.equal(shown.image_path, shown.options[0]?.image);
    assert.equal(shown.options[1]?.image, survey.options[1]?.image);
    await isServed(shown.image_path);

    // Hidden and shown again, it stays removed; undone while hidden, it comes back with the survey.
    await openCase("survey", survey.id, "hate");
    assert.equal((await decide(caseId, "remove_picture", ["cover"])).status, 422);
    const [removed] = (await succeed(kanaat.call(calls.listOwnDecisions, { token: owner.token })))
      .items;
    await succeed(decide(caseId, "hide"));
    await undoLast(owner);
    assert.notEqual((await surveyNow(survey)).image_path, survey.image_path);
    await openCase("survey", survey.id, "spam");
    await succeed(decide(caseId, "hide"));
    const undone = { params: { id: removed?.id ?? 0 }, body: { words: WORDS } };
    await succeed(kanaat.call(cases.undoDecision, { token: ayse.token, ...undone }));
    await undoLast(owner);
    const back = await surveyNow(survey);
    const { pictures } = await read(caseId);
    assert.ok(pictures.every(({ withheld }) => withheld === null));
    assert.equal(new Set([back.image_path, ...back.options.map(({ image }) => image)]).size, 3);
  });

  it("cannot be uploaded again, nor nearly, wherever pictures are, until that is undone (R649)", async () => {
    const image = await fileOf(patches(4));
    const survey = await publishSurvey(kanaat, owner, { image });
    await succeed(decide(await openCase("survey", survey.id), "remove_picture", ["cover"]));
    const { item: draft } = await succeed(upload(await fileOf(patches(5))));
    const data = ["Çay", "Kahve"].map((content) => ({ survey_id: draft.id, content, image }));
    const { token } = owner;
    const form = { ...registrationForm(), image };
    const large = sharp(await patches(4).png().toBuffer());
    const answers = [
      await upload(image),
      await upload(await jpegOf(patches(4), 40)),
      await upload(await jpegOf(large.clone().resize(320), 80)),
      await upload(await jpegOf(large.clone().linear(0.9), 90)),
      await kanaat.call(addOptions, { token, body: { data } }),
      await kanaat.call(updateAccount, { token, body: { image } }),
      await kanaat.call(register, { body: form }),
    ];
    assert.deepEqual(
      answers.map(({ problem }) => problem?.code),
      answers.map(() => "image_refused"),
    );
    assert.match(answers[0]?.problem?.fields?.image ?? "", /kaldırılan bir resimle/);
    for (const seed of [6, 7, 8]) await succeed(upload(await fileOf(patches(seed))));
    await undoLast(owner);
    await succeed(upload(image));
  });

  it("is deleted after 30 days, and no earlier while an objection is open (R648)", async () => {
    const people = [
      await signUp(kanaat, { image: await fileOf(patches(9)) }),
      await signUp(kanaat, { image: await fileOf(patches(10)) }),
    ] as const;
    const kept: string[] = [];
    for (const person of people) {
      const account = await succeed(kanaat.call(getAccount, { token: person.token }));
      const caseId = await openCase("person", person.id);
      assert.equal((await decide(caseId, "hide")).status, 422);
      await succeed(decide(caseId, "remove_picture", ["avatar"]));
      await isGone(account.item.image ?? "");
      const { item } = await succeed(kanaat.call(getAccount, { token: person.token }));
      assert.equal(item.image, null);
      const [row] = await db.query
        .selectFrom("withheld_pictures")
        .select("image")
        .where("person_id", "=", person.id)
        .execute();
      kept.push(row?.image ?? "");
    }
    const [, objecting] = people;
    const params = { id: (await lastOf(objecting))?.id ?? 0 };
    const object = { token: objecting.token, params, body: { text: "Kendi fotoğrafım bu." } };
    await succeed(kanaat.call(calls.objectToDecision, object));
    clock.advance(OBJECTION_DAYS * DAY_MS + 1);
    await kanaat.runMaintenance();
    const has = await Promise.all(
      kept.map((path) => images.get(imageIdOf(path) ?? "", "320.webp")),
    );
    assert.deepEqual(
      has.map((file) => file !== null),
      [false, true],
    );
    const can = await staffMember(kanaat);
    for (const person of people) {
      const decision = await db.query
        .selectFrom("decisions")
        .select("id")
        .where("person_id", "=", person.id)
        .executeTakeFirstOrThrow();
      const undone = { params: decision, body: { words: WORDS } };
      await succeed(kanaat.call(cases.undoDecision, { token: can.token, ...undone }));
    }
    const rows = await db.query
      .selectFrom("decisions")
      .select("stays")
      .where(
        "person_id",
        "in",
        people.map(({ id }) => id),
      )
      .orderBy("person_id")
      .execute();
    assert.deepEqual(
      rows.map(({ stays }) => stays),
      [1, 0],
    );
    await isServed(kept[1] ?? "");
  });
});
