import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { getOwnReceipt, getSealBundle, listTreeHeads } from "#contract/endpoints/receipts.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { receiptOf } from "#contract/proof/receipt-codes.ts";
import type { Bundle } from "#contract/proof/sealed-results.ts";
import type { SignedHead } from "#contract/proof/tree-heads.ts";
import { readKnownSecret } from "#server/db/known-secret.ts";
import { openBesideServer } from "#server/db/open.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { findDifference } from "./recount.writes.ts";
import { openSigningKey, signReceipt } from "./signing-key.ts";

const kanaat = await testApp({ after });
const { instance, config } = kanaat;
const people = await Promise.all(Array.from({ length: 10 }, () => signUp(kanaat)));
const [owner] = people as [(typeof people)[0], ...typeof people];
const survey = await publishSurvey(kanaat, owner);
for (const [i, voter] of people.entries()) await voteFor(kanaat, voter, survey, i % 2);
const call = { token: owner.token, params: { id: survey.id } };
await succeed(kanaat.call(closeSurvey, call));
kanaat.clock.advance(2 * MINUTE_MS);
await kanaat.runMaintenance();
const bundle = await succeed(kanaat.call(getSealBundle, call));
const { receipt, signed: signedReceipt } = (await succeed(kanaat.call(getOwnReceipt, call))).item;
const { heads } = await succeed(
  kanaat.call(listTreeHeads, { params: call.params, query: { from: 1 } }),
);
const keys = (await kanaat.app.inject("/.well-known/kanaat-signing-key")).body;

const folder = await mkdtemp(join(tmpdir(), "kanaat-verify-"));
after(() => rm(folder, { recursive: true }));

/** Runs the command in the installation's environment, which it needs for the database. */
function verify(...args: string[]) {
  const { databaseUrl = "", dataDir } = { ...config, ...instance };
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/verify.ts", ...args], {
    encoding: "utf8",
    env,
  });
  return { status, text: stdout + stderr };
}

/** The bundle signed with another key, and that key. */
function forger() {
  const key = openSigningKey(createSealer("baska-bir-sir"));
  const { publicKey } = key;
  const document = { ...bundle.document, key_id: publicKey.kid };
  const signature = key.sign(canonicalJson(document));
  const sealed: Bundle = { ...bundle, document, signature, public_key: publicKey };
  return { sealed, key, signReceiptFor: signReceipt.bind(undefined, key) };
}

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const changed = (change: (bundle: Bundle) => unknown): Bundle => {
  const copy = structuredClone(bundle);
  change(copy);
  return copy;
};

describe("npm run verify", () => {
  it("says that a file is as it was signed by a key that is trusted, and finds a receipt in it (R291, R442)", async () => {
    const [file, key] = [await fileOf("kanit.json", bundle), await fileOf("anahtar.json", keys)];
    for (const trust of [
      ["--key", key],
      ["--pin", bundle.public_key.kid],
      ["--key", key, "--pin", bundle.public_key.kid],
    ]) {
      const trusted = verify(file, ...trust, "--receipt", receipt.toLowerCase());
      assert.equal(trusted.status, 0, trusted.text);
      assert.match(trusted.text, /GOOD {2}10 receipts for 10 votes/);
      assert.match(trusted.text, /which is trusted/);
      assert.match(trusted.text, new RegExp(`GOOD  ${receipt} is among the receipts`));
    }
  });

  it("ends with 3 and calls nothing good where it is not known whose signature it is (R442)", async () => {
    const file = await fileOf("kanit.json", bundle);
    const kept = await fileOf("makbuz.json", signedReceipt);
    for (const asked of [[], ["--receipt", receipt], ["--receipt", kept]]) {
      const { status, text } = verify(file, ...asked);
      assert.equal(status, 3, text);
      assert.match(text, /UNKNOWN {2}.*whose signature this is is not known/);
      assert.doesNotMatch(text, /GOOD/);
    }
  });

  it("names a vote as removed where its signed receipt is not among the sealed ones (R442)", async () => {
    const { sealed, key, signReceiptFor } = forger();
    const missing = receiptOf(new Uint8Array(10));
    const [file, pin] = [await fileOf("baska.json", sealed), ["--pin", key.publicKey.kid]];
    const removed = await fileOf("cikarilan.json", signReceiptFor(survey.id, missing));
    const { status, text } = verify(file, ...pin, "--receipt", removed);
    assert.equal(status, 1, text);
    assert.match(text, new RegExp(`${missing} was signed for a vote .* it was removed`));
    const wrong: [unknown, RegExp][] = [
      [signReceiptFor(survey.id + 1, missing), /is of survey \d+, not of this one/],
      [signedReceipt, /not signed with a key that is trusted/],
      [{ ...signReceiptFor(survey.id, missing), signature: "A".repeat(86) }, /was changed/],
    ];
    for (const [kept, said] of wrong) {
      const answer = verify(file, ...pin, "--receipt", await fileOf("makbuz.json", kept));
      assert.equal(answer.status, 1, answer.text);
      assert.match(answer.text, said);
      assert.doesNotMatch(answer.text, /it was removed/);
    }
  });

  it("ends with 1 where something was changed, the key is another or a receipt is missing (R291)", async () => {
    const file = await fileOf("kanit.json", bundle);
    const other = JSON.stringify({ keys: [forger().key.publicKey] });
    const wrong: [string[], RegExp][] = [
      [
        [
          await fileOf(
            "1.json",
            changed(({ receipts }) => receipts.pop()),
          ),
        ],
        /as many receipts/,
      ],
      [
        [
          await fileOf(
            "2.json",
            changed(({ document: { options } }) => options.reverse()),
          ),
        ],
        /something in it was changed/,
      ],
      [[await fileOf("3.json", { çay: 1 })], /no sealed survey/],
      [[await fileOf("4.json", "çay")], /is not JSON/],
      [[file, "--key", await fileOf("5.json", other)], /key that is trusted/],
      [[file, "--receipt", "0000-0000-0000-0000"], /not among the receipts/],
      [[file, "--receipt", "çay"], /no receipt/],
    ];
    for (const [args, said] of wrong) {
      const { status, text } = verify(...args);
      assert.equal(status, 1, text);
      assert.match(text, said);
    }
  });

  it("compares tree heads with each other and with the end (R445)", async () => {
    const [file, key] = [await fileOf("kanit.json", bundle), await fileOf("anahtar.json", keys)];
    const [head] = heads as [SignedHead];
    const kept = await fileOf("sayimlar.json", { heads });
    const good = verify(file, "--key", key, "--heads", kept);
    assert.equal(good.status, 0, good.text);
    assert.match(good.text, /GOOD {2}1 heads continue each other and lead to the end/);
    const unknown = verify("--heads", kept);
    assert.equal(unknown.status, 3, unknown.text);
    const changed = { ...head, document: { ...head.document, votes: 9 } };
    const wrong = verify(
      file,
      "--key",
      key,
      "--heads",
      await fileOf("1.json", { heads: [changed] }),
    );
    assert.equal(wrong.status, 1, wrong.text);
    assert.match(wrong.text, /the signature of head 1 is not of it/);
    const { key: own } = forger();
    const document = { ...head.document, key_id: own.publicKey.kid, votes: 11 };
    const other = {
      ...{ document, signature: own.sign(canonicalJson(document)) },
      public_key: own.publicKey,
    };
    const both = await fileOf("2.json", { heads: [head, other] });
    const forked = verify("--heads", both);
    assert.equal(forked.status, 1, forked.text);
    assert.match(forked.text, /signed two histories/);
  });

  it("compares what was sealed with the votes in the database, beside the server (R293, R443)", async () => {
    const before = verify("--database");
    assert.equal(before.status, 0, before.text);
    assert.match(before.text, /1 sealed surveys were compared/);
    const { db } = kanaat;
    await db.query.deleteFrom("votes").where("user_id", "=", voterOfAccount(owner.id)).execute();
    const later = verify("--database");
    assert.equal(later.status, 1, later.text);
    assert.match(later.text, /WRONG {2}survey \d+: 9 votes instead of 10/);
    const { sealed, key } = forger();
    const { kid, x } = key.publicKey;
    await db.query.insertInto("signing_keys").values({ key_id: kid, x }).execute();
    const row = { document: canonicalJson(sealed.document), signature: sealed.signature };
    await db.query
      .updateTable("seals")
      .set({ ...row, key_id: kid })
      .execute();
    const forged = verify("--database");
    assert.equal(forged.status, 1, forged.text);
    assert.match(forged.text, /WRONG {2}survey \d+: the seal does not hold: unknown_key/);
  });

  it("compares surveys whose votes do not fit in memory, beside the server (R382, R443)", async (t) => {
    const scratch = ["vote_scans", "vote_scan_counts", "receipt_parts"] as const;
    const { db } = kanaat;
    const other = await publishSurvey(kanaat, owner);
    for (const [i, voter] of people.entries()) await voteFor(kanaat, voter, other, i % 2);
    const asked = { token: owner.token, params: { id: other.id } };
    await succeed(kanaat.call(closeSurvey, asked));
    kanaat.clock.advance(2 * MINUTE_MS);
    await kanaat.runMaintenance();
    const beside = await openBesideServer({ ...config, ...instance }, scratch);
    t.after(() => beside.close());
    const sealer = createSealer(await readKnownSecret(beside, { ...config, ...instance }));
    const key = openSigningKey(sealer);
    const sealing = { db: beside, sealer, key, votesAtOnce: 4 };
    const turn = {
      ...{ now: kanaat.clock.now(), signal: new AbortController().signal },
      purpose: "verify" as const,
    };
    const compare = async () => {
      let difference: string | null | undefined;
      while (difference === undefined) difference = await findDifference(sealing, other.id, turn);
      return difference;
    };
    assert.equal(await compare(), null);
    await db.query
      .deleteFrom("votes")
      .where("survey_id", "=", other.id)
      .where("user_id", "=", voterOfAccount(owner.id))
      .execute();
    assert.equal(await compare(), "9 votes instead of 10");
    if (db.engine === "sqlite")
      assert.deepEqual(await db.query.selectFrom("vote_scans").selectAll().execute(), []);
  });
});
