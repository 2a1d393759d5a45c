import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import {
  addOptions,
  createSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { IMAGE_MAX_SIDE } from "#contract/limits.ts";
import { TILE_COLORS } from "#contract/tiles.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Answer, succeed, toForm } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const [owner, other] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
const image = await picture();
const notAPicture = new File(["metin"], "resim.png", { type: "image/png" });
const wide = sharp({
  create: { width: IMAGE_MAX_SIDE + 1, height: 1, channels: 3, background: "#000" },
});
const tooLarge = new File([new Uint8Array(await wide.png().toBuffer())], "resim.png");

const form = (given = {}) => ({ question: "Hangisi?", category_id: 1, image, ...given });
const create = (given = {}, who: Person = owner) =>
  kanaat.call(createSurvey, { token: who.token, body: toForm(form(given)) });
const option = (survey_id: unknown, content: unknown = "Çay", file: unknown = image) => ({
  survey_id,
  content,
  image: file,
});
const add = (data: unknown, who: Person = owner) =>
  kanaat.call(addOptions, { token: who.token, body: toForm({ data }) });
const show = (id: number, visibility: unknown = "public", who: Person = owner) =>
  kanaat.call(setVisibility, { token: who.token, params: { id }, body: { visibility } });
const read = async (id: number) =>
  (await kanaat.call(getSurvey, { token: owner.token, params: { id } })).body.item;

function refused(answer: Answer<unknown>, code: ErrorCode, fields?: string[]): void {
  assert.equal(answer.problem?.code, code, answer.text);
  if (fields) assert.deepEqual(Object.keys(answer.problem.fields ?? {}), fields);
}

/** Whether a stored picture has this colour high in its middle, and whether it has any white. */
async function look(path: string | undefined, color = "") {
  const bytes = await readFile(join(kanaat.config.dataDir, path ?? ""));
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const place = { left: width >> 1, top: height >> 3, width: 1, height: 1 };
  const pixel = await sharp(bytes).extract(place).removeAlpha().raw().toBuffer();
  const wanted = Buffer.from(color.slice(1), "hex");
  const { channels } = await sharp(bytes).greyscale().stats();
  return {
    hasColor: wanted.every((value, at) => Math.abs(value - (pixel[at] ?? 0)) < 12),
    hasWhite: (channels[0]?.max ?? 0) > 240,
  };
}

/** The number of stored pictures. */
async function pictures(): Promise<number> {
  const folder = join(kanaat.config.dataDir, "images");
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith("1280.webp")).length;
}

describe("creating a draft", () => {
  it("keeps everything it was given (R44, R149)", async () => {
    const given = {
      question: "  İstanbul'da en güzel semt? 🌉 ",
      description: "Bir\r\niki",
      type: "TEST",
      option_theme_id: 2,
      category_id: 2,
      result_visibility: "after",
      voters: "members",
      option_order: "shuffled",
      vote_change: "until_end",
      allows_no_opinion: true,
      instant_results: true,
      start_time: clock.iso(DAY_MS),
      expire_time: clock.iso(2 * DAY_MS),
    };
    const { status, body } = await create(given);
    assert.equal(status, 201);
    const { image_path, user, ...survey } = await read(body.item.id);
    assert.match(image_path, /^\/images\//);
    assert.deepEqual(Object.keys(user), ["id", "name", "nickname", "image"]);
    assert.deepEqual(survey, {
      id: body.item.id,
      ...given,
      question: "İstanbul'da en güzel semt? 🌉",
      description: "Bir\niki",
      visibility: null,
      state: "draft",
      view_count: 0,
      vote_count: null,
      options: [],
    });
  });

  it("keeps who asked for it and who paid for it as one line each (R455)", async () => {
    const { body } = await create({ asked_by: "  Çevre\nDerneği ", paid_by: "" });
    const { asked_by, ...rest } = await read(body.item.id);
    assert.deepEqual([asked_by, "paid_by" in rest], ["Çevre Derneği", false]);
    for (const field of ["asked_by", "paid_by"]) {
      const longest = "ş".repeat(100);
      assert.equal((await create({ [field]: longest })).status, 201);
      for (const wrong of [`${longest}ş`, "a\u202eb"])
        refused(await create({ [field]: wrong }), "validation_failed", [field]);
    }
  });

  it("begins now and never ends by default", async () => {
    const { body } = await create({ start_time: clock.iso(-DAY_MS), expire_time: "" });
    const { start_time, expire_time, result_visibility, option_theme_id } = await read(
      body.item.id,
    );
    assert.deepEqual(
      [start_time, expire_time, result_visibility, option_theme_id],
      [clock.iso(), null, "before", 1],
    );
  });

  it("continues with the same draft when its key is sent again (R49)", async () => {
    const draft_key = crypto.randomUUID();
    const first = await create({ draft_key });
    const before = await pictures();
    const again = await create({ draft_key, question: "Ya da hangisi?" });
    assert.equal(again.body.item.id, first.body.item.id);
    assert.equal((await read(first.body.item.id)).question, "Ya da hangisi?");
    assert.equal(await pictures(), before);
    const others = await create({ draft_key }, other);
    assert.notEqual(others.body.item.id, first.body.item.id);
  });

  it("makes one draft of one key, however often it is sent at the same moment (R49)", async () => {
    const draft_key = crypto.randomUUID();
    const before = await pictures();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ draft_key })));
    assert.equal(new Set(answers.map(({ body }) => body.item.id)).size, 1);
    assert.equal(await pictures(), before + 1);
  });

  it("counts the letters of a question as people do", async () => {
    const long = `${"ş".repeat(199)}👩‍👩`;
    assert.equal((await create({ question: "👍👍👍" })).status, 201);
    refused(await create({ question: "şş" }), "validation_failed", ["question"]);
    refused(await create({ question: `${long}!` }), "validation_failed", ["question"]);
  });

  it("names the field that is wrong: validation_failed (R46)", async () => {
    const wrong: [field: string, value: unknown][] = [
      ["question", "  "],
      ["question", "a\u0000bc"],
      ["question", "a\u202ebc"],
      ["description", "d".repeat(2001)],
      ["category_id", 999],
      ["category_id", "x"],
      ["option_theme_id", 3],
      ["type", "QUIZ"],
      ["result_visibility", "never"],
      ["draft_key", "1"],
      ["start_time", "31.02.2026"],
      ["start_time", "2026-02-31T10:00:00Z"],
      ["start_time", "9999-12-31T23:59:59-12:00"],
      ["expire_time", "yarın"],
      ["expire_time", clock.iso()],
      ["expire_time", clock.iso(-DAY_MS)],
      ["expire_time", "9999-12-31T23:59:59-12:00"],
    ];
    const before = await pictures();
    for (const [field, value] of wrong) {
      const answer = await create({ [field]: value });
      assert.equal(answer.status, 422, field);
      refused(answer, "validation_failed", [field]);
    }
    const { problem } = await create({ category_id: "" });
    assert.deepEqual(problem.fields, { category_id: "Lütfen bir kategori seçin." });
    assert.equal(await pictures(), before);
  });

  it("needs an end after the start (R53)", async () => {
    const times = { start_time: clock.iso(DAY_MS), expire_time: clock.iso(DAY_MS) };
    refused(await create(times), "validation_failed", ["expire_time"]);
  });

  it("needs a picture: image_missing (R84)", async () => {
    refused(await create({ image: new File([], "bos.png") }), "image_missing", ["image"]);
    const text = new FormData();
    for (const [name, value] of Object.entries(form({ image: "resim" })))
      text.set(name, `${value}`);
    refused(await kanaat.call(createSurvey, { token: owner.token, body: text }), "image_missing");
  });

  it("draws a tile where no picture comes, and leaves it where one does (R84)", async () => {
    const tiled = await create({ image: undefined, tile: 0 });
    assert.equal(tiled.status, 201);
    const tile = await look((await read(tiled.body.item.id)).image_path, TILE_COLORS[0]);
    assert.deepEqual(tile, { hasColor: true, hasWhite: true });
    const photo = await picture("#ffffff");
    const { body } = await create({ image: photo, tile: 0 });
    const { image_path } = await read(body.item.id);
    assert.ok((await look(image_path, "#ffffff")).hasColor);
    for (const tile of ["", "-1", "1.5", "kırmızı", TILE_COLORS.length])
      refused(await create({ image: undefined, tile }), "validation_failed", ["tile"]);
    const both = await create({ image: undefined, question: "" });
    refused(both, "validation_failed", ["question", "image"]);
  });

  it("needs a picture that is one: image_format", async () => {
    refused(await create({ image: notAPicture }), "image_format", ["image"]);
  });

  it("is over once the survey is published: survey_locked (R47)", async () => {
    const draft_key = crypto.randomUUID();
    const survey = await publishSurvey(kanaat, owner, { draft_key });
    const before = await pictures();
    const answer = await create({ draft_key, question: "Başka bir soru?" });
    assert.equal(answer.status, 409);
    refused(answer, "survey_locked");
    assert.equal(await pictures(), before);
    assert.equal((await read(survey.id)).question, survey.question);
  });

  it("refuses a body that is no form, or breaks off (R166)", async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc';
    const sent: [status: number, type: string, payload: string | Buffer][] = [
      [400, "multipart/form-data", part],
      [400, "multipart/form-data; boundary=", part],
      [400, "multipart/form-data; boundary=x", part],
      [400, "multipart/form-data; boundary=b", part],
      [400, "multipart/form-data; boundary=b", "{}"],
      [415, "application/json; multipart/form-data", "{}"],
      [415, "text/plain", "x"],
      [422, "multipart/form-data; boundary=b", `${part}\r\n--b--\r\n`],
      [422, "multipart/form-data; boundary=b", Buffer.from("2d2d622d2dff", "hex")],
    ];
    for (const [status, type, payload] of sent) {
      const { statusCode, json } = await kanaat.app.inject({
        method: "POST",
        url: createSurvey.path,
        headers: { authorization: `Bearer ${owner.token}`, "content-type": type },
        payload,
      });
      assert.deepEqual([type, statusCode], [type, status]);
      assert.equal(json().status, status);
    }
    assert.deepEqual(await readdir(join(kanaat.config.dataDir, "uploads")), []);
  });

  it("needs an account, and a form", async () => {
    assert.equal((await kanaat.call(createSurvey, { body: form() })).status, 401);
    const json = { question: "Hangisi?", category_id: 1, image: { path: "/etc/passwd" } };
    const answer = await kanaat.call(createSurvey, { token: owner.token, body: json });
    assert.equal(answer.status, 415);
  });
});

describe("adding options", () => {
  it("gives the draft its options in the order sent (R48)", async () => {
    const { id } = (await create()).body.item;
    const { status, body } = await add([option(id, " Çay "), option(id, "Kahve")]);
    assert.deepEqual([status, body], [201, { item: { id } }]);
    const { options } = await read(id);
    assert.deepEqual(
      options.map(({ content }) => content),
      ["Çay", "Kahve"],
    );
    for (const { image } of options) {
      assert.equal((await kanaat.app.inject(image)).statusCode, 200);
    }
  });

  it("replaces the options and pictures that were there (R49)", async () => {
    const id = await draftSurvey(kanaat, owner, { options: ["a", "b", "c"] });
    const before = await pictures();
    await add([option(id, "d"), option(id, "e")]);
    assert.deepEqual(
      (await read(id)).options.map(({ content }) => content),
      ["d", "e"],
    );
    assert.equal(await pictures(), before - 1);
  });

  it("keeps one set when two are sent at the same moment", async () => {
    const id = await draftSurvey(kanaat, owner);
    const before = await pictures();
    const sets = [
      [option(id, "a"), option(id, "b")],
      [option(id, "c"), option(id, "d")],
    ];
    const answers = await Promise.all(sets.map((data) => add(data)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    const contents = (await read(id)).options.map(({ content }) => content).join("");
    assert.ok(["ab", "cd"].includes(contents), contents);
    assert.equal(await pictures(), before);
  });

  it("accepts two to twenty: validation_failed (R46)", async () => {
    const { id } = (await create()).body.item;
    const many = (count: number) => Array.from({ length: count }, (_, i) => option(id, `${i}`));
    assert.equal((await add(many(1))).problem.fields?.data, "Sonuçlar minimum 2 tane olmalıdır");
    refused(await add(many(21)), "validation_failed", ["data"]);
    refused(
      await kanaat.call(addOptions, { token: owner.token, body: new FormData() }),
      "validation_failed",
    );
    assert.deepEqual((await read(id)).options, []);
    assert.equal((await add(many(20))).status, 201);
  });

  it("draws tiles among pictures, twenty of them too (R84)", async () => {
    const { id } = (await create()).body.item;
    const tile = (at: number) => ({ survey_id: id, content: `Şık ${at}`, tile: at });
    await succeed(add([option(id), tile(1)]));
    const [, drawn] = (await read(id)).options;
    const tiled = await look(drawn?.image, TILE_COLORS[1]);
    assert.deepEqual(tiled, { hasColor: true, hasWhite: true });
    const before = await pictures();
    await succeed(add(Array.from({ length: 20 }, (_, at) => tile(at))));
    assert.equal(await pictures(), before + 18);
    const another = await draftSurvey(kanaat, other);
    const theirs = Array.from({ length: 2 }, () => ({ ...tile(0), survey_id: another }));
    refused(await add(theirs), "survey_not_found");
    assert.equal(await pictures(), before + 18 + 3);
  });

  it("names the option and the field that are wrong (R46)", async () => {
    const { id } = (await create()).body.item;
    const before = await pictures();
    const wrong: [unknown, ErrorCode, string][] = [
      [option(id, ""), "validation_failed", "data.1.content"],
      [option(id, "x".repeat(101)), "validation_failed", "data.1.content"],
      [option("x"), "validation_failed", "data.1.survey_id"],
      [option(id, "Çay", null), "image_missing", "data.1.image"],
      [option(id, "Çay", notAPicture), "image_format", "data.1.image"],
      [option(id, "Çay", tooLarge), "image_too_large", "data.1.image"],
    ];
    for (const [second, code, field] of wrong) {
      const answer = await add([option(id), second]);
      assert.equal(answer.status, 422, field);
      refused(answer, code, [field]);
    }
    assert.deepEqual((await read(id)).options, []);
    assert.equal(await pictures(), before);
  });

  it("refuses names that reach for a prototype or a far place (R167)", async () => {
    for (const name of [
      "data[__proto__][content]",
      "data[constructor][x]",
      "data[999999999][content]",
      "data[0][__proto__]",
      "__proto__[a]",
    ]) {
      const body = new FormData();
      body.set(name, "1");
      const answer = await kanaat.call(addOptions, { token: owner.token, body });
      assert.deepEqual([name, answer.status], [name, 422]);
    }
    assert.equal(Object.hasOwn(Object.prototype, "content"), false);
  });

  it("refuses options for two surveys in one call (R51)", async () => {
    const [one, two] = [(await create()).body.item.id, (await create()).body.item.id];
    refused(await add([option(one), option(two)]), "validation_failed", ["data.0.survey_id"]);
    assert.deepEqual([(await read(one)).options, (await read(two)).options], [[], []]);
  });

  it("refuses other people's drafts, also mixed with the caller's own: survey_not_found (R51)", async () => {
    const own = await draftSurvey(kanaat, owner);
    const theirs = await draftSurvey(kanaat, other);
    const before = await pictures();
    for (const data of [
      [option(theirs), option(theirs)],
      [option(own), option(theirs)],
      [option(theirs), option(own)],
      [option(9_999_999), option(9_999_999)],
    ]) {
      const answer = await add(data);
      assert.equal(answer.status, 404);
      refused(answer, "survey_not_found");
    }
    assert.equal(await pictures(), before);
  });

  it("refuses surveys that the caller may only see: forbidden", async () => {
    const { id } = await publishSurvey(kanaat, other);
    const answer = await add([option(id), option(id)]);
    assert.equal(answer.status, 403);
    refused(answer, "forbidden");
  });

  it("is over once the survey is published: survey_locked (R47)", async () => {
    const { id, options } = await publishSurvey(kanaat, owner);
    const before = await pictures();
    const answer = await add([option(id), option(id)]);
    assert.equal(answer.status, 409);
    refused(answer, "survey_locked");
    assert.deepEqual((await read(id)).options, options);
    assert.equal(await pictures(), before);
  });
});

describe("publishing", () => {
  it("shows the survey to everybody, or to nobody (R48)", async () => {
    const id = await draftSurvey(kanaat, owner);
    const { status, body } = await show(id, "private");
    assert.deepEqual([status, body.item.visibility, body.item.state], [200, "private", "active"]);
    assert.equal((await kanaat.call(getSurvey, { params: { id } })).status, 404);
    await show(id, "public");
    assert.equal((await kanaat.call(getSurvey, { params: { id } })).status, 200);
    await show(id, "private");
    assert.equal((await kanaat.call(getSurvey, { params: { id } })).status, 404);
  });

  it("returns the same when it is repeated (R49)", async () => {
    const id = await draftSurvey(kanaat, owner);
    const first = await show(id);
    clock.advance(1000);
    assert.deepEqual(await show(id).then(({ body }) => body), first.body);
  });

  it("starts the survey now when its start has passed (R53)", async () => {
    const id = await draftSurvey(kanaat, owner);
    clock.advance(HOUR_MS);
    const { body } = await show(id);
    assert.equal(body.item.start_time, clock.iso());
  });

  it("schedules a survey whose start is to come (R42)", async () => {
    const survey = await publishSurvey(kanaat, owner, { start_time: clock.iso(DAY_MS) });
    assert.deepEqual([survey.state, survey.start_time], ["scheduled", clock.iso(DAY_MS)]);
  });

  it("is refused once the end has passed: validation_failed", async () => {
    const id = await draftSurvey(kanaat, owner, { expire_time: clock.iso(1000) });
    clock.advance(1000);
    refused(await show(id), "validation_failed", ["expire_time"]);
    assert.equal((await read(id)).state, "draft");
  });

  it("needs two options: options_missing (R48)", async () => {
    const { id } = (await create()).body.item;
    const answer = await show(id);
    assert.equal(answer.status, 422);
    refused(answer, "options_missing");
  });

  it("needs a word for whom: validation_failed", async () => {
    const id = await draftSurvey(kanaat, owner);
    for (const word of ["herkes", "", null, true, ["public"]]) {
      refused(await show(id, word), "validation_failed", ["visibility"]);
    }
  });

  it("is refused for other people's surveys: survey_not_found, forbidden", async () => {
    const draft = await draftSurvey(kanaat, other);
    const { id } = await publishSurvey(kanaat, other);
    refused(await show(draft), "survey_not_found");
    refused(await show(id, "private"), "forbidden");
    assert.equal((await kanaat.call(getSurvey, { params: { id } })).status, 200);
  });

  it("lists nothing before its third call, and can continue after any (R48, R49)", async () => {
    const person = await signUp(kanaat);
    const draft_key = crypto.randomUUID();
    const listed = async () =>
      (await kanaat.call(listSurveys, { query: { q: "yarım kalan" } })).body.items.length;
    for (let attempt = 0; attempt < 2; attempt++) {
      const question = "Yarım kalan soru?";
      const { id } = (await create({ draft_key, question }, person)).body.item;
      await add([option(id, "a"), option(id, "b")], person);
      assert.equal(await listed(), 0);
      if (attempt > 0) await show(id, "public", person);
    }
    assert.equal(await listed(), 1);
    const own = await kanaat.call(listOwnSurveys, { token: person.token });
    assert.equal(own.body.items.length, 1);
    assert.equal((await read(own.body.items[0]?.id ?? 0)).options.length, 2);
  });
});
