import { ALL_TABLE_NAMES, type PictureTable, TABLE_NAMES } from "#server/db/tables/tables.ts";
import { type OwnTable, type OwnTables, tablesOf } from "./feature.ts";
import { FEATURES } from "./features.ts";

const RECIPIENT = {
  notExported: "a letter on its way to them",
  deletedBy: "accountDeletion",
} as const;

/** The tables of the parts of the server that are no feature, by the folder of the part. */
export const PLATFORM_TABLES: Readonly<Record<string, OwnTables>> = {
  db: { installation: {}, shared_counts: {} },
  maintenance: { leases: { notBackedUp: "belong to running servers" } },
  mail: {
    mails: {
      people: { recipient: RECIPIENT, user_id: RECIPIENT },
      notBackedUp: "hold links that open accounts, and would be sent twice",
    },
  },
  "http/pages": { assets: { notBackedUp: "come with each server" } },
};

const OWNED = new Map<string, OwnTable>(
  tablesOf([...FEATURES, ...Object.values(PLATFORM_TABLES).map((tables) => ({ tables }))]),
);

/** The tables whose rows name pictures. */
export const PICTURE_TABLES = TABLE_NAMES.filter(
  (name) => OWNED.get(name)?.hasPictures,
) as PictureTable[];

/** The tables that backups contain, those of earlier versions included, after those they refer to. */
export const BACKED_UP = ALL_TABLE_NAMES.filter((name) => !OWNED.get(name)?.notBackedUp);
