import type { Millis } from "../timestamps.ts";
import type { VoterId } from "./voter-id.ts";

/** What proves the end of a survey (R287). */
export interface ReceiptTables {
  /**
   * Receipts of votes whose voters' accounts were deleted, kept until the survey is sealed, since
   * they can no longer be derived. They do not show which votes they belong to.
   */
  kept_receipts: {
    survey_id: number;
    receipt: string;
    /** 1 if the vote was cast while the survey was private, otherwise null. */
    while_private: number | null;
  };
  /**
   * Public keys of seals, also of earlier secrets of the installation; `x` as in a JSON Web Key.
   */
  signing_keys: { key_id: string; x: string };
  /** Signatures of one key over another (`attestationText`), base64url. */
  key_attestations: { key_id: string; attesting_key: string; signature: string };
  seals: {
    survey_id: number;
    /** A `SealedResults`, as the text that was signed. */
    document: string;
    /** base64url */
    signature: string;
    key_id: string;
    /** When the seal was last compared with the votes. */
    checked_at: Millis;
    /** What differed then; null where everything was as signed. */
    difference: string | null;
  };
  /** Signed states of a survey's votes, each linked to the one before. */
  tree_heads: {
    survey_id: number;
    /** From 1. */
    number: number;
    /** A `TreeHead`, as the text that was signed. */
    document: string;
    /** base64url */
    signature: string;
    key_id: string;
  };
  /**
   * What stands for each vote in a survey's last head, until the survey is sealed: one per line,
   * sorted. Without the secret nobody can tell whose vote each stands for.
   */
  head_leaves: { survey_id: number; leaves: string };
  /** The receipts of a seal in order, in slices; slices without a seal are leftovers. */
  seal_slices: {
    survey_id: number;
    /** From 0. */
    number: number;
    /** Root of the subtree over these receipts, hexadecimal. */
    root: string;
    /** One per line. */
    receipts: string;
  };
  /** How far the votes of a large survey have been read, from the highest voter's id down. */
  vote_scans: {
    survey_id: number;
    /** `seal`, `compare`, or, for the command, `verify`. */
    purpose: string;
    /** Changes with each step, and when a vote of the survey is made anonymous. */
    version: number;
    /** The lowest voter's id read so far. */
    read_down_to: VoterId;
    /** What the purpose needs to continue, as JSON. */
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
    /** The first two digits that they share. */
    shelf: string;
    /** From 0; one part per step. */
    part: number;
    /** One after another, in any order. */
    receipts: string;
  };
}
