import type { Generated } from "kysely";
import type { Millis } from "../timestamps.ts";

/** What servers know of the installation, of each other, and have yet to do. */
export interface OperatingTables {
  /** What is known of the installation as a whole, such as a fingerprint of its secret. */
  installation: { name: string; value: string };
  /** Which server does a job, and until when no other may; milliseconds of the database's clock. */
  leases: { job: string; holder: string; until: Millis };
  /** Limits that count on all servers; `counter` is a number made with the installation's secret. */
  shared_counts: { counter: number; hits: number; ends_at: Millis };
  /**
   * Mails that wait to be sent. A server that takes one up moves `due_at` to when others may do so if
   * it does not come back.
   */
  mails: {
    id: Generated<number>;
    recipient: string;
    /** A `Letter` as JSON. */
    letter: string;
    attempts: Generated<number>;
    due_at: Millis;
    created_at: Millis;
  };
  /** What pages load, of every release that was started lately. */
  assets: {
    name: string;
    content: Uint8Array;
    /** 1 where `content` is compressed by Brotli. */
    compressed: number;
    /** When a server that has it was last started. */
    started_at: Millis;
  };
}
