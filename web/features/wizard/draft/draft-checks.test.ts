import assert from "node:assert/strict";
import { test } from "node:test";
import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { type Draft, editOption, newDraft, newOption } from "./draft.ts";
import {
  duplicateOptions,
  fieldValue,
  mainErrors,
  missingFields,
  optionErrors,
  serverErrors,
} from "./draft-checks.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const COMPLETE: Draft = {
  ...newDraft(NOW),
  question: "Çay mı, kahve mi?",
  categoryId: 3,
  end: null,
  image: { kind: "tile", color: 0 },
};
const errorsOf = (changes: Partial<Draft>) => mainErrors({ ...COMPLETE, ...changes }, NOW);

test("a new draft waits for question, category, end and picture (R137)", () => {
  assert.deepEqual(missingFields(newDraft(NOW)), ["question", "categoryId", "end", "image"]);
});

test("an explicit Süresiz is an end (R43)", () => {
  assert.deepEqual(missingFields(COMPLETE), []);
  assert.deepEqual(errorsOf({}), {});
});

test("an end on the day it starts is at the end of that day (R53)", () => {
  assert.deepEqual(errorsOf({ end: "2026-11-20" }), {});
});

test("an end must be in the future and after the start (R53)", () => {
  assert.deepEqual(errorsOf({ end: "2026-11-20T12:59" }), { end: "Bitiş gelecekte olmalı." });
  assert.deepEqual(errorsOf({ start: "2026-12-01", end: "2026-11-30" }), {
    end: "Bitiş başlangıçtan sonra olmalı.",
  });
  assert.deepEqual(errorsOf({ start: "2026-12-01T09:00", end: "2026-12-01T09:00" }), {
    end: "Bitiş başlangıçtan sonra olmalı.",
  });
});

test("a start before today is refused, an hour that has passed today means now", () => {
  assert.deepEqual(errorsOf({ start: "2026-11-19" }), {
    start: "Başlangıç bugünden önce olamaz.",
  });
  assert.deepEqual(errorsOf({ start: "2026-11-20T08:00" }), {});
});

test("a time whose day is being retyped does not count as a date", () => {
  const changes = { start: "T09:30", end: "T18:00" };
  assert.deepEqual(missingFields({ ...COMPLETE, ...changes }), ["start", "end"]);
  assert.deepEqual(errorsOf(changes), {
    start: "Lütfen başlangıç tarihini seçin.",
    end: "Bitiş tarihini seçin ya da Süresiz’i işaretleyin.",
  });
});

test("a year of five digits is refused as such", () => {
  const words = "Yılı dört basamakla yazın, örneğin 2030.";
  assert.deepEqual(errorsOf({ end: "20266-01-01" }), { end: words });
  assert.deepEqual(errorsOf({ start: "20266-01-01T09:00" }), { start: words });
});

test("a question is as long as the contract says, in characters as people count them", () => {
  assert.deepEqual(errorsOf({ question: "ab" }), { question: "En az 3 karakter girin." });
  assert.deepEqual(errorsOf({ question: "🎉".repeat(200) }), {});
  assert.deepEqual(Object.keys(errorsOf({ question: "x".repeat(201) })), ["question"]);
});

test("each option needs a title and a picture (R84)", () => {
  const [first, second] = COMPLETE.options;
  const draft = editOption(COMPLETE, first?.id ?? "", {
    content: "Çay",
    image: { kind: "tile", color: 1 },
  });
  assert.deepEqual(Object.keys(optionErrors(draft)), [
    `image:${second?.id}`,
    `content:${second?.id}`,
  ]);
});

test("an option named like one before it is noticed, whatever its letters' case", () => {
  const named = (...names: string[]): Draft => ({
    ...COMPLETE,
    options: names.map((content) => ({ ...newOption(), content })),
  });
  const draft = named("İzmir", "Ankara", " izmir ", "ızmir", "", "");
  assert.deepEqual([...duplicateOptions(draft)], [draft.options[2]?.id]);
});

test("what the server names is said at the wizard's own fields, the rest at none", () => {
  const [, second] = COMPLETE.options;
  const fields = {
    category_id: "Kategori yok.",
    "data.1.content": "Bu ad olmaz.",
    "data.7.image": "Resim yok.",
    draft_key: "Anahtar yok.",
    paid_by: "Bu ad olmaz.",
  };
  const problem = new ApiProblem({
    code: "validation_failed",
    status: 422,
    title: "",
    message: "",
    fields,
  });
  assert.deepEqual(serverErrors(problem, COMPLETE), {
    categoryId: "Kategori yok.",
    paidBy: "Bu ad olmaz.",
    [`content:${second?.id}`]: "Bu ad olmaz.",
  });
});

test("limits that do not fit the options are an error of the choices, until they change (R573)", () => {
  const [status, title, message] = ERRORS.choices_out_of_range;
  const problem = new ApiProblem({ code: "choices_out_of_range", status, title, message });
  assert.deepEqual(serverErrors(problem, COMPLETE), { choices: message });
  const several: Draft = { ...COMPLETE, ballot: "multiple", minChoices: 2 };
  const isChanged = (changes: Partial<Draft>) =>
    fieldValue({ ...several, ...changes }, "choices") !== fieldValue(several, "choices");
  assert.ok(isChanged({ minChoices: 1 }));
  assert.ok(isChanged({ ballot: "ranked" }));
  assert.ok(isChanged({ options: several.options.slice(1) }));
  assert.ok(!isChanged({ maxChoices: several.options.length }));
});

test("an error about the end is about the start too, one about an option about that one alone", () => {
  const [first, second] = COMPLETE.options;
  const later = { ...COMPLETE, start: "2026-12-01" };
  assert.notEqual(fieldValue(later, "end"), fieldValue(COMPLETE, "end"));
  const named = editOption(COMPLETE, first?.id ?? "", { content: "Çay" });
  const isChanged = (field: string) => fieldValue(named, field) !== fieldValue(COMPLETE, field);
  assert.ok(isChanged(`content:${first?.id}`));
  assert.ok(!isChanged(`image:${first?.id}`));
  assert.ok(!isChanged(`content:${second?.id}`));
});
