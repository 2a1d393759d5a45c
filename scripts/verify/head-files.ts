import * as z from "zod";
import type { SealedResults } from "#contract/proof/sealed-results.ts";
import {
  checkHeads,
  type HeadFinding,
  SignedHead,
  type TreeHead,
} from "#contract/proof/tree-heads.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { checkSigned, isKnown, readJson, type Trust } from "./trust.ts";
import { say } from "./verdicts.ts";

const HeadFile = z.object({ heads: z.array(SignedHead) });

const MEANINGS: Record<HeadFinding, string> = {
  two_histories: "Two different heads have the same number: the site has signed two histories.",
  wrong_link: "A head does not continue the one before.",
  fewer_votes: "Later there are fewer votes than before: votes were removed or changed.",
  other_end: "The end does not continue these heads: it is of another history.",
};

/** Checks heads from files, with each other and, where given, with the sealed end. */
export async function checkHeadFiles(
  paths: readonly string[],
  trust: Trust,
  sealed: SealedResults | undefined,
): Promise<void> {
  if (paths.length === 0) return;
  const heads: TreeHead[] = [];
  for (const path of paths) heads.push(...(await readHeads(path, trust)));
  const surveys = new Set(heads.map((head) => head.survey_id));
  if (surveys.size !== 1)
    throw new Error("The heads must be of one survey, and there must be some.");
  const { findings, missing } = checkHeads(nodeTools.sha256, heads, sealed);
  for (const finding of findings) say("WRONG", MEANINGS[finding]);
  if (findings.length > 0) return;
  const numbers = new Set(heads.map(({ number }) => number));
  const found = `${numbers.size} heads continue each other${sealed ? " and lead to the end" : ""}`;
  if (missing.length > 0) {
    say("UNKNOWN", `The heads ${missing.join(", ")} are missing: download them from the site.`);
  } else if (isKnown(trust)) say("GOOD", `${found}.`);
  else say("UNKNOWN", `${found}, but whose signatures these are is not known.`);
}

/** Returns the heads in a file whose signatures hold, and says which do not. */
async function readHeads(path: string, trust: Trust): Promise<TreeHead[]> {
  const { data } = HeadFile.safeParse(await readJson(path));
  if (!data) throw new Error(`${path} has no tree heads of a format that this version knows.`);
  const heads: TreeHead[] = [];
  for (const head of data.heads) {
    const { number } = head.document;
    const findings = await checkSigned(head, trust);
    if (findings.includes("wrong_signature")) {
      say("WRONG", `${path}: the signature of head ${number} is not of it: something was changed.`);
    } else if (findings.length > 0) {
      say("WRONG", `${path}: head ${number} was not signed with a key that is trusted.`);
    } else heads.push(head.document);
  }
  return heads;
}
