import { existsSync } from "node:fs";
import { readReceipt } from "#contract/proof/receipt-codes.ts";
import type { SealedResults } from "#contract/proof/sealed-results.ts";
import { SignedReceipt } from "#contract/proof/signed-receipt.ts";
import { checkSigned, isKnown, readJson, type Trust } from "./trust.ts";
import { say } from "./verdicts.ts";

export interface KeptReceipt {
  given: string;
  /** In normal form; undefined if it is no receipt. */
  code: string | undefined;
  /** Set where the caller has it with a signature that holds, by a key that is trusted. */
  signed?: SignedReceipt["document"];
}

/** Reads a receipt that is given as its code or as the file that the survey's page offers. */
export async function readKept(given: string, trust: Trust): Promise<KeptReceipt> {
  const code = readReceipt(given) ?? undefined;
  if (code || !existsSync(given)) return { given, code };
  const { data } = SignedReceipt.safeParse(await readJson(given));
  if (!data) throw new Error(`${given} is no signed receipt of a format that this version knows.`);
  const { receipt } = data.document;
  const findings = await checkSigned(data, trust);
  if (findings.includes("wrong_signature")) {
    say("WRONG", `The signature of ${given} is not of this receipt: something in it was changed.`);
  } else if (findings.length > 0) {
    say("WRONG", `${given} was not signed with a key that is trusted.`);
  } else if (isKnown(trust)) return { given, code: receipt, signed: data.document };
  return { given, code: receipt };
}

/** Says what it means that a receipt is not among the sealed ones. */
export function sayMissing({ code, signed }: KeptReceipt, document: SealedResults): void {
  const { renewed_at } = document.receipts;
  if (signed && signed.survey_id !== document.survey.id) {
    say("WRONG", `${code} is of survey ${signed.survey_id}, not of this one.`);
  } else if (signed && renewed_at !== null && signed.key_id !== document.key_id) {
    say("WRONG", `${code} is not among the receipts.`);
    console.log(`It is of another secret, which the site says it replaced at ${renewed_at}.`);
  } else if (signed?.vote_change) {
    say("WRONG", `${code} was signed for a vote and is not among the receipts.`);
    console.log("It could be withdrawn until the end: its voter did so, or it was removed.");
  } else if (signed) {
    say("WRONG", `${code} was signed for a vote and is not among the receipts: it was removed.`);
    if (document.private_part === "hidden")
      console.log(
        "Unless it was cast while the survey was private: these are too few to be shown.",
      );
  } else say("WRONG", `${code} is not among the receipts.`);
}
