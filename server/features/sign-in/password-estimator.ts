import { type OptionsGraph, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { TURKISH_WORDS } from "./turkish-words.ts";

/** Keys of the Turkish layouts from the top row down, each row with its indent. */
const KEYBOARDS = {
  turkishQ: ["1234567890*-", " qwertyuıopğü", " asdfghjklşi,", "<zxcvbnmöç."],
  turkishF: ["1234567890/-", " fgğıodrnhpqw", " uieaütkmlyşx", "<jövcçzsb.,"],
};

const estimator = new ZxcvbnFactory({
  dictionary: {
    common: [...new Set((dictionary["passwords-common"] ?? []).map(String).map(foldLetters))],
    turkish: [...TURKISH_WORDS],
  },
  graphs: {
    qwerty: adjacencyGraphs.qwerty ?? {},
    qwertz: adjacencyGraphs.qwertz ?? {},
    azerty: adjacencyGraphs.azerty ?? {},
    turkishQ: neighboursOn(KEYBOARDS.turkishQ),
    turkishF: neighboursOn(KEYBOARDS.turkishF),
  },
  // `readAsLetters` replaces digits and signs at a small part of the cost.
  l33tMaxSubstitutions: 1,
});

/** Returns about how many tries a folded password is guessed in. */
export const guessesOf = (text: string): number => estimator.check(text).guesses;

/** The keys around each key: left, upper left, upper right, right, lower right, lower left. */
function neighboursOn(rows: readonly string[]): OptionsGraph[string] {
  const graph: OptionsGraph[string] = {};
  for (const [row, keys] of rows.entries()) {
    for (const [column, key] of [...keys].entries()) {
      const at = (down: number, right: number) => {
        const other = [...(rows[row + down] ?? "")][column + right];
        return other === undefined || other === " " ? null : other;
      };
      const around = [at(0, -1), at(-1, 0), at(-1, 1), at(0, 1), at(1, 0), at(1, -1)];
      if (key !== " ") graph[key] = around;
    }
  }
  return graph;
}
