import type { Millis } from "./tables.ts";

/** What proves the end of a survey (R287). */
export interface ReceiptTables {
  /**
   * Receipts of votes whose voters' accounts were deleted, which nobody could derive any more, until the
   * survey is sealed; not which votes they are of.
   */
  kept_receipts: {
    survey_id: number;
    receipt: string;
    /** 1 if the vote was cast while the survey was private, otherwise null. */
    while_private: number | null;
  };
  /** The public keys of seals, also of earlier secrets of the installation; `x` as JSON Web Keys have it. */
  signing_keys: { key_id: string; x: string };
  seals: {
    survey_id: number;
    /** A `SealedResults`, as the text that was signed. */
    document: string;
    /** base64url */
    signature: string;
    key_id: string;
    /** When it was last compared with the votes. */
    checked_at: Millis;
    /** What differed then; null where all was as it was signed. */
    difference: string | null;
  };
  /** The receipts of a seal in their order, some at a time; those without a seal are left over. */
  seal_slices: {
    survey_id: number;
    /** From 0. */
    number: number;
    /** Of the subtree over these receipts, hexadecimal. */
    root: string;
    /** A line each. */
    receipts: string;
  };
}
