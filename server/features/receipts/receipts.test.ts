import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, login } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import {
  findReceipt,
  getOwnReceipt,
  getSeal,
  getSealBundle,
} from "#contract/endpoints/receipts.ts";
import {
  closeSurvey,
  deleteSurvey,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { fromHex } from "#contract/proof/byte-texts.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import { checkSignature, receiptLeaf } from "#contract/proof/check-seal.ts";
import { isIncluded } from "#contract/proof/merkle-tree.ts";
import { RECEIPT, readReceipt } from "#contract/proof/receipt-codes.ts";
import type { Bundle, PublicKey } from "#contract/proof/sealed-results.ts";
import { keysAttestedFrom, type PublishedKey } from "#contract/proof/signing-keys.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { forgetSecret } from "#server/db/known-secret.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret, writeSecret } from "#server/secret/secret-file.ts";
import { establishAll } from "#server/testing/established.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { nodeTools, sha256 } from "./receipts.ts";
import { findDifference } from "./recount.writes.ts";
import { openSigningKey, type SigningKey } from "./signing-key.ts";
import { attestKeys, continueFrom } from "./signing-keys.writes.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
/** Signs up somebody, in a session that lasts longer than the days that pass here. */
async function join(): Promise<Person> {
  const person = await signUp(kanaat);
  const { email, password } = person;
  const session = kanaat.call(login, { body: { email, password, remember: true } });
  return { ...person, ...(await succeed(session)) };
}
const owner = await join();
const voters = await Promise.all(Array.from({ length: 14 }, join));
await establishAll(kanaat.db);
const [first, second, stranger] = [voters[0], voters[1], voters[13]] as [Person, Person, Person];

const receiptOf = async ({ id }: Survey, { token }: Person, on = kanaat) =>
  (await succeed(on.call(getOwnReceipt, { token, params: { id } }))).item.receipt;
const sealOf = async ({ id }: Survey, viewer?: Person, on = kanaat) =>
  (await succeed(on.call(getSeal, { token: viewer?.token, params: { id } }))).item;
const bundleOf = ({ id }: Survey, viewer?: Person) =>
  succeed(kanaat.call(getSealBundle, { token: viewer?.token, params: { id } }));
const call = ({ id }: Survey, { token } = owner) => ({ token, params: { id } });

/** The voters from `from` on vote, each for the option in their place. */
async function vote(survey: Survey, options: readonly number[], from = 0): Promise<void> {
  for (const [i, option] of options.entries()) {
    await voteFor(kanaat, voters[from + i] as Person, survey, option);
  }
}

const TEN = [0, 1, 0, 1, 0, 1, 0, 0, 0, 0];
/** Creates a survey on which ten have voted. */
async function votedOn(form: NewSurvey = {}): Promise<Survey> {
  const survey = await publishSurvey(kanaat, owner, form);
  if (form.visibility === "private") await inviteAll(survey);
  await vote(survey, TEN);
  return survey;
}

async function inviteAll(survey: Survey): Promise<void> {
  for (const { nickname } of voters.slice(0, 12)) {
    await succeed(kanaat.call(invitePerson, { ...call(survey), body: { nickname } }));
  }
}

const end = (survey: Survey) => succeed(kanaat.call(closeSurvey, call(survey)));
async function settle(on: TestApp = kanaat): Promise<void> {
  clock.advance(2 * MINUTE_MS);
  await on.runMaintenance();
}
async function sealed(form: NewSurvey = {}): Promise<Survey> {
  const survey = await votedOn(form);
  await end(survey);
  await settle();
  return survey;
}

const keysOf = async (): Promise<PublicKey[]> =>
  JSON.parse((await kanaat.app.inject("/.well-known/kanaat-signing-key")).body).keys;
const findings = async (bundle: Bundle) =>
  checkBundle(bundle, { ...nodeTools, trustedKeys: await keysOf() });

describe("a receipt", () => {
  it("is signed, the same whenever its voter asks, and differs from all others (R287, R441)", async () => {
    const [survey, other] = [await votedOn(), await votedOn()];
    const answer = await kanaat.call(getOwnReceipt, call(survey, first));
    const { receipt, signed } = answer.body.item;
    assert.ok(signed);
    assert.deepEqual(signed.document, {
      ...{ format: "kanaat-receipt/1", key_id: signed.public_key.kid },
      ...{ survey_id: survey.id, receipt },
    });
    assert.deepEqual(
      await checkSignature(signed, { ...nodeTools, trustedKeys: await keysOf() }),
      [],
    );
    const moved = { ...signed.document, survey_id: survey.id + 1 };
    assert.deepEqual(await checkSignature({ ...signed, document: moved }, nodeTools), [
      "wrong_signature",
    ]);
    assert.match(receipt, RECEIPT);
    assert.equal(readReceipt(receipt.toLowerCase()), receipt);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(await receiptOf(survey, first), receipt);
    const all = await Promise.all(voters.slice(0, 10).map((voter) => receiptOf(survey, voter)));
    assert.equal(new Set([...all, await receiptOf(other, first)]).size, 11);
  });

  it("is for voters: unauthenticated, vote_not_found, survey_not_found (R287)", async () => {
    const survey = await votedOn({ visibility: "private" });
    const codeFor = async (who: Person | undefined) =>
      (await kanaat.call(getOwnReceipt, { token: who?.token, params: { id: survey.id } })).problem
        .code;
    assert.equal(await codeFor(undefined), "unauthenticated");
    assert.equal(await codeFor(owner), "vote_not_found");
    assert.equal(await codeFor(stranger), "survey_not_found");
  });

  it("is nowhere in the database, and in its voter's download (R287, R441)", async () => {
    const survey = await votedOn();
    const rows = await db.query
      .selectFrom("votes")
      .selectAll()
      .where("survey_id", "=", survey.id)
      .execute();
    assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), [
      "changeable",
      "no_opinion",
      "option_id",
      "survey_id",
      "user_id",
      "while_private",
    ]);
    assert.deepEqual(await keptOf(survey), []);
    const downloaded = async () => {
      const { body } = await download(kanaat, first);
      return body.votes.find(({ survey_id }) => survey_id === survey.id);
    };
    const own = await succeed(kanaat.call(getOwnReceipt, call(survey, first)));
    const vote = await downloaded();
    assert.deepEqual({ receipt: vote?.receipt, signed: vote?.signed_receipt }, own.item);
    await end(survey);
    await settle();
    assert.equal((await downloaded())?.signed_receipt, null);
    assert.deepEqual(await succeed(kanaat.call(getOwnReceipt, call(survey, first))), own);
  });

  it("is not signed for a vote that somebody added after the seal (R441)", async () => {
    const survey = await sealed();
    const option_id = survey.options[0]?.id ?? 0;
    await db.query
      .insertInto("votes")
      .values({ survey_id: survey.id, user_id: stranger.id, option_id, while_private: null })
      .execute();
    const { item } = await succeed(kanaat.call(getOwnReceipt, call(survey, stranger)));
    assert.equal(item.signed, null);
  });
});

const keptOf = ({ id }: Survey) =>
  db.query.selectFrom("kept_receipts").selectAll().where("survey_id", "=", id).execute();

describe("the end of a survey", () => {
  it("is signed with everything its voters saw, its counts and receipts (R288)", async () => {
    const survey = await votedOn({ description: "Bir" });
    const receipts = await Promise.all(
      voters.slice(0, 10).map((voter) => receiptOf(survey, voter)),
    );
    clock.advance(MINUTE_MS);
    const changedAt = clock.iso();
    await succeed(kanaat.call(updateSurvey, { ...call(survey), body: { description: "İki" } }));
    assert.deepEqual(await sealOf(survey), { state: "open", signed: null, differs: false });
    await end(survey);
    const ended = clock.iso();
    await kanaat.runMaintenance();
    assert.deepEqual(await sealOf(survey), { state: "pending", signed: null, differs: false });
    await settle();

    const { state, signed, differs } = await sealOf(survey);
    assert.deepEqual([state, differs], ["sealed", false]);
    const { document } = signed ?? {};
    assert.deepEqual(document?.survey, {
      ...{ id: survey.id, type: "SURVEY", question: survey.question, description: "İki" },
      ...{ start_time: survey.start_time, end_time: ended },
    });
    const { items } = await succeed(kanaat.call(getResults, { params: { id: survey.id } }));
    assert.deepEqual(
      document?.options,
      items.map(({ option_id, option_name, count }) => ({
        ...{ id: option_id, content: option_name, votes: count, private_votes: null },
      })),
    );
    assert.deepEqual(
      document?.options.map(({ votes }) => votes),
      [7, 3],
    );
    assert.deepEqual(document?.edits, [
      { edited_at: changedAt, field: "description", was: "Bir", became: "İki" },
      { edited_at: ended, field: "expire_time", was: null, became: ended },
    ]);
    assert.equal(document?.sealed_at, clock.iso());
    const bundle = await bundleOf(survey);
    assert.deepEqual(bundle.receipts, receipts.sort());
    assert.deepEqual(await findings(bundle), []);
  });

  it("allows anyone to prove that a receipt is among the signed ones (R291)", async () => {
    const survey = await sealed();
    const { document } = (await sealOf(survey)).signed ?? {};
    const root = fromHex(document?.receipts.root ?? "");
    for (const voter of voters.slice(0, 10)) {
      const receipt = await receiptOf(survey, voter);
      const params = { id: survey.id, receipt };
      const { item } = await succeed(kanaat.call(findReceipt, { params }));
      const inclusion = { ...item, path: item.path.map(fromHex) };
      assert.ok(isIncluded(sha256, receiptLeaf(sha256, receipt), inclusion, root));
      assert.equal(item.size, 10);
    }
    const other = await receiptOf(await votedOn(), first);
    const ask = async (receipt: string, { id } = survey) =>
      (await kanaat.call(findReceipt, { params: { id, receipt } })).problem.code;
    assert.equal(await ask(other), "receipt_not_found");
    assert.equal(await ask("0000-0000-0000-0000"), "receipt_not_found");
    assert.equal(await ask(other, await votedOn()), "not_sealed");
  });

  it("is sealed by time too, once votes of the last moment are stored (R288)", async () => {
    const survey = await votedOn({ expire_time: clock.iso(MINUTE_MS) });
    clock.advance(119_000);
    await kanaat.runMaintenance();
    assert.equal((await sealOf(survey)).state, "pending");
    clock.advance(61_000);
    await kanaat.runMaintenance();
    assert.equal((await sealOf(survey)).state, "sealed");
  });

  it("of fewer than ten votes is not signed: not_sealed (R288)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(survey, TEN.slice(1));
    await end(survey);
    await settle();
    assert.equal((await sealOf(survey)).state, "too_few");
    const { problem } = await kanaat.call(getSealBundle, { params: { id: survey.id } });
    assert.equal(problem.code, "not_sealed");
    assert.match(await receiptOf(survey, first), RECEIPT);
  });

  it("of a private survey is for those who may see it: survey_not_found (R288)", async () => {
    const survey = await sealed({ visibility: "private" });
    const { id } = survey;
    const receipt = await receiptOf(survey, first);
    for (const who of [undefined, stranger]) {
      for (const endpoint of [getSeal, getSealBundle, findReceipt]) {
        const answer = await kanaat.call(endpoint, { token: who?.token, params: { id, receipt } });
        assert.equal(answer.problem.code, "survey_not_found");
      }
    }
    const answer = await kanaat.call(getSeal, call(survey, first));
    assert.equal(answer.body.item.state, "sealed");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    await succeed(kanaat.call(setVisibility, { ...call(survey), body: { visibility: "public" } }));
    const { state, differs } = await sealOf(survey);
    assert.deepEqual([state, differs], ["sealed", false]);
  });

  it("is not revealed before it comes, where results are hidden (R288)", async () => {
    const survey = await votedOn({ result_visibility: "after" });
    const codesFor = async (who: Person) => {
      const receipt = await receiptOf(survey, first);
      const { token, params } = call(survey, who);
      const answers = await Promise.all([
        kanaat.call(getSealBundle, { token, params }),
        kanaat.call(findReceipt, { token, params: { ...params, receipt } }),
      ]);
      return answers.map(({ problem }) => problem.code);
    };
    assert.deepEqual(await sealOf(survey, stranger), {
      state: "open",
      signed: null,
      differs: false,
    });
    assert.deepEqual(await codesFor(stranger), ["results_hidden", "results_hidden"]);
    assert.deepEqual(await codesFor(first), ["not_sealed", "not_sealed"]);
  });

  it("counts votes cast in private separately, and none where there are too few to show (R289)", async () => {
    for (const [apart, part] of [
      [3, "hidden"],
      [5, "shown"],
    ] as const) {
      const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
      await inviteAll(survey);
      await vote(survey, Array(apart).fill(1));
      const leaver = await join();
      await succeed(
        kanaat.call(setVisibility, { ...call(survey), body: { visibility: "public" } }),
      );
      await vote(survey, Array(9).fill(0), apart);
      await voteFor(kanaat, leaver, survey, 0);
      await leave(leaver);
      await end(survey);
      await settle();
      const bundle = await bundleOf(survey);
      assert.equal(bundle.document.private_part, part);
      const isShown = part === "shown";
      assert.deepEqual(
        bundle.document.options.map(({ votes, private_votes }) => [votes, private_votes]),
        isShown
          ? [
              [10, 0],
              [0, 5],
            ]
          : [
              [10, null],
              [0, null],
            ],
      );
      assert.equal(bundle.receipts.length, isShown ? 15 : 10);
      assert.equal(bundle.receipts.includes(await receiptOf(survey, first)), isShown);
      assert.ok(bundle.receipts.includes(await receiptOf(survey, voters[8] as Person)));
      assert.deepEqual(await findings(bundle), []);
    }
  });

  it("is deleted with its survey (R288)", async () => {
    const survey = await sealed();
    await succeed(kanaat.call(deleteSurvey, call(survey)));
    assert.equal((await kanaat.call(getSeal, call(survey))).problem.code, "survey_not_found");
    await kanaat.runMaintenance();
    for (const table of ["seals", "seal_slices", "kept_receipts"] as const) {
      const rows = db.query
        .selectFrom(table)
        .select("survey_id")
        .where("survey_id", "=", survey.id);
      assert.deepEqual(await rows.execute(), []);
    }
  });
});

const leave = ({ token, password }: Person) =>
  succeed(kanaat.call(deleteAccount, { token, body: { password } }));

describe("receipts of accounts that are deleted", () => {
  it("are among those that are signed, whenever the account is deleted (R290)", async () => {
    const survey = await votedOn();
    const leavers = [await join(), await join(), await join()] as const;
    const receipts: string[] = [];
    for (const leaver of leavers) {
      await voteFor(kanaat, leaver, survey, 1);
      receipts.push(await receiptOf(survey, leaver));
    }
    const [early, late, last] = leavers;
    await leave(early);
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    const [kept] = await keptOf(survey);
    assert.deepEqual(
      { ...kept },
      { survey_id: survey.id, receipt: receipts[0], while_private: null },
    );
    await end(survey);
    clock.advance(100_000);
    await leave(late);
    // Sealed while the account's votes still carry its id.
    clock.advance(20_000);
    await kanaat.runMaintenance();
    await leave(last);
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    const bundle = await bundleOf(survey);
    assert.equal(bundle.receipts.length, 13);
    for (const receipt of receipts) assert.ok(bundle.receipts.includes(receipt));
    assert.deepEqual(await findings(bundle), []);
    assert.deepEqual(await keptOf(survey), []);
    assert.equal(await differenceAfterADay(survey), null);
  });

  it("are counted where the account went before there were receipts (R290)", async () => {
    const survey = await votedOn();
    const leaver = await join();
    await voteFor(kanaat, leaver, survey, 1);
    const lost = await receiptOf(survey, leaver);
    await leave(leaver);
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    await db.query.deleteFrom("kept_receipts").where("survey_id", "=", survey.id).execute();
    await end(survey);
    await settle();
    const bundle = await bundleOf(survey);
    assert.equal(bundle.receipts.length, 11);
    assert.ok(!bundle.receipts.includes(lost));
    assert.deepEqual(await findings(bundle), []);
  });
});
/** Returns what the daily comparison finds; asserts that the survey's page agrees. */
async function differenceAfterADay(survey: Survey): Promise<string | null> {
  clock.advance(DAY_MS);
  await kanaat.runMaintenance();
  const { difference } = await db.query
    .selectFrom("seals")
    .select("difference")
    .where("survey_id", "=", survey.id)
    .executeTakeFirstOrThrow();
  assert.equal((await sealOf(survey)).differs, difference !== null);
  return difference;
}

/** The same without waiting for the day to pass. */
async function differenceNow({ id }: Survey): Promise<string | null> {
  const sealer = createSealer(await secretOf(kanaat));
  const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: 1000 };
  const { signal } = new AbortController();
  const turn = { now: clock.now(), signal, purpose: "compare" as const };
  return (await findDifference(parts, id, turn)) ?? null;
}

describe("rows that somebody changed after the end", () => {
  const votesOf = ({ id }: Survey) => db.query.updateTable("votes").where("survey_id", "=", id);
  const optionOf = ({ options }: Survey, at: number) => options[at]?.id ?? 0;
  const keyOf = (secret: string) => openSigningKey(createSealer(secret));
  /** Signs a seal from scratch with somebody's own key, after changing what it says. */
  const signAgain = async ({ id }: Survey, key: SigningKey) => {
    const { kid: key_id, x } = key.publicKey;
    const seal = db.query.selectFrom("seals").select("document").where("survey_id", "=", id);
    const { document } = await seal.executeTakeFirstOrThrow();
    const text = canonicalJson({ ...JSON.parse(document), key_id });
    await db.query.insertInto("signing_keys").values({ key_id, x }).execute();
    await db.query
      .updateTable("seals")
      .set({ document: text, signature: key.sign(text), key_id })
      .where("survey_id", "=", id)
      .execute();
  };
  const CHANGES: Record<string, (survey: Survey) => Promise<unknown>> = {
    "everything signed again with another key": (survey) => signAgain(survey, keyOf("a")),
    "the same with a key that attests itself and the site's key": async (survey) => {
      const key = keyOf("b");
      await signAgain(survey, key);
      const [own] = await keysOf();
      await attestKeys(db, key, [key.publicKey.kid, own?.kid ?? ""]);
    },
    "the same with an attestation that is not signed": async (survey) => {
      const { publicKey, sign } = keyOf("c");
      await signAgain(survey, { publicKey, sign });
      const [own] = await keysOf();
      const forged = { publicKey: own ?? publicKey, sign };
      await attestKeys(db, forged, [publicKey.kid]);
    },
    "a vote removed": ({ id }) =>
      db.query
        .deleteFrom("votes")
        .where("survey_id", "=", id)
        .where("user_id", "=", voterOfAccount(first.id))
        .execute(),
    "a vote added": (survey) =>
      db.query
        .insertInto("votes")
        .values({
          ...{ survey_id: survey.id, user_id: stranger.id, while_private: null },
          option_id: optionOf(survey, 0),
        })
        .execute(),
    "an anonymous vote added": (survey) =>
      db.query
        .insertInto("votes")
        .values({
          ...{ survey_id: survey.id, user_id: -12345, while_private: null },
          option_id: optionOf(survey, 0),
        })
        .execute(),
    "a vote for something else": (survey) =>
      votesOf(survey)
        .set({ option_id: optionOf(survey, 1) })
        .where("user_id", "=", voterOfAccount(first.id))
        .execute(),
    "a vote given to somebody else": (survey) =>
      votesOf(survey)
        .set({ user_id: stranger.id })
        .where("user_id", "=", voterOfAccount(second.id))
        .execute(),
    "a counter": (survey) =>
      db.query
        .updateTable("options")
        .set({ vote_count: 8 })
        .where("id", "=", optionOf(survey, 0))
        .execute(),
    "the question": ({ id }) =>
      db.query.updateTable("surveys").set({ question: "Başka?" }).where("id", "=", id).execute(),
    "an option's text": (survey) =>
      db.query
        .updateTable("options")
        .set({ content: "Ayran" })
        .where("id", "=", optionOf(survey, 0))
        .execute(),
    "the end": ({ id }) =>
      db.query
        .updateTable("surveys")
        .set({ expire_time: clock.now() - 1 })
        .where("id", "=", id)
        .execute(),
    "a change that was kept": ({ id }) =>
      db.query
        .updateTable("survey_edits")
        .set({ was: clock.iso() })
        .where("survey_id", "=", id)
        .execute(),
    "the receipts": async ({ id }) => {
      const rows = db.query.updateTable("seal_slices").where("survey_id", "=", id);
      await rows
        .set({ receipts: (await bundleOf({ id } as Survey)).receipts.slice(1).join("\n") })
        .execute();
    },
    "the signature": ({ id }) =>
      db.query.updateTable("seals").set({ signature: "%" }).where("survey_id", "=", id).execute(),
    "the key": async ({ id }) => {
      await db.query.insertInto("signing_keys").values({ key_id: "none", x: "none" }).execute();
      const seals = db.query.updateTable("seals").where("survey_id", "=", id);
      await seals.set({ key_id: "none" }).execute();
    },
    "the signed text": async ({ id }) => {
      const { document } = await db.query
        .selectFrom("seals")
        .select("document")
        .where("survey_id", "=", id)
        .executeTakeFirstOrThrow();
      await db.query
        .updateTable("seals")
        .set({ document: document.replace('"votes":7', '"votes":8') })
        .where("survey_id", "=", id)
        .execute();
    },
  };

  for (const [name, change] of Object.entries(CHANGES)) {
    it(`are found within a day, and stand on the page: ${name} (R293, R440)`, async () => {
      const survey = await sealed();
      assert.equal(await differenceNow(survey), null);
      await change(survey);
      assert.notEqual(await differenceAfterADay(survey), null);
      assert.equal((await keysOf()).length, 1);
    });
  }

  it("before it was sealed keep it from being sealed, until they are as they were (R288)", async () => {
    const survey = await votedOn();
    await end(survey);
    const set = (option: number) =>
      votesOf(survey)
        .set({ option_id: optionOf(survey, option) })
        .where("user_id", "=", voterOfAccount(first.id))
        .execute();
    await set(1);
    await settle();
    assert.equal((await sealOf(survey)).state, "unsealable");
    await set(0);
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    assert.equal((await sealOf(survey)).state, "sealed");
  });
});

describe("sealing", () => {
  it("continues where it was cut off, and leaves one seal (R288)", async () => {
    const survey = await votedOn();
    await end(survey);
    clock.advance(2 * MINUTE_MS);
    const cut = AbortSignal.abort();
    await kanaat.runMaintenance(cut);
    await db.query
      .insertInto("seal_slices")
      .values({ survey_id: survey.id, number: 0, root: "00".repeat(32), receipts: "kesik" })
      .execute();
    await kanaat.runMaintenance();
    const bundle = await bundleOf(survey);
    assert.deepEqual(await findings(bundle), []);
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    assert.deepEqual(await bundleOf(survey), bundle);
  });

  // A SQLite folder belongs to one server.
  if (db.engine === "postgres") {
    it("by two servers at the same moment leaves one seal (R288)", async (t) => {
      const other = await testApp(t, { instance: kanaat.instance, clock });
      const survey = await votedOn();
      await end(survey);
      clock.advance(2 * MINUTE_MS);
      await Promise.all([kanaat.runMaintenance(), other.runMaintenance()]);
      const bundle = await bundleOf(survey);
      assert.deepEqual(await findings(bundle), []);
      assert.deepEqual(
        (await sealOf(survey, undefined, other)).signed?.signature,
        bundle.signature,
      );
      await other.close();
    });
  }
});

describe("an installation that gets another secret", () => {
  it("proves earlier seals, and says what it can no longer show (R292, R440)", async (t) => {
    const before = await testApp(t);
    const author = await signUp(before);
    const some = await Promise.all(Array.from({ length: 10 }, () => signUp(before)));
    const publish = async () => {
      const survey = await publishSurvey(before, author);
      for (const voter of some) await voteFor(before, voter, survey, 0);
      return survey;
    };
    const [old, running] = [await publish(), await publish()];
    const close = async (survey: Survey, on: TestApp) => {
      await succeed(on.call(closeSurvey, { token: author.token, params: { id: survey.id } }));
      on.clock.advance(2 * MINUTE_MS);
      await on.runMaintenance();
    };
    await close(old, before);
    const [voter] = some as [Person, ...Person[]];
    const receipt = await receiptOf(running, voter, before);
    await forgetSecret(before.db, before.clock.now());
    const [earlier, later] = [await secretOf(before), "baska-bir-sir"].map((secret) =>
      openSigningKey(createSealer(secret)),
    ) as [SigningKey, SigningKey];
    await continueFrom(before.db, earlier, later);
    const { instance, clock: time } = before;
    await before.close();
    await writeSecret(instance.dataDir, "baska-bir-sir", { replace: true });

    const again = await testApp(t, { instance, clock: time });
    await close(running, again);
    const { signed } = await sealOf(running, undefined, again);
    assert.notEqual(signed?.document.receipts.renewed_at, null);
    assert.notEqual(await receiptOf(running, voter, again), receipt);
    const lost = await again.call(getOwnReceipt, { token: voter.token, params: { id: old.id } });
    assert.equal(lost.problem.code, "receipt_lost");
    const { keys } = JSON.parse((await again.app.inject("/.well-known/kanaat-signing-key")).body);
    assert.equal(keys.length, 2);
    assert.equal(keys[0].kid, signed?.document.key_id);
    // Each has signed the other.
    assert.deepEqual(
      keys.map(({ attestations }: PublishedKey) => attestations?.map(({ by }) => by)),
      [[keys[1].kid], [keys[0].kid]],
    );
    for (const { kid } of keys)
      assert.equal((await keysAttestedFrom(keys, kid, nodeTools)).length, 2);
    const params = { id: old.id };
    const bundle = await succeed(again.call(getSealBundle, { params }));
    assert.equal(bundle.document.key_id, keys[1].kid);
    assert.equal(bundle.document.receipts.renewed_at, null);
    assert.deepEqual(await checkBundle(bundle, { ...nodeTools, trustedKeys: keys }), []);
    time.advance(DAY_MS);
    await again.runMaintenance();
    assert.equal((await sealOf(old, undefined, again)).differs, false);
  });
});

const secretOf = async ({ instance: { dataDir } }: TestApp) =>
  (await readSecret({ dataDir })) ?? assert.fail();

describe("the signing key", () => {
  it("is published as a key set, the same for all servers and after a restart (R292)", async () => {
    const answer = await kanaat.app.inject("/.well-known/kanaat-signing-key");
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers["content-type"]), /^application\/jwk-set\+json/);
    const [key] = await keysOf();
    assert.deepEqual(Object.keys(key ?? {}), ["kty", "crv", "x", "kid", "use", "alg"]);
    assert.doesNotMatch(answer.body, /"d"/);
  });
});
