import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as calls from "#contract/endpoints/moderation/review-words.ts";
import { listRecord } from "#contract/endpoints/staff.ts";
import { currentList } from "#server/features/screening/current-list.ts";
import { findMatches } from "#server/features/screening/matching.ts";
import { SHIPPED_WORDS } from "#server/features/screening/shipped-words.ts";
import { makeStaff, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { PROOF, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
// A SQLite folder belongs to one server.
const other =
  kanaat.db.engine === "postgres"
    ? await testApp({ after }, { instance: kanaat.instance, clock: kanaat.clock })
    : kanaat;
const [owner, admin] = await Promise.all([signUp(kanaat), staffMember(kanaat, "admin")]);
const { token } = admin;
const WORDS = "Topluluk istedi, denendi.";

const heldIn = (text: string) => findMatches(currentList(other.db), [text]).map((one) => one.form);
/** Waits until the other server knows of it. */
const until = async (isKnown: () => boolean) => {
  while (!isKnown()) await sleep(5);
};

async function add(kind: "held" | "allowed", root: string, forms: string[]) {
  const body = { kind, root, forms, words: WORDS, ...PROOF };
  const { item } = await succeed(kanaat.call(calls.addReviewWords, { token, body }));
  await until(() =>
    forms.every((form) =>
      other.db.reviewWords.forms.some((one) => one.form === form && one.kind === kind),
    ),
  );
  return item;
}
const listed = async (kind: "held" | "allowed" = "held", paging = {}) =>
  succeed(kanaat.call(calls.listReviewWords, { token, query: { kind, ...paging } }));
async function remove(ids: number[]) {
  const body = { ids, words: WORDS, ...PROOF };
  const { item } = await succeed(kanaat.call(calls.removeReviewWords, { token, body }));
  return item;
}
const lastActs = async (limit: number) => {
  const { items } = await succeed(kanaat.call(listRecord, { token, query: { limit } }));
  return items.map(({ act, words, by }) => ({ act, words, by }));
};
const preview = async (root: string) =>
  succeed(kanaat.call(calls.previewReviewWords, { token, body: { root } }));

describe("the preview of a word", () => {
  it("has its forms, says which are other words, and what each would hold (R653)", async () => {
    const survey = await publishSurvey(kanaat, owner, { question: "Kelekler mi, kavunlar mı?" });
    const { items, surveys } = await preview("Kelek");
    const formOf = (form: string) => items.find((one) => one.form === form);
    assert.equal(items[0]?.form, "kelek");
    assert.ok(surveys >= 1);
    assert.deepEqual(formOf("kelekler"), {
      ...{ form: "kelekler", is_known: true, is_other: false, alike: [], listed: null },
      ...{ held: 1, examples: [{ id: survey.id, question: survey.question }] },
    });
    assert.equal(formOf("keleğe")?.held, 0);
    const am = await preview("am");
    assert.equal(am.items.find(({ form }) => form === "ama")?.is_other, true);
    const sik = await preview("sik");
    assert.ok(sik.items[0]?.alike.includes("sık"));
  });

  it("needs one word (R653)", async () => {
    for (const root of ["iki söz", "s0z", "a", "söz."]) {
      const body = { root };
      const { status, problem } = await kanaat.call(calls.previewReviewWords, { token, body });
      assert.deepEqual([status, Object.keys(problem.fields ?? {})], [422, ["root"]], root);
    }
  });
});

describe("the word list", () => {
  it("is known to every server, page by page for admins, and recorded (R659)", async () => {
    assert.equal(
      await add(
        "held",
        "Zıbık",
        ["zıbık", "ZIBIKLAR"].map((one) => one.toLocaleLowerCase("tr")),
      ),
      2,
    );
    assert.deepEqual(heldIn("Bu Zıbıklar kim? z1b1k"), ["zıbıklar", "zıbık"]);
    assert.equal(await add("held", "zıbık", ["zıbık", "zıbığı"]), 1);
    const first = await listed("held", { limit: 2 });
    assert.deepEqual(
      first.items.map(({ form, root, by, is_shipped }) => [form, root, by, is_shipped]),
      [
        ["zıbığı", "zıbık", admin.nickname, false],
        ["zıbıklar", "zıbık", admin.nickname, false],
      ],
    );
    const rest = await listed("held", { limit: 2, cursor: first.next_cursor ?? "" });
    assert.deepEqual(
      rest.items.map(({ form }) => form),
      ["zıbık"],
    );
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    assert.deepEqual([await remove(ids), await remove(ids)], [3, 0]);
    await until(() => heldIn("zıbık").length === 0);
    assert.deepEqual(await lastActs(3), [
      { act: "remove words", words: `${WORDS} (zıbık, zıbıklar, zıbığı)`, by: admin.nickname },
      { act: "add words", words: `${WORDS} (zıbık, zıbığı)`, by: admin.nickname },
      { act: "add words", words: `${WORDS} (zıbık, zıbıklar)`, by: admin.nickname },
    ]);
  });

  it("holds nothing that the allow list has, to which a form moves (R658)", async () => {
    await add("held", "hödük", ["hödük"]);
    assert.deepEqual(heldIn("hödük hoduk"), ["hödük"]);
    assert.equal(await add("allowed", "hödük", ["hödük", "hoduk"]), 2);
    assert.deepEqual(heldIn("hödük hoduk"), []);
    assert.equal((await listed()).items.length, 0);
    await remove((await listed("allowed")).items.map(({ id }) => id));
  });

  it("has the shipped list only while an admin has switched it on (R654)", async () => {
    assert.equal((await listed()).uses_shipped, false);
    const turn = async (on: boolean) => {
      const body = { on, words: WORDS, ...PROOF };
      await succeed(kanaat.call(calls.switchShippedWords, { token, body }));
    };
    await add("held", "piç", ["piç"]);
    await turn(true);
    await until(() => heldIn("Or0spuya bak").length > 0);
    assert.equal(other.db.reviewWords.forms.length, SHIPPED_WORDS.length);
    const page = await listed();
    assert.deepEqual([page.uses_shipped, page.items[0]?.is_shipped], [true, true]);
    await turn(false);
    await until(() => heldIn("orospuya").length === 0);
    assert.deepEqual(heldIn("piç"), ["piç"]);
    assert.equal((await listed()).uses_shipped, false);
    assert.deepEqual(
      (await lastActs(2)).map(({ act }) => act),
      ["drop shipped words", "use shipped words"],
    );
  });

  it("is changed by admins with a second factor alone (R659)", async () => {
    const [newcomer, moderator] = await Promise.all([signUp(kanaat), staffMember(kanaat)]);
    const body = { kind: "held" as const, root: "söz", forms: ["söz"], words: WORDS, ...PROOF };
    const byModerator = await kanaat.call(calls.addReviewWords, { token: moderator.token, body });
    assert.equal(byModerator.status, 404);
    await makeStaff(kanaat, newcomer, "admin");
    await kanaat.db.query.deleteFrom("totp").where("user_id", "=", newcomer.id).execute();
    const given = { token: newcomer.token };
    const ids = { ids: [1], words: WORDS, ...PROOF };
    const shipped = { on: true, words: WORDS, ...PROOF };
    for (const refused of [
      kanaat.call(calls.addReviewWords, { ...given, body }),
      kanaat.call(calls.removeReviewWords, { ...given, body: ids }),
      kanaat.call(calls.switchShippedWords, { ...given, body: shipped }),
    ])
      assert.equal((await refused).problem.code, "staff_factor_missing");
  });
});
