import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Statement, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import type { OwnerChecks } from "./sign-in/owner-checks.ts";
import type { VoteCasting } from "./votes/cast-vote.ts";

/** A part of the product: everything that other parts need to know of it (ADR-044). */
export interface Feature {
  name: string;
  /** The tables that only this feature writes the shape of, and what is to know of each. */
  tables: OwnTables;
  /**
   * Names under which it caches; `*` stands for ids and queries. A change or removal of a survey drops
   * `survey:<id>:…` and `surveys:…`, the deletion of an account drops everything.
   */
  cacheKeys?: readonly string[];
  routes?(context: FeatureContext, app: FastifyInstance): void;
  /** Its work outside of requests. */
  jobs?(context: FeatureContext): MaintenanceJob[];
  /** Its parts of the account's download (R113). */
  download?: { [Part in DownloadPart]?: ReadPart<Part> };
  /** What happens when an account is deleted (R114), besides what foreign keys delete. */
  accountDeletion?: AccountDeletion;
  /** What happens when surveys are removed, besides what foreign keys and `tables` delete. */
  surveyRemoval?: SurveyRemoval;
  /** Selects the `id` of each row whose counter differs from the rows it counts, by description. */
  wrongCounters?: Readonly<Record<string, Statement>>;
}

export interface FeatureContext extends AppContext, OwnerChecks, VoteCasting {
  features: readonly Feature[];
}

export type OwnTables = { readonly [Name in keyof Tables]?: OwnTable<keyof Tables[Name] & string> };

export interface OwnTable<Column extends string = string> {
  /** Columns that name a person, by id, address or otherwise. */
  people?: { readonly [Name in Column]?: PersonColumn };
  /**
   * Set where a survey may have a million rows, which are then deleted in batches before the survey
   * itself: the columns of the key besides `survey_id`, each with its lowest value. A range that
   * begins there makes PostgreSQL go along the key.
   */
  ofSurvey?: Key<Column>;
  /** Set where the column `image` names a picture, which is stored as long as a row names it. */
  hasPictures?: true;
  /** Why backups leave the table out. */
  notBackedUp?: string;
}

export type Key<Column extends string = string> = {
  readonly [Name in Column]?: number | string;
};

/** A person's data in a column: where the download has it, and what deletes it with the account. */
export type PersonColumn = ({ exported: DownloadPart } | { notExported: string }) &
  (
    | { deletedBy: "foreign key" | "accountDeletion" }
    /** Why rows outlive the account. */
    | { kept: string }
  );

type Download = z.output<typeof AccountExport>;
export type DownloadPart = keyof Download;

export interface DownloadRequest {
  now: number;
  /** Whether the person also asks for what they voted for. */
  choices: boolean;
}

/** Long lists are read in batches: a million rows at once would not fit into memory. */
type ReadPart<Part extends DownloadPart> = (
  context: Pick<AppContext, "db" | "mailboxes" | "sealer">,
  userId: number,
  asked: DownloadRequest,
) => Promise<Download[Part]> | AsyncIterable<Download[Part]>;

/** What deletions run on. */
export type DeletionContext = Pick<FeatureContext, "db" | "mailboxes" | "features">;

interface AccountDeletion {
  /** Whether the account has so many rows that deleting them in one transaction delays others. */
  hasManyRows?(db: Database, userId: number): Promise<boolean>;
  /** Deletes them in batches, before the transaction. */
  deleteManyRows?(db: Database, userId: number): Promise<void>;
  /** Runs in the transaction that deletes the account, in the order of `FEATURES`. */
  delete?(
    context: DeletionContext,
    tx: Transaction,
    account: { userId: number; now: number },
    left: LeftOver,
  ): Promise<void>;
}

/** What a deletion leaves outside of the database; each feature adds to it. */
export interface LeftOver {
  /** Paths of pictures that no row names any more. */
  pictures: string[];
  /** Token hashes of the ended sessions. */
  sessions: string[];
}

interface SurveyRemoval {
  /** Runs in the transaction that removes the surveys, before they are hidden. */
  beforeHiding?(db: Database, tx: Transaction, surveyIds: readonly number[]): Promise<void>;
  /** The same before that; returns the paths of pictures that only this feature names. */
  dropPictures?(db: Database, tx: Transaction, surveyIds: readonly number[]): Promise<string[]>;
  /** Deletes rows of a removed survey in batches, until `stop` is aborted. */
  deleteRows?(db: Database, surveyId: number, stop: AbortSignal): Promise<void>;
}

/** The tables of these features, in the order of the features. */
export const tablesOf = (
  features: readonly Pick<Feature, "tables">[],
): [name: keyof Tables, table: OwnTable][] =>
  features.flatMap(({ tables }) => Object.entries(tables) as [keyof Tables, OwnTable][]);
