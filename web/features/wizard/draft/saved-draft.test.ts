import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, newDraft } from "./draft.ts";
import { parseSavedDraft } from "./saved-draft.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const DRAFT: Draft = {
  ...newDraft(NOW),
  section: 3,
  reached: 3,
  question: "Çay mı, kahve mi?",
  categoryId: 3,
  askedBy: "Dernek",
  ballot: "multiple",
  minChoices: 2,
  maxChoices: 3,
  end: null,
  image: { kind: "photo", id: "cover" },
};

test("a draft comes back as it was kept", () => {
  assert.deepEqual(parseSavedDraft(DRAFT, NOW), DRAFT);
});

test("what is not a draft at all is no draft", () => {
  for (const record of [undefined, null, "draft", 7])
    assert.equal(parseSavedDraft(record, NOW), null);
});

test("damaged fields fall back to a new draft's, the others stay", () => {
  const record = {
    ...DRAFT,
    theme: 9,
    end: "yarın",
    type: "POLL",
    ballot: "dice",
    minChoices: 0,
    maxChoices: 1,
    options: [{ id: "a", content: "Çay", image: { kind: "film" } }, "?"],
    sent: { surveyId: "x" },
  };
  const draft = parseSavedDraft(record, NOW);
  assert.equal(draft?.question, DRAFT.question);
  assert.equal(draft?.theme, 1);
  assert.equal(draft?.end, "");
  assert.equal(draft?.type, "SURVEY");
  assert.equal(draft?.ballot, "single");
  assert.equal(draft?.minChoices, 1);
  assert.equal(draft?.maxChoices, null);
  assert.equal(draft?.options.length, 2);
  assert.equal(draft?.sent.surveyId, null);
});

test("an empty record is a new draft", () => {
  const { key, options, ...defaults } = newDraft(NOW);
  const draft = parseSavedDraft({}, NOW);
  assert.ok(key && options);
  assert.partialDeepStrictEqual(draft, defaults);
});

test("a draft opens no section that its main information does not allow", () => {
  assert.equal(parseSavedDraft({ ...DRAFT, question: "" }, NOW)?.section, 1);
});

test("a start of yesterday is today, one of tomorrow stays", () => {
  assert.equal(parseSavedDraft({ ...DRAFT, start: "2026-11-19T09:00" }, NOW)?.start, "2026-11-20");
  assert.equal(parseSavedDraft({ ...DRAFT, start: "2026-11-21" }, NOW)?.start, "2026-11-21");
});
