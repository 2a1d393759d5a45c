import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "#testing/random.ts";
import { grade, type KeyedQuestion } from "./grading.ts";
import { scoreLookReached, toScores } from "./scores.ts";

const keyed = (options: Partial<KeyedQuestion["options"][number]>[]): KeyedQuestion => ({
  ...{ content: "Soru?", image: null, explanation: "", explanationImage: null },
  options: options.map((option, i) => ({ content: `${i}`, right: false, ...option })),
});
const scored = (...right: boolean[]) => keyed(right.map((one) => ({ right: one })));

test("scores are those of a plain second counting (R593)", () => {
  const random = new Random(66);
  for (let round = 0; round < 2000; round++) {
    const questions = Array.from({ length: 1 + random.int(30) }, () => {
      const right = Array.from({ length: 2 + random.int(7) }, () => random.chance(40));
      return scored(...(right.includes(true) ? right : right.with(0, true)));
    });
    const answers = questions.map(({ options }) => {
      const several = options.filter(({ right }) => right).length > 1;
      const all = random.shuffled(options.map((_, i) => i));
      return all.slice(0, random.int(several ? all.length + 1 : 2));
    });
    let expected = 0;
    for (let i = 0; i < questions.length; i++) {
      const options = questions[i]?.options ?? [];
      const parts = options.filter((option) => option.right).length;
      let part = 0;
      for (let option = 0; option < options.length; option++) {
        if (!answers[i]?.includes(option)) continue;
        part += options[option]?.right ? 1 : -1;
      }
      expected += part > 0 ? Math.round((part / parts) * 100) : 0;
    }
    assert.equal(grade(questions, answers)?.score, expected);
  }
});

test("grades no answers to other questions (R593)", () => {
  const questions = [scored(true, false, false), scored(true, true, false)];
  assert.ok(grade(questions, [[], [0, 1, 2]]));
  for (const unfit of [[], [[0]], [[0], [0], [0]], [[3], [0]], [[0, 1], [0]], [[0], [0, 3]]]) {
    assert.equal(grade(questions, unfit), undefined, JSON.stringify(unfit));
  }
});

test("choosing every option of a question is worth nothing where half of them are wrong (R593)", () => {
  assert.equal(grade([scored(true, true, false, false)], [[0, 1, 2, 3]])?.score, 0);
  assert.equal(grade([scored(true, true, false, false)], [[0]])?.score, 50);
  assert.equal(grade([scored(true, true, true)], [[0, 1]])?.score, 67);
});

test("a test of types adds up to the type chosen most often, of several the first (R599)", () => {
  const types = (...of: number[]) => keyed(of.map((type) => ({ type })));
  const questions = [types(0, 1, 2), types(2, 1), types(1, 2)];
  assert.equal(grade(questions, [[2], [0], [0]])?.type, 2);
  assert.equal(grade(questions, [[0], [1], []])?.type, 0);
  assert.equal(grade(questions, [[0], [1], [0]])?.type, 1);
  assert.equal(grade(questions, [[], [], []]), undefined);
});

test("looks at scores are taken at 10, 20, 50, 100, 200 … attempts (R597)", () => {
  const reached = [9, 10, 19, 20, 49, 50, 99, 100, 999, 1000].map(scoreLookReached);
  assert.deepEqual(reached, [0, 10, 10, 20, 20, 50, 50, 100, 500, 1000]);
});

test("shares of scores have the noise of groups and are the same at each reading (R597)", () => {
  const counts = Array.from({ length: 11 }, (_, points) => ({ points, attempts: points * 100 }));
  const secret = Buffer.alloc(32, 1);
  const scores = toScores(counts, 10, secret);
  assert.deepEqual(scores, toScores(counts, 10, secret));
  assert.deepEqual([scores.attempts, scores.step], [5500, 1]);
  assert.deepEqual(
    scores.bands.map(({ from }) => from),
    [0, 2, 4, 6, 8],
  );
  const shares = scores.bands.map(({ share }) => share);
  assert.equal(
    shares.reduce((sum, share) => sum + share, 0),
    100,
  );
  const exact = [100 / 55, 500 / 55, 900 / 55, 1300 / 55, 2700 / 55];
  for (const [i, share] of shares.entries()) assert.ok(Math.abs(share - (exact[i] ?? 0)) < 2);
  const other = toScores(counts, 10, Buffer.alloc(32, 2));
  assert.notDeepEqual(toScores([{ points: 1, attempts: 12 }], 1, secret).bands, other.bands);
  const few = toScores([{ points: 1, attempts: 12 }], 3, secret);
  assert.deepEqual([few.attempts, few.step, few.bands.length], [10, 10, 3]);
});
