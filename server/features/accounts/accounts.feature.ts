import { deleteEndedCounts } from "#server/db/shared-counts.ts";
import type { Feature, PersonColumn } from "../feature.ts";
import { deleteUser } from "./account-deletion.writes.ts";
import { exportAccount, readConsents } from "./account-export.reads.ts";
import { accountRoutes } from "./accounts.routes.ts";
import { completionRoutes } from "./completion.routes.ts";
import { noticeRoutes } from "./notices/notices.routes.ts";
import { providerRegistrationRoutes } from "./provider-registration.routes.ts";
import { registrationRoutes } from "./registration.routes.ts";
import { readRegistrationNetworks } from "./registration-networks.reads.ts";
import { forgetNetworks } from "./registration-networks.writes.ts";

const OWN: PersonColumn = { exported: "account", deletedBy: "accountDeletion" };
const NETWORK: PersonColumn = { exported: "registration_networks", deletedBy: "foreign key" };

export const accounts: Feature = {
  name: "accounts",
  tables: {
    users: {
      people: {
        nickname: OWN,
        email: OWN,
        canonical_email: {
          notExported: "follows from the address",
          deletedBy: "accountDeletion",
        },
      },
      hasPictures: true,
    },
    registration_links: {},
    registration_networks: { people: { user_id: NETWORK, network: NETWORK } },
    unseen_notices: { people: { user_id: { exported: "account", deletedBy: "foreign key" } } },
  },
  routes(context) {
    accountRoutes(context);
    registrationRoutes(context, context.passwords);
    providerRegistrationRoutes(context);
    completionRoutes(context);
    noticeRoutes(context);
  },
  jobs: ({ db, securityLog }) => [
    {
      name: "delete limits that are over",
      stage: "cleanup",
      run: ({ now }) => deleteEndedCounts(db, now),
    },
    {
      name: "forget where people registered long ago",
      stage: "cleanup",
      run: ({ now }) => forgetNetworks(db, now),
    },
    {
      name: "overwrite what was deleted in the database's log of changes",
      stage: "last",
      run: () => db.eraseDeleted(),
    },
    {
      name: "delete what the security log no longer keeps",
      stage: "cleanup",
      where: "folder",
      run: () => securityLog.deleteOld(),
    },
  ],
  download: {
    account: ({ db }, userId) => exportAccount(db, userId),
    registration_networks: ({ db }, userId) => readRegistrationNetworks(db, userId),
    consents: ({ db }, userId) => readConsents(db, userId),
  },
  accountDeletion: {
    delete: async ({ db }, tx, { userId }, left) => {
      const image = await deleteUser(db, tx, userId);
      if (image !== null) left.pictures.push(image);
    },
  },
};
