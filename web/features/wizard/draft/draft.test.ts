import assert from "node:assert/strict";
import { test } from "node:test";
import { OPTION_COUNT } from "#contract/limits.ts";
import {
  addOption,
  assignMissingTiles,
  assignTile,
  type Draft,
  editOption,
  isUntouched,
  moveStartToToday,
  newDraft,
  openSection,
  removeOption,
} from "./draft.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function draftWith(count: number): Draft {
  let draft = newDraft(NOW);
  while (draft.options.length < count) draft = addOption(draft);
  return draft;
}
const colors = ({ options }: Draft) =>
  options.map(({ image }) => (image?.kind === "tile" ? image.color : null));

test("a new draft has the specified defaults (R140, R144)", () => {
  const { key, options, ...defaults } = newDraft(NOW);
  assert.equal(options.length, OPTION_COUNT.default);
  assert.match(key, /^[\da-f-]{36}$/);
  assert.equal(defaults.start, "2026-11-20");
  assert.equal(defaults.type, "SURVEY");
  assert.equal(defaults.visibility, "private");
  assert.equal(defaults.resultVisibility, "before");
  assert.equal(defaults.theme, 1);
});

test("today is the day of Istanbul's clocks", () => {
  assert.equal(newDraft(Date.parse("2026-11-20T21:30:00Z")).start, "2026-11-21");
});

test("a draft that starts today starts today after midnight too", () => {
  const afterMidnight = Date.parse("2026-11-20T21:05:00Z");
  const startOf = (start: string, now: number) =>
    moveStartToToday({ ...newDraft(NOW), start }, now).start;
  assert.equal(startOf("2026-11-20", NOW), "2026-11-20");
  assert.equal(startOf("2026-11-20", afterMidnight), "2026-11-21");
  assert.equal(startOf("2026-11-20T23:30", afterMidnight), "2026-11-21");
  assert.equal(startOf("2026-11-22T09:00", afterMidnight), "2026-11-22T09:00");
  assert.equal(startOf("", afterMidnight), "");
  assert.equal(startOf("T09:00", afterMidnight), "T09:00");
});

test("there are never fewer options than 2 nor more than 20 (R140)", () => {
  const least = draftWith(OPTION_COUNT.min);
  assert.equal(removeOption(least, least.options[0]?.id ?? ""), least);
  const most = draftWith(OPTION_COUNT.max);
  assert.equal(addOption(most), most);
});

test("the option is removed and the others stay as they were", () => {
  const draft = draftWith(3);
  const [first, second, third] = draft.options;
  assert.deepEqual(removeOption(draft, second?.id ?? "").options, [first, third]);
});

test("twenty tiles have twenty colours, and a photograph stays a photograph", () => {
  const draft = draftWith(OPTION_COUNT.max);
  assert.equal(new Set(colors(assignMissingTiles(draft))).size, OPTION_COUNT.max);
  const id = draft.options[4]?.id ?? "";
  const withPhoto = editOption(draft, id, { image: { kind: "photo", id: "a" } });
  assert.deepEqual(assignMissingTiles(withPhoto).options[4]?.image, { kind: "photo", id: "a" });
});

test("a tile asked for again changes its colour, even when every colour is taken", () => {
  const draft = assignMissingTiles(draftWith(OPTION_COUNT.max));
  const again = assignTile(draft, draft.options[7]?.id ?? "");
  assert.notEqual(colors(again)[7], colors(draft)[7]);
});

test("going back keeps the furthest step that was reached (R135)", () => {
  const draft = openSection(openSection(newDraft(NOW), 3), 1);
  assert.equal(draft.section, 1);
  assert.equal(draft.reached, 3);
});

test("a draft is untouched until anything is chosen or written", () => {
  const draft = newDraft(NOW);
  assert.ok(isUntouched(draft));
  assert.ok(!isUntouched({ ...draft, type: "TEST" }));
  assert.ok(!isUntouched(openSection(draft, 1)));
  assert.ok(!isUntouched(editOption(draft, draft.options[1]?.id ?? "", { content: "Evet" })));
});
