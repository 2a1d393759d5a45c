import assert from "node:assert/strict";
import { test } from "node:test";
import { addOption, type Draft, editOption, newDraft, openSection, removeOption } from "./draft.ts";
import { isNewer, mergeDrafts, noteEdits } from "./merge-drafts.ts";

const START = newDraft(0);
const [first = "", second = ""] = START.options.map(({ id }) => id);
const change = (draft: Draft, now: number, edit: (draft: Draft) => Draft) =>
  noteEdits(draft, edit(draft), now);
const ask = (question: string) => (draft: Draft) => ({ ...draft, question });
const fill = (id: string, content: string) => (draft: Draft) => editOption(draft, id, { content });
const contents = ({ options }: Draft) => options.map(({ content }) => content);

test("what was entered in two tabs at once is merged, in either tab the same (R184)", () => {
  const one = change(change(START, 1, ask("Çay mı?")), 5, fill(first, "Çay"));
  const other = change(change(START, 2, ask("Kahve mi?")), 4, fill(second, "Kahve"));
  const merged = [mergeDrafts(one, other), mergeDrafts(other, one)];
  for (const draft of merged) {
    assert.equal(draft.question, "Kahve mi?");
    assert.deepEqual(contents(draft), ["Çay", "Kahve"]);
  }
  assert.deepEqual(merged[0], merged[1]);
});

test("a tab that moves on with an old version of a field does not take it back (R184)", () => {
  const before = change(START, 1, ask("Eski"));
  const edited = change(before, 2, ask("Yeni"));
  const moved = change(before, 3, (draft) => openSection(draft, 2));
  assert.equal(moved.edited, before.edited);
  const merged = mergeDrafts(moved, edited);
  assert.deepEqual([merged.question, merged.section, merged.reached], ["Yeni", 2, 2]);
  assert.equal(mergeDrafts(edited, moved).question, "Yeni");
  assert.deepEqual([isNewer(edited, moved), isNewer(moved, edited)], [true, false]);
  assert.equal(isNewer(mergeDrafts(edited, moved), edited), false);
});

test("options that were added or removed in the tab that did so later are the list (R184)", () => {
  const three = change(START, 1, addOption);
  const third = three.options[2]?.id ?? "";
  const filled = change(three, 2, fill(third, "Ayran"));
  const fewer = change(three, 3, (draft) => removeOption(draft, first));
  for (const merged of [mergeDrafts(filled, fewer), mergeDrafts(fewer, filled)]) {
    assert.deepEqual(
      merged.options.map(({ id }) => id),
      [second, third],
    );
    assert.deepEqual(contents(merged), ["", "Ayran"]);
  }
});
