import type { Millis } from "../timestamps.ts";

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
  /** How far the votes of a large survey were read, from the highest voter's id down. */
  vote_scans: {
    survey_id: number;
    /** `seal`, `compare`, or `verify` for the command. */
    purpose: string;
    /** Another one with each step, and when a vote of the survey is made anonymous. */
    version: number;
    /** The lowest voter's id that was read. */
    read_down_to: number;
    /** JSON of what the purpose needs to go on. */
    state: string;
  };
  /** The votes that a scan has read, as they are now. */
  vote_scan_counts: {
    survey_id: number;
    purpose: string;
    option_id: number;
    while_private: 0 | 1;
    /** 1 for votes of deleted accounts. */
    anonymous: 0 | 1;
    votes: number;
  };
  /** Receipts that a scan has derived, until they are merged. */
  receipt_parts: {
    survey_id: number;
    purpose: string;
    /** The first two digits of all of them. */
    shelf: string;
    /** From 0: the receipts of one step. */
    part: number;
    /** One after another, in any order. */
    receipts: string;
  };
}
