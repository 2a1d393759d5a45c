import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import {
  getOwnReceipt,
  getSeal,
  getSealBundle,
  listTreeHeads,
} from "#contract/endpoints/receipts.ts";
import { closeSurvey, updateSurvey } from "#contract/endpoints/surveys.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import { checkSignature } from "#contract/proof/check-seal.ts";
import { receiptOf } from "#contract/proof/receipt-codes.ts";
import type { Bundle, SealedResults } from "#contract/proof/sealed-results.ts";
import {
  checkHeads,
  hashOfHead,
  type SignedHead,
  type TreeHead,
} from "#contract/proof/tree-heads.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { nodeTools, sha256 } from "./receipts.ts";
import { findDifference } from "./recount.writes.ts";
import { openSigningKey, type SigningKey } from "./signing-key.ts";
import { compareOpen } from "./tree-heads.reads.ts";

// What somebody may tamper with, and who finds it: a voter with a signed receipt, a witness with
// tree heads, the verifier of a file or of the database; or what is said not to be proven.

const kanaat = await testApp({ after });
const { clock, db, instance } = kanaat;
const people = await Promise.all(Array.from({ length: 12 }, () => signUp(kanaat)));
const [owner, victim] = people as [Person, Person, ...Person[]];
const sealer = createSealer((await readSecret(instance)) ?? assert.fail());
const site = openSigningKey(sealer);
const forger = openSigningKey(createSealer("baska-bir-sir"));
const call = ({ id }: Survey, { token } = owner) => ({ token, params: { id } });
const trusted = { ...nodeTools, trustedKeys: [site.publicKey] };
const { signal } = new AbortController();

async function vote(survey: Survey, from: number, options: readonly number[]): Promise<void> {
  for (const [i, option] of options.entries())
    await voteFor(kanaat, people[from + i] as Person, survey, option);
}

/** A survey with eleven votes, after the last of which a head was signed. */
async function openSurvey(): Promise<Survey> {
  const survey = await publishSurvey(kanaat, owner, {
    ...{ description: "Bir", asked_by: "Çevre Derneği" },
  });
  await vote(survey, 0, [0, 0, 1, 0]);
  await anHourLater();
  await succeed(kanaat.call(updateSurvey, { ...call(survey), body: { description: "İki" } }));
  await vote(survey, 4, [1, 0, 0, 1, 0, 0, 0]);
  await anHourLater();
  return survey;
}

async function anHourLater(): Promise<void> {
  await rankListed(db, new AbortController().signal, clock.now());
  clock.advance(HOUR_MS);
  await kanaat.runMaintenance();
}

async function end(survey: Survey): Promise<void> {
  await succeed(kanaat.call(closeSurvey, call(survey)));
  clock.advance(2 * MINUTE_MS);
  await kanaat.runMaintenance();
}

const keptReceipt = async (survey: Survey, voter: Person) =>
  (await succeed(kanaat.call(getOwnReceipt, call(survey, voter)))).item.signed ?? assert.fail();
const headsOf = async (survey: Survey) =>
  (await succeed(kanaat.call(listTreeHeads, { ...call(survey), query: { from: 1 } }))).heads;
const stateOf = async (survey: Survey) =>
  (await succeed(kanaat.call(getSeal, call(survey)))).item.state;

const survey = await openSurvey();
await end(survey);
const bundle = await succeed(kanaat.call(getSealBundle, call(survey)));
const heads = await headsOf(survey);
const hash = "f".repeat(64);

type Document = Extract<SealedResults, { format: "kanaat-sealed-results/2" }>;

/** Changes to a file after it was signed. */
const FILE: Record<string, (file: Bundle, document: Document) => unknown> = {
  "the question": (_, { survey }) => Object.assign(survey, { question: "Başka?" }),
  "the description": (_, { survey }) => Object.assign(survey, { description: "Üç" }),
  "who asked for it": (_, { survey }) => Object.assign(survey, { asked_by: "Kimse" }),
  "who paid for it": (_, { survey }) => Object.assign(survey, { paid_by: "Kimse" }),
  "the start": (_, { survey }) => Object.assign(survey, { start_time: clock.iso() }),
  "the end": (_, { survey }) => Object.assign(survey, { end_time: clock.iso() }),
  "the survey": (_, { survey }) => void survey.id++,
  "an option's text": (_, { options: [one] }) => one && Object.assign(one, { content: "Ayran" }),
  "the texts of two options": (_, { options: [one, other] }) => {
    if (one && other) [one.content, other.content] = [other.content, one.content];
  },
  "a vote moved to another option": (_, { options: [one, other] }) => {
    if (one && other) [one.votes, other.votes] = [one.votes - 1, other.votes + 1];
  },
  "a vote added": (_, { options: [one] }) => one && one.votes++,
  "an option removed": (_, { options }) => options.pop(),
  "options in another order": (_, { options }) => options.reverse(),
  "votes said to be private": (_, { options: [one] }) =>
    one && Object.assign(one, { private_votes: 1 }),
  "a hidden part": (_, document) => Object.assign(document, { private_part: "hidden" }),
  "a change removed": (_, { edits }) => edits.pop(),
  "a change altered": (_, { edits: [edit] }) =>
    edit && Object.assign(edit, { edited_at: clock.iso() }),
  "the number of receipts": (_, { receipts }) => void receipts.count--,
  "the root": (_, { receipts }) => Object.assign(receipts, { root: hash }),
  "another secret as excuse": (_, { receipts }) =>
    Object.assign(receipts, { renewed_at: clock.iso() }),
  "the time of the seal": (_, document) =>
    Object.assign(document, { sealed_at: clock.iso(HOUR_MS) }),
  "the groups": (_, { report }) => Object.assign(report, { groups: hash }),
  "the weights": (_, { report }) => Object.assign(report, { weights: hash }),
  "the trust": (_, { report }) => Object.assign(report, { trust: hash }),
  "the timeline": (_, { report }) => Object.assign(report, { timeline: hash }),
  "where votes came from": (_, { report }) => Object.assign(report, { origins: hash }),
  "the number of heads": (_, { heads }) => void heads.count--,
  "the last head": (_, { heads }) => Object.assign(heads, { last: hash }),
  "the signature": (file) =>
    Object.assign(file, {
      signature: bundle.signature.replace(/^./, (first) => (first === "A" ? "B" : "A")),
    }),
  "a receipt removed": ({ receipts }) => receipts.pop(),
  "a receipt added": ({ receipts }) => receipts.push("ZZZZ-ZZZZ-ZZZZ-ZZZZ"),
  "a receipt exchanged": ({ receipts }) => {
    receipts[0] = receiptOf(new Uint8Array(10));
  },
  "a receipt twice": ({ receipts }) => {
    receipts[1] = receipts[0] ?? "";
  },
  "receipts in another order": ({ receipts }) => receipts.reverse(),
  "everything, signed with another key": (file, document) => {
    document.key_id = forger.publicKey.kid;
    file.public_key = forger.publicKey;
    file.signature = forger.sign(canonicalJson(document));
  },
  "everything, under the name of the site's key": (file, document) => {
    file.public_key = { ...forger.publicKey, kid: site.publicKey.kid };
    file.signature = forger.sign(canonicalJson(document));
  },
};

describe("the verifier of a file", () => {
  for (const [name, change] of Object.entries(FILE)) {
    it(`finds a change: ${name} (R291, R446)`, async () => {
      assert.deepEqual(await checkBundle(bundle, trusted), []);
      const file = structuredClone(bundle);
      change(file, file.document as Document);
      assert.notDeepEqual(await checkBundle(file, trusted), []);
    });
  }
});

/** Signs a head, as anyone who has the installation's secret can. */
const signed = (document: TreeHead, { publicKey, sign }: SigningKey = site): SignedHead => ({
  ...{ document, signature: sign(canonicalJson(document)), public_key: publicKey },
});

/** Changes to heads that a site shows later, of which a witness has kept all or some. */
const HEADS: Record<string, (later: SignedHead[]) => SignedHead[]> = {
  "a count altered": ([one, ...rest]) => [
    { ...one, document: { ...one?.document, votes: 3 } } as SignedHead,
    ...rest,
  ],
  "one taken out": ([one, two, ...rest]) => {
    const skipping = { ...two?.document, number: 1, previous: null } as TreeHead;
    return one ? [signed(skipping), ...rest] : [];
  },
  "one signed with another key": ([one, ...rest]) =>
    one ? [signed({ ...one.document, key_id: forger.publicKey.kid }, forger), ...rest] : [],
  "all signed again without a vote": (later) => {
    let previous: string | null = null;
    return later.map(({ document }) => {
      const again: TreeHead = { ...document, previous, votes: document.votes - 1, counts: null };
      previous = hashOfHead(sha256, again);
      return signed(again);
    });
  },
  "a head after the end": (later) => {
    const last = later.at(-1)?.document ?? assert.fail();
    const previous = hashOfHead(sha256, last);
    return [...later, signed({ ...last, number: last.number + 1, previous })];
  },
};

describe("a witness with tree heads", () => {
  const kept = heads.map(({ document }) => document);
  const seen = async (later: readonly SignedHead[]) => {
    for (const head of later) {
      if ((await checkSignature(head, trusted)).length > 0) return true;
    }
    const all = [...kept, ...later.map(({ document }) => document)];
    return checkHeads(sha256, all, bundle.document).findings.length > 0;
  };

  for (const [name, change] of Object.entries(HEADS)) {
    it(`finds a change: ${name} (R445, R446)`, async () => {
      assert.equal(await seen(heads), false);
      assert.equal(await seen(change(structuredClone(heads))), true);
    });
  }
});

const ofSurvey = (table: "surveys" | "options" | "votes" | "survey_edits" | "looks") =>
  sql`${sql.raw(table)} where ${sql.raw(table === "surveys" ? "id" : "survey_id")} = ${survey.id}`;
const set = (table: Parameters<typeof ofSurvey>[0], what: string) =>
  sql`update ${sql.raw(table)} set ${sql.raw(what)}
    where ${sql.raw(table === "surveys" ? "id" : "survey_id")} = ${survey.id}`;
const oneOption = (at: number) => survey.options[at]?.id ?? 0;

/** Statements of somebody who can write to the database, after the seal. */
const ROWS: Record<string, ReturnType<typeof sql>> = {
  "a vote removed": sql`delete from votes where survey_id = ${survey.id} and user_id = ${victim.id}`,
  "a vote added": sql`insert into votes (survey_id, user_id, option_id)
    values (${survey.id}, 999999, ${oneOption(0)})`,
  "a vote of a deleted account added": sql`insert into votes (survey_id, user_id, option_id)
    values (${survey.id}, -999999, ${oneOption(0)})`,
  "a vote for something else": sql`update votes set option_id = ${oneOption(1)}
    where survey_id = ${survey.id} and user_id = ${victim.id}`,
  "a vote given to somebody else": sql`update votes set user_id = 999999
    where survey_id = ${survey.id} and user_id = ${victim.id}`,
  "a counter": set("options", "vote_count = vote_count + 1"),
  "the question": set("surveys", "question = 'Başka?'"),
  "the description": set("surveys", "description = 'Üç'"),
  "who asked for it": set("surveys", "asked_by = null"),
  "who paid for it": set("surveys", "paid_by = 'Kimse'"),
  "an option's text": sql`update options set content = 'Ayran' where id = ${oneOption(0)}`,
  "the order of options": set("options", "position = 10 - position"),
  "the start": set("surveys", "start_time = start_time + 1"),
  "the end": set("surveys", "expire_time = expire_time - 1"),
  "a change removed": sql`delete from ${ofSurvey("survey_edits")}`,
  "a change altered": set("survey_edits", "was = 'Sıfır'"),
  "the timeline": sql`update hourly_votes set votes = votes + 20 where survey_id = ${survey.id}`,
  "where votes came from": sql`insert into hourly_origins
      (survey_id, hour, votes, young_votes, networks)
    values (${survey.id}, 1, 100, 0, 100)`,
  "groups, weights and trust invented": sql`insert into looks
      (survey_id, while_private, votes, taken_at, content)
    values (${survey.id}, 0, 11, 0, ${JSON.stringify({
      ...{ votes: 11, groups: [{ key: "women", voters: 50, shares: [90, 10] }] },
      weighted: { effective: 0, values: null, missing: [] },
      trust: { verified: 1, week_old: 1, month_old: 1 },
    })})`,
  "a receipt removed": sql`update seal_slices set receipts = substr(receipts, 21)
    where survey_id = ${survey.id}`,
  "the signed text": sql`update seals set document = replace(document, 'İki', 'Üç')
    where survey_id = ${survey.id}`,
  "the signature": sql`update seals set signature = '%' where survey_id = ${survey.id}`,
  "a head removed": sql`delete from tree_heads where survey_id = ${survey.id} and number = 2`,
  "the last head removed": sql`delete from tree_heads where survey_id = ${survey.id} and number = 3`,
  "a head altered": sql`update tree_heads set document = replace(document, '"votes":4', '"votes":3')
    where survey_id = ${survey.id} and number = 1`,
};

describe("the verifier of the database", () => {
  const compare = () => {
    const parts = { db, sealer, key: site, votesAtOnce: 1000 };
    return findDifference(parts, survey.id, { now: clock.now(), signal, purpose: "verify" });
  };

  for (const [name, change] of Object.entries(ROWS)) {
    it(`finds rows that were changed after the end: ${name} (R293, R446)`, async () => {
      assert.equal(await compare(), null);
      const rows = await rowsOfSurvey();
      await change.execute(db.query);
      const difference = await compare();
      await restore(rows);
      assert.equal(typeof difference, "string");
    });
  }
});

const TABLES = [
  ...["surveys", "options", "votes", "survey_edits", "hourly_votes", "hourly_origins", "looks"],
  ...["seals", "seal_slices", "tree_heads"],
] as const;
type Rows = Record<string, Record<string, unknown>[]>;

async function rowsOfSurvey(): Promise<Rows> {
  const rows: Rows = {};
  for (const table of TABLES) {
    const key = sql.ref(table === "surveys" ? "id" : "survey_id");
    const { rows: own } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${key} = ${survey.id}`.execute(db.query);
    rows[table] = own;
  }
  return rows;
}

/** Puts back rows as they were; surveys and options, which others refer to, are updated. */
async function restore(rows: Rows): Promise<void> {
  for (const table of TABLES) {
    if (table === "surveys" || table === "options") {
      for (const { id, ...row } of rows[table] ?? []) {
        const values = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        await sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}`.execute(
          db.query,
        );
      }
      continue;
    }
    await sql`delete from ${sql.table(table)} where survey_id = ${survey.id}`.execute(db.query);
    for (const row of rows[table] ?? []) {
      const names = Object.keys(row).map((name) => sql.ref(name));
      await sql`insert into ${sql.table(table)} (${sql.join(names)})
        values (${sql.join(Object.values(row))})`.execute(db.query);
    }
  }
}

/** Removes a vote with its counter, and adds one of somebody who does not exist where asked. */
async function takeVote(from: Survey, { isReplaced = false } = {}): Promise<void> {
  const [option] = from.options;
  const voter = voterOfAccount(victim.id);
  const victims = sql`survey_id = ${from.id} and user_id = ${voter}`;
  await sql`delete from votes where ${victims}`.execute(db.query);
  const values = sql`(${from.id}, 999999, ${option?.id})`;
  if (isReplaced)
    await sql`insert into votes (survey_id, user_id, option_id) values ${values}`.execute(db.query);
  else {
    await sql`update options set vote_count = vote_count - 1 where id = ${option?.id}`.execute(
      db.query,
    );
  }
}

/** The same vote for something else, with both counters. */
async function moveVote({ id, options: [one, other] }: Survey): Promise<void> {
  await sql`update votes set option_id = ${other?.id}
    where survey_id = ${id} and user_id = ${victim.id}`.execute(db.query);
  await sql`update options set vote_count = vote_count + case when id = ${one?.id} then -1 else 1 end
    where id in (${one?.id}, ${other?.id})`.execute(db.query);
}

const differenceWhileOpen = async ({ id }: Survey) => {
  for await (const { surveyId, difference } of compareOpen(
    { db, sealer, key: site },
    { now: clock.now(), signal },
  ))
    if (surveyId === id) return difference;
  return null;
};

describe("before the end", () => {
  it("a vote taken away after a head is found by the verifier and keeps it from being sealed (R446)", async () => {
    for (const isReplaced of [false, true]) {
      const open = await openSurvey();
      assert.equal(await differenceWhileOpen(open), null);
      await takeVote(open, { isReplaced });
      assert.equal(typeof (await differenceWhileOpen(open)), "string");
      await end(open);
      assert.equal(await stateOf(open), "unsealable");
    }
  });

  it("a vote moved after a head is found by a witness and keeps it from being sealed (R445, R446)", async () => {
    const open = await openSurvey();
    const kept = (await headsOf(open)).map(({ document }) => document);
    await moveVote(open);
    assert.equal(typeof (await differenceWhileOpen(open)), "string");
    // Somebody with everything deletes the heads, so that it is sealed.
    await db.query.deleteFrom("tree_heads").where("survey_id", "=", open.id).execute();
    await db.query.deleteFrom("head_leaves").where("survey_id", "=", open.id).execute();
    await end(open);
    assert.equal(await stateOf(open), "sealed");
    const { document } = await succeed(kanaat.call(getSealBundle, call(open)));
    assert.deepEqual(checkHeads(sha256, kept, document).findings.sort(), [
      "fewer_votes",
      "other_end",
    ]);
  });

  it("a vote taken away by somebody with everything is proven by its voter (R441, R446)", async () => {
    const open = await openSurvey();
    const kept = await keptReceipt(open, victim);
    await takeVote(open, { isReplaced: true });
    await db.query.deleteFrom("tree_heads").where("survey_id", "=", open.id).execute();
    await db.query.deleteFrom("head_leaves").where("survey_id", "=", open.id).execute();
    await end(open);
    assert.equal(await stateOf(open), "sealed");
    const { receipts, ...sealed } = await succeed(kanaat.call(getSealBundle, call(open)));
    assert.deepEqual(await checkSignature(kept, trusted), []);
    assert.deepEqual(await checkSignature(sealed, trusted), []);
    assert.ok(!receipts.includes(kept.document.receipt));
    clock.advance(DAY_MS);
  });

  it("what nobody finds is named as not proven (R442)", async () => {
    const [document, page] = await Promise.all(
      ["docs/sealed-results.md", "web/features/receipts/unproven.tsx"].map((path) =>
        readFile(path, "utf8"),
      ),
    );
    const named = document?.split("## What it does not prove")[1] ?? "";
    for (const [english, turkish] of [
      // Votes added, or one receipt shown to two voters.
      ["could invent votes before the end", "oy\\s+ekleyebilir"],
      ["show two voters the same receipt", "aynı makbuzu gösterip"],
      // A vote moved before the first head after it.
      ["whose option was changed before the end", "seçimi değiştirilen"],
      // A vote taken away whose voter kept nothing.
      ["kept no signed receipt", "Makbuzu alınmamış"],
      // Another secret as an excuse.
      ["says it has another secret", "başka bir gizli anahtar"],
      ["Whose signature it is", "İmzanın bu sitenin olduğu"],
    ] as const) {
      assert.match(named, new RegExp(english));
      assert.match(page ?? "", new RegExp(turkish));
    }
  });
});
