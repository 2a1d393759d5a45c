import { deleteLetters } from "#server/mail/outbox.writes.ts";
import type { Feature, PersonColumn } from "../feature.ts";
import { emailRoutes } from "./email.routes.ts";
import { readMailLinks } from "./mail-links.reads.ts";
import { deleteOldMailLinks } from "./mail-links.writes.ts";
import { passwordResetRoutes } from "./password-reset.routes.ts";

const LINKED: PersonColumn = { exported: "mail_links", deletedBy: "foreign key" };

export const email: Feature = {
  name: "email",
  tables: { mail_links: { people: { user_id: LINKED, email: LINKED, canonical_email: LINKED } } },
  routes(context) {
    emailRoutes(context, context);
    passwordResetRoutes(context, context.passwords);
  },
  download: { mail_links: ({ db }, userId) => readMailLinks(db, userId) },
  accountDeletion: { delete: (_, tx, { userId }) => deleteLetters(tx, userId) },
  jobs: ({ db }) => [
    {
      name: "delete old links of mails",
      stage: "cleanup",
      run: ({ now }) => deleteOldMailLinks(db, now),
    },
  ],
};
