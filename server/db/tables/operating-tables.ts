import type { Generated } from "kysely";
import type { QuotaKind } from "#contract/limits.ts";
import type { Millis } from "../timestamps.ts";

/** What servers know of the installation and of each other, and what they have yet to do. */
export interface OperatingTables {
  /** Facts about the installation as a whole, such as a fingerprint of its secret. */
  installation: { name: string; value: string };
  /** Links by which so many people may register until a time; the code itself is not stored. */
  registration_links: {
    id: Generated<number>;
    code_hash: string;
    uses: number;
    used: Generated<number>;
    /** What the operator made it for. */
    words: string;
    created_at: Millis;
    ends_at: Millis;
  };
  /** Networks that people registered from lately, as numbers made with the installation's secret. */
  registration_networks: { user_id: number; network: number; registered_at: Millis };
  /**
   * How often a person did something of a kind on the last day they did so (R226), undone or not;
   * `day` is yyyy-mm-dd in Türkiye.
   */
  daily_acts: { user_id: number; kind: QuotaKind; day: string; acts: number };
  /** Which server does a job, and until when no other may, by the database's clock. */
  leases: { job: string; holder: string; until: Millis };
  /** Limits shared by all servers; `counter` is a number made with the installation's secret. */
  shared_counts: { counter: number; hits: number; ends_at: Millis };
  /**
   * Mails that wait to be sent. A server that takes one moves `due_at` to the time when another may
   * take it, in case the first does not finish.
   */
  mails: {
    id: Generated<number>;
    recipient: string;
    /** Whose account it is about; null for letters of earlier versions. */
    user_id: number | null;
    /** A `Letter` as JSON. */
    letter: string;
    attempts: Generated<number>;
    due_at: Millis;
    created_at: Millis;
  };
  /** Files that pages load, of every release that was started recently. */
  assets: {
    name: string;
    content: Uint8Array;
    /** 1 where `content` is compressed by Brotli. */
    compressed: number;
    /** When a server that has it was last started. */
    started_at: Millis;
  };
}
