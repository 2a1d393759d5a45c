import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Random } from "#testing/random.ts";
import { areQuestionsAlike, bandsOf, prepareQuestion } from "./question-bands.ts";

const QUESTIONS = globSync("scripts/demo/surveys/*.json")
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as { question: string }[])
  .map(({ question }) => question);
const WORDS = QUESTIONS.flatMap((question) => question.split(" "));
/** Variants of each question. */
const TIMES = 5;
const random = new Random(432);

/** Whether the index and the comparison behind it find one question by the other. */
function isFound(one: string, other: string): boolean {
  const [a, b] = [prepareQuestion(one), prepareQuestion(other)];
  if (!a || !b) return false;
  const bands = new Set(bandsOf(a));
  return bandsOf(b).some((band) => bands.has(band)) && areQuestionsAlike(a, b);
}

const replaced = (question: string, letters: Record<string, string>) =>
  [...question].map((letter) => letters[letter] ?? letter).join("");

function changed(question: string, count: number): string {
  const words = question.split(" ");
  const places = random.shuffled([...words.keys()]).slice(0, count);
  for (const place of places) words[place] = random.pick(WORDS);
  return words.join(" ");
}

const VARIANTS: Record<string, (question: string) => string> = {
  "upper case": (question) => question.toLocaleUpperCase("tr"),
  "no spaces": (question) => question.replaceAll(" ", ""),
  "spaces between letters": (question) => [...question].join(" "),
  punctuation: (question) => `«${question.replaceAll(" ", " - ")}!!! …»`,
  "a number behind it": (question) => `${question} ${random.int(10_000)}`,
  "digits for letters": (question) => replaced(question, { o: "0", i: "1", e: "3", a: "4" }),
  "Cyrillic letters": (question) => replaced(question, { a: "а", e: "е", o: "о" }),
  "letters without dots": (question) =>
    replaced(question, { ı: "i", ş: "s", ğ: "g", ü: "u", ç: "c" }),
  "repeated letters": (question) => question.replace(/[aeı]/g, "$&$&$&"),
  "a word more": (question) => `${random.pick(WORDS)} ${question}`,
  "a word changed": (question) => changed(question, 1),
  "two words changed": (question) => changed(question, 2),
};

describe("nearly equal questions", () => {
  for (const [name, toVariant] of Object.entries(VARIANTS))
    it(`are found with ${name} in nine of ten cases (R432)`, (t) => {
      // Changing two words of four leaves another question.
      const asked = QUESTIONS.filter((question) => question.split(" ").length > 4);
      const tried = asked.flatMap((question) => Array.from({ length: TIMES }, () => question));
      const found = tried.filter((question) => isFound(question, toVariant(question)));
      t.diagnostic(`found ${found.length} of ${tried.length}`);
      assert.ok(found.length >= 0.9 * tried.length, `${found.length} of ${tried.length}`);
    });

  it("are none of the demo set's own questions (R432)", (t) => {
    const alike = QUESTIONS.flatMap((one, at) =>
      QUESTIONS.slice(0, at).flatMap((other) => (isFound(one, other) ? [[one, other]] : [])),
    );
    t.diagnostic(
      `found ${alike.length} of ${(QUESTIONS.length * (QUESTIONS.length - 1)) / 2} pairs`,
    );
    assert.deepEqual(alike, []);
  });

  it("are not looked for where a question is as short as many are (R432)", () => {
    assert.equal(prepareQuestion("Hangisi?"), undefined);
    assert.equal(prepareQuestion("Çay mı, kahve mi? 2026"), undefined);
    assert.ok(isFound("ما هو أفضل كتاب قرأته هذا العام", "ما هو أفضل كتاب قرأته هذا العام؟!"));
  });
});
