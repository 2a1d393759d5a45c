import type { Feature, PersonColumn } from "../feature.ts";
import { emailRoutes } from "./email.routes.ts";
import { deleteOldMailLinks } from "./mail-links.writes.ts";
import { passwordResetRoutes } from "./password-reset.routes.ts";

const LINKED: PersonColumn = {
  notExported: "a link that was sent to them, for some days",
  deletedBy: "foreign key",
};

export const email: Feature = {
  name: "email",
  tables: { mail_links: { people: { user_id: LINKED, email: LINKED, canonical_email: LINKED } } },
  routes(context) {
    emailRoutes(context, context);
    passwordResetRoutes(context, context.passwords);
  },
  jobs: ({ db }) => [
    {
      name: "delete old links of mails",
      stage: "cleanup",
      run: ({ now }) => deleteOldMailLinks(db, now),
    },
  ],
};
