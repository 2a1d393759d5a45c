import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { RECEIPT } from "../proof/receipt-codes.ts";
import { Bundle, Signed } from "../proof/sealed-results.ts";
import { SignedReceipt } from "../proof/signed-receipt.ts";
import { SignedHead } from "../proof/tree-heads.ts";
import { item } from "../shapes/shapes.ts";
import { InvitationCode, SurveyParam } from "./surveys.ts";

const query = z.object({ davet: InvitationCode.optional() });
const Receipt = z.string().regex(RECEIPT);

export const getOwnReceipt = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/receipt",
  summary: "The receipt of the caller's vote, which does not say what it was for",
  auth: "required",
  params: SurveyParam,
  query,
  answers: {
    200: item(
      z.object({
        receipt: Receipt,
        /** null if the survey was sealed without this receipt (R289). */
        signed: SignedReceipt.nullable(),
      }),
    ),
  },
  errors: ["survey_not_found", "vote_not_found", "receipt_lost"],
});

export const getSeal = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/seal",
  summary: "The results that were signed when the survey ended",
  auth: "optional",
  params: SurveyParam,
  query,
  answers: {
    200: item(
      z.object({
        /**
         * `open` until the survey ends; then `pending` for some minutes, `sealed`, `too_few` with fewer
         * than ten votes, or `unsealable` where its votes and their counters differ.
         */
        state: z.enum(["open", "pending", "sealed", "too_few", "unsealable"]),
        signed: Signed.nullable(),
        /** Whether the votes or texts stored now differ from those that were signed. */
        differs: z.boolean(),
      }),
    ),
  },
  // Results are hidden after the end only in quiet periods.
  errors: ["survey_not_found", "results_hidden"],
});

export const getSealBundle = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/seal/bundle",
  summary: "The same with all receipts, for `npm run verify`",
  auth: "optional",
  params: SurveyParam,
  query,
  answers: { 200: Bundle },
  errors: ["survey_not_found", "results_hidden", "not_sealed"],
});

export const findReceipt = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/seal/receipts/{receipt}",
  summary: "A proof that a receipt is among the signed ones",
  auth: "optional",
  params: SurveyParam.extend({ receipt: Receipt }),
  query,
  answers: {
    200: item(
      z.object({
        /** The position among the sorted receipts, from 0. */
        index: z.int().nonnegative(),
        size: z.int().positive(),
        /** Sibling hashes on the way to the root, bottom up, hexadecimal (RFC 9162, 2.1.3). */
        path: z.array(z.string()),
      }),
    ),
  },
  errors: ["survey_not_found", "results_hidden", "not_sealed", "receipt_not_found"],
});

export const listTreeHeads = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/heads",
  summary:
    "Signed states of a survey's votes, each linked to the one before, for witnesses to keep",
  auth: "optional",
  params: SurveyParam,
  query: query.extend({
    /** The number of the first one to return. */
    from: z.coerce.number().int().positive().default(1),
  }),
  /** In order, up to a hundred. */
  answers: { 200: z.object({ heads: z.array(SignedHead) }) },
  errors: ["survey_not_found"],
});
