import { ALL_TABLE_NAMES, type Tables } from "./tables.ts";

/**
 * What backups leave out: leases belong to running servers; mails hold links that open accounts,
 * and would be sent twice; sign-ins in progress are over by the time a backup is restored; vote
 * scans start again; assets come with each server.
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

/** The tables that backups contain, in the order of `ALL_TABLE_NAMES`. */
export const BACKED_UP = ALL_TABLE_NAMES.filter((name) => !NOT_BACKED_UP.has(name));
