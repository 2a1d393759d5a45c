import { createReadStream } from "node:fs";
import { BundleReader, NoBundle } from "#contract/proof/bundle-reader.ts";
import { type Finding, ReceiptsCheck, votesIn } from "#contract/proof/check-seal.ts";
import { type SealedResults, Signed } from "#contract/proof/sealed-results.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { type KeptReceipt, readKept, sayMissing } from "./kept-receipt.ts";
import { checkSigned, isKnown, type Trust } from "./trust.ts";
import { say } from "./verdicts.ts";

const MEANINGS: Record<Finding, string> = {
  unreadable: "It is no sealed survey of a format that this version knows.",
  unknown_key: "It was not signed with the key that is trusted.",
  wrong_signature: "The signature is not of this document: something in it was changed.",
  wrong_count: "There are not as many receipts as votes.",
  wrong_receipts: "A receipt was changed, stands twice or not in order.",
  wrong_root: "The receipts are not those that were signed.",
};

/**
 * Checks a file with the signed end of a survey; `receipt` is a code or a file, see `readKept`.
 * Returns what was signed, if that is as it was signed.
 */
export async function checkFile(
  path: string,
  trust: Trust,
  receipt: string | undefined,
): Promise<SealedResults | undefined> {
  const kept = receipt === undefined ? undefined : await readKept(receipt, trust);
  const { signed, check, place } = await readBundle(path, kept?.code);
  const findings = signed
    ? [...(await checkSigned(signed, trust)), ...check.findings(signed.document)]
    : ["unreadable" as const];
  for (const finding of findings) say("WRONG", MEANINGS[finding]);
  if (!signed) return undefined;
  printResults(signed.document);
  if (findings.length === 0) sayWhole(signed, trust);
  if (kept) sayPlace(kept, place, signed.document, findings.length === 0 && isKnown(trust));
  return findings.length === 0 ? signed.document : undefined;
}

/**
 * Reads a bundle once, in parts, since it may be larger than memory. `signed` is undefined if the file is
 * not a bundle; `place` counts from 1 and is 0 if the receipt is not found.
 */
async function readBundle(path: string, sought: string | undefined) {
  const reader = new BundleReader();
  const check = new ReceiptsCheck(nodeTools.sha256);
  let [count, place] = [0, 0];
  try {
    for await (const receipts of reader.receipts(createReadStream(path))) {
      check.add(receipts);
      const at = sought === undefined ? -1 : receipts.indexOf(sought);
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

function printResults({ survey, no_opinion, private_part, edits, ...of }: SealedResults): void {
  const options = [
    ...of.options,
    ...(no_opinion ? [{ content: "no opinion", ...no_opinion }] : []),
  ];
  console.log(`\n${survey.question}\n${survey.start_time} to ${survey.end_time}`);
  if (survey.asked_by) console.log(`asked by ${survey.asked_by}`);
  if (survey.paid_by) console.log(`paid by ${survey.paid_by}`);
  for (const { content, votes, private_votes } of options) {
    const apart = private_part === "shown" ? ` and ${private_votes} while it was private` : "";
    console.log(`${String(votes).padStart(9)}  ${content}${apart}`);
  }
  console.log(`${edits.length} changes after the first vote\n`);
}

function sayWhole({ document, public_key }: Signed, trust: Trust): void {
  const { count } = document.receipts;
  const whole = `${count} receipts for ${votesIn(document)} votes, signed ${document.sealed_at}`;
  if (isKnown(trust)) {
    say("GOOD", whole);
    console.log(`by the key ${public_key.kid}, which is trusted`);
  } else {
    say("UNKNOWN", `${whole}, but whose signature this is is not known.`);
    console.log(`It is by the key ${public_key.kid}. Give the site's key with --key or --pin.`);
  }
}

function sayPlace(
  kept: KeptReceipt,
  place: number,
  document: SealedResults,
  isTrusted: boolean,
): void {
  if (!kept.code) say("WRONG", `${kept.given} is no receipt: a digit is wrong or missing.`);
  else if (place === 0) sayMissing(kept, document);
  else
    say(isTrusted ? "GOOD" : "UNKNOWN", `${kept.code} is among the receipts, at place ${place}.`);
}
