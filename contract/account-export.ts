import * as z from "zod";
import { Account } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { NotificationKind } from "./notifications.ts";
import { Id, ImagePath, Instant } from "./shapes.ts";
import { OwnSurveyCard } from "./survey-shapes.ts";

const Follow = z.object({ nickname: z.string(), since: Instant });

/** Everything the product keeps about a person, as they get it (decision 35). */
export const AccountExport = z.object({
  account: Account.extend({ created_at: Instant }),
  consents: z.object({
    version: z.string(),
    explicit_consent_at: Instant,
    communication_consent_at: Instant,
  }),
  surveys: z.array(
    OwnSurveyCard.extend({
      description: z.string(),
      options: z.array(z.object({ content: z.string(), image_path: ImagePath })),
      /** Nicknames. */
      invited: z.array(z.string()),
    }),
  ),
  votes: z.array(z.object({ survey_id: Id, question: z.string(), option: z.string() })),
  followers: z.array(Follow),
  followings: z.array(Follow),
  invitations: z.array(z.object({ survey_id: Id, question: z.string(), invited_at: Instant })),
  notifications: z.array(
    z.object({
      kind: NotificationKind,
      /** Who did it; null for 'ended'. */
      nickname: z.string().nullable(),
      survey_id: Id.nullable(),
      created_at: Instant,
      read_at: Instant.nullable(),
    }),
  ),
});

export const exportAccount = endpoint({
  method: "GET",
  path: "/api/auth/account/my/export",
  summary: "A download of one's own records (decision 35)",
  auth: "required",
  answers: { 200: AccountExport },
  errors: [],
  limit: "write",
});
