import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import * as calls from "#contract/endpoints/moderation/legal-requests.ts";
import { decideCase, getCase } from "#contract/endpoints/moderation-cases.ts";
import { getTransparency, listRecord } from "#contract/endpoints/staff.ts";
import { deleteSurvey, getSurvey } from "#contract/endpoints/surveys.ts";
import { LEGAL_COPIES_KEPT_DAYS } from "#contract/limits.ts";
import { transact } from "#server/db/transact.ts";
import { takeDown } from "#server/features/moderation/takedown.writes.ts";
import { imageIdOf } from "#server/images/image-paths.ts";
import { shellPostage } from "#server/mail/letter-limits.ts";
import { outboxOf } from "#server/mail/mail.ts";
import { makeStaff, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { dropOldCopies } from "./legal-requests.writes.ts";

const kanaat = await testApp({ after }, { config: { legalRequestHours: 4 } });
const { clock, db } = kanaat;
const [owner, ayse, admin] = await Promise.all([
  signUp(kanaat),
  staffMember(kanaat),
  staffMember(kanaat, "admin"),
]);
const { token } = ayse;
const ANSWER = "Karar gereği yayından kaldırıldı.";

const bodyOf = (target: string) => ({
  ...{ asker: "court", reference: "2026/123 D. İş", target, words: "Erişimin engellenmesi." },
  ...{ received_at: clock.iso(-HOUR_MS), ...PROOF },
});
const create = (target: string, by: Person = ayse) =>
  kanaat.call(calls.createLegalRequest, { token: by.token, body: bodyOf(target) });
const read = async (id: number) =>
  (await succeed(kanaat.call(calls.getLegalRequest, { token, params: { id } }))).item;
const answer = (id: number, by: Person = ayse) =>
  kanaat.call(calls.answerLegalRequest, {
    token: by.token,
    params: { id },
    body: { outcome: "carried_out", answer: ANSWER, ...PROOF },
  });
const list = async (state: "open" | "answered") =>
  (await succeed(kanaat.call(calls.listLegalRequests, { token, query: { state } }))).items;
const recorded = async () => (await succeed(kanaat.call(listRecord, { token: admin.token }))).items;

describe("a legal request", () => {
  it("has a number of its year, a deadline and a copy whose hash is in the record (R672, R670)", async () => {
    const survey = await publishSurvey(kanaat, owner, { question: "Kimin evi burası?" });
    const first = (await succeed(create(`https://kanaat.example/surveys/${survey.id}`))).item;
    const second = (await succeed(create("/surveys/987654321"))).item;
    assert.deepEqual([first.name, second.name], ["2026/1", "2026/2"]);
    const item = await read(first.id);
    assert.equal(Date.parse(item.deadline) - Date.parse(item.received_at), 4 * HOUR_MS);
    assert.equal(item.copy?.title, "Kimin evi burası?");
    assert.equal(item.pictures.length, 3);
    const { copy } = await db.query
      .selectFrom("legal_requests")
      .select("copy")
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    const hash = createHash("sha256")
      .update(copy ?? "")
      .digest("hex");
    assert.equal(item.copy_hash, hash);
    for (const { sha256 } of item.pictures) assert.ok(copy?.includes(sha256));
    const row = (await recorded()).find(({ act, target }) => {
      return act === "legal_request" && target === "legal_request 2026/1";
    });
    assert.deepEqual([row?.words, row?.by], [`SHA-256 ${hash}`, ayse.nickname]);
    const gone = await read(second.id);
    assert.deepEqual([gone.copy, gone.case_id], [null, null]);
    const looks = (await recorded()).filter(({ act, target }) => {
      return act === "look" && target.startsWith("legal_request");
    });
    assert.equal(looks.length, 2);
    for (const { id } of [first, second]) await succeed(answer(id));
  });

  it("is carried out by decisions that name it, and answered once (R671)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { id, name } = (await succeed(create(`/surveys/${survey.id}`))).item;
    const { case_id } = await read(id);
    const params = { id: case_id ?? 0 };
    const { item } = await succeed(kanaat.call(getCase, { token, params }));
    assert.deepEqual(item.legal_requests, [{ id, name }]);
    const decision = {
      ...{ version: item.version, act: "hide", reason: "personal_data", words: ANSWER },
      ...{ legal_request_id: id, ...PROOF },
    };
    const other = { ...decision, legal_request_id: id + 1000 };
    const refused = await kanaat.call(decideCase, { token, params, body: other });
    assert.deepEqual(Object.keys(refused.problem.fields ?? {}), ["legal_request_id"]);
    await succeed(kanaat.call(decideCase, { token, params, body: decision }));
    assert.equal((await recorded())[0]?.words, `${ANSWER} (Talep ${name})`);
    const [made] = (await read(id)).decisions;
    assert.deepEqual([made?.act, made?.undone_at], ["hide", null]);
    assert.deepEqual(
      (await list("open")).map((one) => one.id),
      [id],
    );
    await succeed(answer(id));
    assert.equal((await answer(id)).problem.code, "legal_request_answered");
    assert.equal((await answer(id + 1000)).problem.code, "legal_request_not_found");
    const missing = { token, params: { id: id + 1000 } };
    const { problem } = await kanaat.call(calls.getLegalRequest, missing);
    assert.equal(problem.code, "legal_request_not_found");
    assert.deepEqual(await list("open"), []);
    const [newest] = await list("answered");
    assert.deepEqual([newest?.id, newest?.outcome], [id, "carried_out"]);
    assert.equal((await read(id)).answer, ANSWER);
    clock.advance(2000);
    const { months } = (await succeed(kanaat.call(getTransparency))).item;
    const sums = new Map(months.flatMap((month) => month.sums.map((sum) => [sum.act, sum.count])));
    assert.deepEqual([sums.get("legal_request"), sums.get("legal_carried_out")], [3, 3]);
  });

  it("keeps its copy when the survey is deleted, for two years after the answer (R670)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { id } = (await succeed(create(`/surveys/${survey.id}`))).item;
    const [picture] = (await read(id)).pictures;
    const given = { token: owner.token, params: { id: survey.id } };
    await succeed(kanaat.call(deleteSurvey, given));
    await kanaat.runMaintenance();
    const params = { id, picture: picture?.id ?? 0 };
    const { status } = await kanaat.call(calls.getLegalPicture, { token, params });
    assert.equal(status, 200);
    const wrong = { ...params, picture: 987_654 };
    const { problem } = await kanaat.call(calls.getLegalPicture, { token, params: wrong });
    assert.equal(problem.code, "legal_request_not_found");
    await succeed(answer(id));
    const drop = (now: number) => transact(db, (tx) => dropOldCopies(tx, now));
    const over = clock.now() + LEGAL_COPIES_KEPT_DAYS * DAY_MS;
    await drop(over - 1);
    const { copy } = await read(id);
    assert.ok(copy);
    const paths = await drop(over);
    assert.ok(paths.length >= 3 && paths.every((path) => imageIdOf(path) !== undefined));
    const item = await read(id);
    assert.deepEqual([item.copy, item.pictures], [null, []]);
    assert.equal(item.copy_hash?.length, 64);
  });

  it("copies pictures of a survey that is hidden already (R670)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const first = (await succeed(create(`/surveys/${survey.id}`))).item;
    const hashes = (await read(first.id)).pictures.map(({ sha256 }) => sha256).sort();
    const { case_id } = await read(first.id);
    const params = { id: case_id ?? 0 };
    const { version } = (await succeed(kanaat.call(getCase, { token, params }))).item;
    const body = { version, act: "hide", reason: "hate", words: ANSWER, ...PROOF };
    await succeed(kanaat.call(decideCase, { token, params, body }));
    const second = (await succeed(create(`/surveys/${survey.id}`))).item;
    const again = (await read(second.id)).pictures.map(({ sha256 }) => sha256).sort();
    assert.deepEqual(again, hashes);
    for (const { id } of [first, second]) await succeed(answer(id));
  });

  it("is named by takedowns from the shell (R671)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { id, name } = (await succeed(create(`/surveys/${survey.id}`))).item;
    const [year = 0, number = 0] = name.split("/").map(Number);
    const target = { kind: "survey", id: survey.id } as const;
    const post = { mail: outboxOf(kanaat), postage: shellPostage() };
    const act = { target, reason: "crime" as const, words: ANSWER, days: undefined };
    const taken = { ...act, placeholder: survey.image_path, request: { year, number } };
    await assert.rejects(
      takeDown(db, post, { ...taken, request: { year, number: 987 } }, clock.now()),
      /There is no legal request/,
    );
    await takeDown(db, post, taken, clock.now());
    assert.equal((await kanaat.call(getSurvey, { params: { id: survey.id } })).status, 404);
    assert.equal((await read(id)).decisions.length, 1);
    await succeed(answer(id));
  });

  it("needs a second factor, and another of staff where it is about oneself (R672)", async () => {
    const plain = await signUp(kanaat);
    await makeStaff(kanaat, plain);
    await db.query.deleteFrom("totp").where("user_id", "=", plain.id).execute();
    assert.equal((await create("/surveys/1", plain)).problem.code, "staff_factor_missing");
    const { id } = (await succeed(create(`/profile/${ayse.nickname}`))).item;
    assert.equal((await answer(id, plain)).problem.code, "staff_factor_missing");
    assert.equal((await answer(id)).problem.code, "own_case");
    await succeed(answer(id, admin));
  });

  it("names one thing alone (R672)", async () => {
    const [one, other] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    const image = one.image_path;
    await db.query.updateTable("surveys").set({ image }).where("id", "=", other.id).execute();
    const { status, problem } = await create(image);
    assert.deepEqual([status, Object.keys(problem.fields ?? {})], [422, ["target"]]);
  });
});
