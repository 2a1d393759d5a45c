import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { ErrorCode } from "#contract/errors.ts";
import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { assignMissingTiles, type Draft, newDraft, type Sent } from "./draft/draft.ts";
import { type PublishDeps, publish } from "./publish.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const CREATE = "POST /api/auth/surveys";
const OPTIONS = "POST /api/auth/surveys/options";
const PUBLISH = "PUT /api/auth/surveys/{id}/visibility";

const OWN = "GET /api/auth/my/surveys";
const READ = "GET /api/auth/surveys/{id}";

let draft: Draft;
/** The published survey that the server returns. */
let published: { question: string; description: string; options: { content: string }[] };
let called: string[];
let bodies: Record<string, unknown>[];
/** The error of the next call, by endpoint. */
let failures: Map<string, ErrorCode>;
let shares: number[];
let sent: Sent;

beforeEach(() => {
  const blank = assignMissingTiles({
    ...newDraft(NOW),
    question: "Çay mı?",
    categoryId: 1,
    end: null,
  });
  draft = { ...blank, image: { kind: "tile", color: 0 } };
  sent = draft.sent;
  published = { question: "Çay mı?", description: "", options: draft.options };
  called = [];
  bodies = [];
  shares = [];
  failures = new Map();
});

function problem(code: ErrorCode): ApiProblem {
  const [status, title, message] = ERRORS[code];
  return new ApiProblem({ code, status, title, message });
}

const call = async (
  name: string,
  input: {
    params?: { id: number };
    body?: Record<string, unknown>;
    onProgress?: (share: number) => void;
  },
) => {
  called.push(name);
  if (input.body) bodies.push(input.body);
  const failure = failures.get(name);
  failures.delete(name);
  if (failure) throw problem(failure);
  input.onProgress?.(1);
  if (name === OWN) return { items: [{ id: 70, question: "Çay mı?" }] };
  if (name === READ) return { item: { ...published, id: input.params?.id } };
  return { item: { id: input.params?.id ?? 7 } };
};

function publishDraft(): Promise<{ id: number }> {
  const deps: PublishDeps = {
    call: call as unknown as PublishDeps["call"],
    photoFile: () => new Blob(["12345"]),
    saveProgress: async (changes) => {
      if (changes.key) draft = { ...draft, key: changes.key };
      if (changes.sent) sent = changes.sent;
    },
    onProgress: (share) => shares.push(share),
    now: NOW,
  };
  return publish({ ...draft, sent }, deps);
}

test("publishing is three calls in their order, and progress only grows (R48)", async () => {
  await publishDraft();
  assert.deepEqual(called, [CREATE, OPTIONS, PUBLISH]);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.ok((shares.at(-1) ?? 0) > 0.98);
});

test("a tile is sent as its colour, which always is one, and a photograph as its file (R84)", async () => {
  const [first, second] = draft.options;
  assert.ok(first && second);
  draft = {
    ...draft,
    image: { kind: "tile", color: 21 },
    options: [first, { ...second, image: { kind: "photo", id: "a" } }],
  };
  await publishDraft();
  const [survey, options] = bodies as [{ tile: number; image?: Blob }, { data: object[] }];
  assert.deepEqual([survey.tile, survey.image], [1, undefined]);
  const image = new Blob(["12345"]);
  assert.deepEqual(options.data, [
    { survey_id: 7, content: first.content, tile: 0 },
    { survey_id: 7, content: second.content, image },
  ]);
});

for (const [name, rest] of [
  [CREATE, [CREATE, OPTIONS, PUBLISH]],
  [OPTIONS, [OPTIONS, PUBLISH]],
  [PUBLISH, [PUBLISH]],
] as const) {
  test(`after a failure of ${name} it continues there (R49)`, async () => {
    failures.set(name, "not_ready");
    await assert.rejects(publishDraft(), { code: "not_ready" });
    called = [];
    await publishDraft();
    assert.deepEqual(called, rest);
  });
}

test("only what was changed since is sent again", async () => {
  failures.set(PUBLISH, "overloaded");
  await assert.rejects(publishDraft());
  called = [];
  draft = { ...draft, description: "Sabahları." };
  failures.set(PUBLISH, "overloaded");
  await assert.rejects(publishDraft());
  assert.deepEqual(called, [CREATE, PUBLISH]);
  called = [];
  draft = { ...draft, options: draft.options.map((option) => ({ ...option, content: "Evet" })) };
  await publishDraft();
  assert.deepEqual(called, [OPTIONS, PUBLISH]);
});

for (const code of ["survey_not_found", "forbidden"] as const) {
  test(`a draft for which the server returns ${code} is sent from the start`, async () => {
    sent = { surveyId: 3, survey: "", options: "" };
    failures.set(OPTIONS, code);
    assert.equal((await publishDraft()).id, 7);
    assert.deepEqual(called, [CREATE, OPTIONS, CREATE, OPTIONS, PUBLISH]);
    assert.equal(sent.surveyId, 7);
  });
}

test("a survey that is published already is published", async () => {
  sent = { surveyId: 7, survey: "", options: "" };
  failures.set(CREATE, "survey_locked");
  assert.equal((await publishDraft()).id, 7);
  assert.deepEqual(called, [CREATE, READ]);
});

test("a published survey whose id never arrived is found among the person's own", async () => {
  failures.set(CREATE, "survey_locked");
  assert.equal((await publishDraft()).id, 70);
  assert.deepEqual(called, [CREATE, OWN, READ]);
});

test("words that the published survey does not have are another survey", async () => {
  sent = { surveyId: 3, survey: "", options: "" };
  const { key } = draft;
  failures.set(CREATE, "survey_locked");
  published = { ...published, options: [{ content: "Su" }] };
  assert.equal((await publishDraft()).id, 7);
  assert.deepEqual(called, [CREATE, READ, CREATE, OPTIONS, PUBLISH]);
  assert.notEqual(draft.key, key);
});

test("a refusal of the content stays a refusal", async () => {
  failures.set(CREATE, "validation_failed");
  await assert.rejects(publishDraft(), { code: "validation_failed" });
  assert.deepEqual(called, [CREATE]);
});

test("who asked for the survey is sent, and nobody where that is left empty (R455)", async () => {
  draft = { ...draft, askedBy: "Dernek" };
  await publishDraft();
  assert.partialDeepStrictEqual(bodies[0], { asked_by: "Dernek" });
  assert.ok(!("paid_by" in (bodies[0] ?? {})));
});

test("a test sends its questions in place of options, once (R616)", async () => {
  const question = {
    ...{ id: "q", content: "Başkent neresi?", explanation: "Ankara." },
    image: { kind: "photo" as const, id: "p" },
    explanationImage: { kind: "photo" as const, id: "e" },
    options: [
      { id: "a", content: "Ankara", right: true, type: null },
      { id: "b", content: "İzmir", right: false, type: null },
    ],
  };
  draft = { ...draft, type: "TEST", questions: [question] };
  failures.set(PUBLISH, "overloaded");
  await assert.rejects(publishDraft());
  draft = { ...draft, sent };
  await publishDraft();
  const QUESTIONS = "PUT /api/auth/surveys/{id}/questions";
  assert.deepEqual(called, [CREATE, QUESTIONS, PUBLISH, PUBLISH]);
  assert.equal(bodies[0]?.ballot, "quiz");
  type Row = Record<"image" | "explanation_image", Blob> & { question: string };
  const [row] = (bodies[1]?.data ?? []) as Row[];
  const options = question.options.map(({ content, right }) => ({ content, right }));
  const { content, explanation } = question;
  assert.deepEqual(JSON.parse(row?.question ?? ""), { content, explanation, options });
  assert.ok(row?.image instanceof Blob);
  assert.ok(row?.explanation_image instanceof Blob);
  assert.equal(bodies[1]?.type_texts, undefined);
});

test("a test of types sends its types, then what its questions add to (R619)", async () => {
  const [first, second] = draft.options;
  const options = [second, first].map((type, i) => ({
    ...{ id: `${i}`, content: `Şık ${i}`, right: false },
    type: type?.id ?? null,
  }));
  const question = {
    ...{ id: "q", content: "Nereye?", explanation: "", image: null, explanationImage: null },
    options,
  };
  const said = draft.options.map((option, i) => ({ ...option, typeText: i === 0 ? "Hep." : "" }));
  draft = { ...draft, type: "TEST", scoring: "types", questions: [question], options: said };
  await publishDraft();
  const QUESTIONS = "PUT /api/auth/surveys/{id}/questions";
  assert.deepEqual(called, [CREATE, OPTIONS, QUESTIONS, PUBLISH]);
  const [row] = (bodies[2]?.data ?? []) as { question: string }[];
  const types = JSON.parse(row?.question ?? "").options.map(({ type }: { type: number }) => type);
  assert.deepEqual(types, [1, 0]);
  assert.deepEqual(JSON.parse(String(bodies[2]?.type_texts)).slice(0, 2), ["Hep.", ""]);
});
