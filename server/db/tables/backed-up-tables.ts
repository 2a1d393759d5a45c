import { ALL_TABLE_NAMES, type Tables } from "./tables.ts";

/**
 * What backups leave out: leases are those of running servers; mails hold links that open accounts, and
 * would be sent once more; sign-ins under way are over by the time that a backup is put back; scans of votes
 * begin again; assets come with each server.
 */
const NOT_BACKED_UP: ReadonlySet<string> = new Set<keyof Tables>([
  "leases",
  "mails",
  "assets",
  "provider_flows",
  "newcomers",
  "vote_scans",
  "vote_scan_counts",
  "receipt_parts",
]);

/** The tables that backups have, in the same order. */
export const BACKED_UP = ALL_TABLE_NAMES.filter((name) => !NOT_BACKED_UP.has(name));
