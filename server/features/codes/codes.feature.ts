import type { Feature } from "../feature.ts";
import { codeRoutes } from "./codes.routes.ts";
import { deleteCodesOf, deleteOldCodes } from "./codes.writes.ts";

const MAILBOX = { notExported: "lasts for a day", deletedBy: "accountDeletion" } as const;

export const codes: Feature = {
  name: "codes",
  tables: {
    sign_in_codes: {
      people: { email: MAILBOX, canonical_email: MAILBOX },
      notBackedUp: "over by the time a backup is restored",
    },
  },
  routes: codeRoutes,
  jobs: ({ db }) => [
    {
      name: "delete old codes that sign in",
      stage: "cleanup",
      run: ({ now }) => deleteOldCodes(db, now),
    },
  ],
  accountDeletion: { delete: (_, tx, { userId }) => deleteCodesOf(tx, userId) },
};
