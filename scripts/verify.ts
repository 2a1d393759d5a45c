import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { BundleReader, NoBundle } from "#contract/proof/bundle-reader.ts";
import { KeySet } from "#contract/proof/check-bundle.ts";
import {
  checkSignature,
  type Finding,
  ReceiptsCheck,
  votesIn,
} from "#contract/proof/check-seal.ts";
import { readReceipt } from "#contract/proof/receipt-codes.ts";
import { type SealedResults, Signed } from "#contract/proof/sealed-results.ts";
import { readConfig } from "#server/config/config.ts";
import { openKnownSecret } from "#server/db/known-secret.ts";
import { openDatabase } from "#server/db/open.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { compareAllSealed } from "#server/features/receipts/recount.writes.ts";
import { VOTES_AT_ONCE } from "#server/features/receipts/seals.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { dropScan, listScans } from "#server/features/receipts/vote-scans.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { runCommand } from "./command.ts";

const MEANINGS: Record<Finding, string> = {
  unreadable: "It is no sealed survey of a format that this version knows.",
  unknown_key: "It was not signed with the key that is trusted.",
  wrong_signature: "The signature is not of this document: something in it was changed.",
  wrong_count: "There are not as many receipts as votes.",
  wrong_receipts: "A receipt was changed, stands twice or not in order.",
  wrong_root: "The receipts are not those that were signed.",
};

const command = {
  call: "npm run verify -- <file> [--key <file>] [--receipt <receipt>] | --database",
  help: `Checks the end of a survey that its page offers for download, without any server. --key names the key
that is trusted, as the site serves it at /.well-known/kanaat-signing-key; without one any key is taken
that fits the signature. --receipt asks whether a receipt is among those signed.
--database compares all that was sealed here with the votes in the database, for operators.
Ends with 0 where all is as it was signed, otherwise with 1.`,
  options: {
    key: { type: "string" },
    receipt: { type: "string" },
    database: { type: "boolean", default: false },
  },
  accepts: ({ length }: readonly string[], { database }: Readonly<Record<string, unknown>>) =>
    length === (database ? 0 : 1),
} as const;

await runCommand(command, ({ values, positionals: [file = ""] }) =>
  values.database ? compareAll() : checkFile(file, values),
);

interface Trusted {
  key?: string | undefined;
  receipt?: string | undefined;
}

async function checkFile(path: string, { key, receipt }: Trusted): Promise<void> {
  const trustedKeys = key ? readKeys(key, await readJson(key)) : undefined;
  const sought = receipt === undefined ? null : readReceipt(receipt);
  const { signed, check, place } = await readBundle(path, sought);
  const findings = signed
    ? [
        ...(await checkSignature(signed, { ...nodeTools, trustedKeys })),
        ...check.findings(signed.document),
      ]
    : ["unreadable" as const];
  for (const finding of findings) say(false, MEANINGS[finding]);
  if (!signed) return;
  const { document, public_key } = signed;
  printResults(document);
  if (findings.length === 0) {
    const { count } = document.receipts;
    say(true, `${count} receipts for ${votesIn(document)} votes, signed ${document.sealed_at}`);
    console.log(`by the key ${public_key.kid}${trustedKeys ? ", which is trusted" : ""}`);
    if (!trustedKeys) console.log("Compare it with the site's: give that with --key.");
  }
  if (receipt === undefined) return;
  if (!sought) say(false, `${receipt} is no receipt: a digit is wrong or missing.`);
  else if (place === 0) say(false, `${sought} is not among the receipts.`);
  else say(true, `${sought} is among the receipts, at place ${place}.`);
}

/**
 * Reads a bundle once, in parts, since it may be larger than memory. `signed` is undefined if the file is
 * not a bundle; `place` counts from 1 and is 0 if the receipt is not found.
 */
async function readBundle(path: string, sought: string | null) {
  const reader = new BundleReader();
  const check = new ReceiptsCheck(nodeTools.sha256);
  let [count, place] = [0, 0];
  try {
    for await (const receipts of reader.receipts(createReadStream(path))) {
      check.add(receipts);
      const at = sought === null ? -1 : receipts.indexOf(sought);
      if (at >= 0) place = count + at + 1;
      count += receipts.length;
    }
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error(`${path} is not JSON.`, { cause });
    if (!(cause instanceof NoBundle)) throw cause;
    return { signed: undefined, check, place };
  }
  return { signed: Signed.safeParse({ ...reader.signed }).data, check, place };
}

function printResults({ survey, options, private_part, edits }: SealedResults): void {
  console.log(`\n${survey.question}\n${survey.start_time} to ${survey.end_time}`);
  for (const { content, votes, private_votes } of options) {
    const apart = private_part === "shown" ? ` and ${private_votes} while it was private` : "";
    console.log(`${String(votes).padStart(9)}  ${content}${apart}`);
  }
  console.log(`${edits.length} changes after the first vote\n`);
}

/** Compares every survey that was sealed here with its current votes. */
async function compareAll(): Promise<void> {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    const sealer = createSealer(await openKnownSecret(db, config));
    const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: VOTES_AT_ONCE };
    const { signal } = new AbortController();
    // The leftovers of an interrupted run say nothing about the current votes.
    for (const surveyId of await listScans(db, "verify")) {
      await dropScan(db, { surveyId, purpose: "verify" });
    }
    let count = 0;
    for await (const { surveyId, difference } of compareAllSealed(parts, {
      now: Date.now(),
      signal,
    })) {
      if (difference) say(false, `survey ${surveyId}: ${difference}`);
      count++;
    }
    console.log(`${count} sealed surveys were compared with their votes.`);
  } finally {
    await db.close();
  }
}

function say(isGood: boolean, text: string): void {
  if (!isGood) process.exitCode = 1;
  console.log(`${isGood ? "GOOD" : "WRONG"}  ${text}`);
}

function readKeys(path: string, json: unknown) {
  const { data } = KeySet.safeParse(json);
  if (!data) throw new Error(`${path} contains no keys: download /.well-known/kanaat-signing-key.`);
  return data.keys;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON.`, { cause });
  }
}
