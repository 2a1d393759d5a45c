import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { QUOTA_KINDS } from "../limits.ts";
import { SignedReceipt } from "../proof/signed-receipt.ts";
import { PROOF_MISSING } from "../shapes/owner-proof.ts";
import { NewQuizOption, QuizAnswers } from "../shapes/quiz-shapes.ts";
import { Id, ImagePath, Instant } from "../shapes/shapes.ts";
import {
  OptionOrder,
  OwnSurveyCard,
  Sponsors,
  Survey,
  VoteChange,
  Voters,
} from "../shapes/survey-shapes.ts";
import { Account } from "./account.ts";
import { BlockKind } from "./blocks.ts";
import { MailLinkPurpose } from "./email.ts";
import { InvitableBy } from "./invitations.ts";
import { OwnDecision, ReportReason, TargetKind } from "./moderation.ts";
import { MutableKind, NotificationKind } from "./notifications.ts";
import { OpenSession } from "./open-sessions.ts";
import { PushChoices } from "./push.ts";
import { Factors, Passkey } from "./second-factors.ts";
import { SurveyEdit } from "./survey-edits.ts";

const Follow = z.object({ nickname: z.string(), since: Instant });

/**
 * Everything the product stores about a person, as they get it (R113), except the views of the last
 * two days, which are stored by survey and soon deleted.
 */
export const AccountExport = z.object({
  account: Account.extend({ created_at: Instant }),
  consents: z.object({
    version: z.string(),
    explicit_consent_at: Instant,
    /** null until the account that was opened by a code has a name. */
    communication_consent_at: Instant.nullable(),
  }),
  surveys: z.array(
    OwnSurveyCard.omit({ leading: true, votes_today: true }).extend({
      description: z.string(),
      option_theme_id: Survey.shape.option_theme_id,
      option_order: OptionOrder,
      vote_change: VoteChange,
      allows_no_opinion: z.boolean(),
      /** How many people said "Fikrim yok", as `vote_count` of an option; absent where not allowed. */
      no_opinion_count: z.int().nullable().optional(),
      /** Those of them while it was private, as `private_vote_count`. */
      private_no_opinion_count: z.int().nullable().optional(),
      instant_results: z.boolean(),
      voters: Voters,
      ...Sponsors.shape,
      /** The code in the invitation link. */
      invitation_code: z.string(),
      created_at: Instant,
      published_at: Instant.nullable(),
      options: z.array(
        z.object({
          content: z.string(),
          image_path: ImagePath,
          /** null where there are too few to be shown. */
          vote_count: z.int().nullable(),
          /**
           * Those cast while it was private, counted separately; null if too few or none (R210).
           */
          private_vote_count: z.int().nullable(),
        }),
      ),
      /** Nicknames. */
      invited: z.array(z.string()),
    }),
  ),
  /** Their changes to these surveys after somebody had voted (R228). */
  survey_edits: z.array(SurveyEdit.extend({ survey_id: Id })),
  /** Includes votes on surveys that are now hidden from them. */
  votes: z.array(
    z.object({
      survey_id: Id,
      question: z.string(),
      /** Absent unless the caller asked for their choices. */
      option: z.string().optional(),
      /** The same where they said "Fikrim yok". */
      no_opinion: z.literal(true).optional(),
      /** The same where they chose several options: with the rank or the grade, if they have one. */
      choices: z
        .array(
          z.object({
            option: z.string(),
            rank: z.int().optional(),
            rating: z.int().optional(),
          }),
        )
        .optional(),
      /** Set if the survey was private then; otherwise absent. */
      while_private: z.literal(true).optional(),
      /** Proves that the vote was counted, not what it was for (R287). */
      receipt: z.string(),
      /** null once the survey is sealed: the seal then has the receipt (R441). */
      signed_receipt: SignedReceipt.nullable(),
    }),
  ),
  /** The questions of their own tests. */
  tests: z.array(
    z.object({
      survey_id: Id,
      questions: z.array(
        z.object({
          content: z.string(),
          image_path: ImagePath.nullable(),
          explanation: z.string(),
          explanation_image_path: ImagePath.nullable(),
          options: z.array(NewQuizOption),
        }),
      ),
      /** What the end says of types, by the index of the survey's option; of tests of types. */
      types: z.array(z.object({ option: z.int(), content: z.string() })),
    }),
  ),
  /** Their attempts at tests that count, with the options that they chose by index. */
  test_attempts: z.array(
    z.object({
      survey_id: Id,
      question: z.string(),
      /** In points; 0 in tests of types. */
      score: z.number(),
      answers: QuizAnswers,
    }),
  ),
  followers: z.array(Follow),
  followings: z.array(Follow),
  /** Whom they have blocked or muted. */
  blocks: z.array(Follow.extend({ kind: BlockKind })),
  invitations: z.array(z.object({ survey_id: Id, question: z.string(), invited_at: Instant })),
  notifications: z.array(
    z.object({
      kind: NotificationKind,
      /** Who did it; null for events that nobody causes, such as the end of a survey. */
      nickname: z.string().nullable(),
      /** null if it is about no survey, or about one that is now hidden from them. */
      survey_id: Id.nullable(),
      created_at: Instant,
      read_at: Instant.nullable(),
    }),
  ),
  /** What they reported to the moderators, and when that was decided. */
  reports: z.array(
    z.object({
      kind: TargetKind,
      target_id: Id,
      reason: ReportReason,
      text: z.string(),
      reported_at: Instant,
      decided_at: Instant.nullable(),
    }),
  ),
  /** Decisions of moderators about them or their surveys. */
  decisions: z.array(OwnDecision),
  invitable_by: InvitableBy,
  muted_notifications: z.array(MutableKind),
  /** Surveys for whose end they wait. */
  awaited_ends: z.array(z.object({ survey_id: Id, since: Instant })),
  /** Browsers that are sent push messages, without the keys that these are encrypted with. */
  push_subscriptions: z.array(PushChoices.extend({ service: z.string(), created_at: Instant })),
  /** How often they did what has a daily quota, on the last day on which they did. */
  daily_acts: z.array(z.object({ kind: z.enum(QUOTA_KINDS), day: z.iso.date(), acts: z.int() })),
  /** Accounts at sign-in providers that are linked to this one. */
  identities: z.array(
    z.object({ issuer: z.string(), email: z.string().nullable(), linked_at: Instant }),
  ),
  sessions: z.array(OpenSession.omit({ id: true, is_current: true })),
  /** Links sent to them in the last days, without the secret that a link consists of. */
  mail_links: z.array(
    z.object({
      purpose: MailLinkPurpose,
      email: z.string(),
      sent_at: Instant,
      expires_at: Instant,
      used_at: Instant.nullable(),
    }),
  ),
  /** Networks where they signed in lately, each as a number that reveals no address. */
  known_places: z.array(
    z.object({
      place: z.int(),
      last_signed_in_at: Instant,
      /** Whether a browser there keeps a proof of it. */
      keeps_proof: z.boolean(),
    }),
  ),
  /** The network that they registered from within the last 30 days, as such a number. */
  registration_networks: z.array(z.object({ network: z.int(), registered_at: Instant })),
  /** The factors that are set up, without their secrets. */
  second_factors: Factors.pick({ totp_since: true, recovery_codes_left: true }).extend({
    passkeys: z.array(Passkey.omit({ id: true })),
  }),
});

export const exportAccount = endpoint({
  method: "GET",
  path: "/api/auth/account/my/export",
  summary: "A download of the caller's own records; asks for a proof by `proveOwnership` before",
  auth: "required",
  query: z.object({
    /** Adds what the caller voted for, which somebody could force them to show. */
    choices: z
      .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
      .optional(),
  }),
  answers: { 200: AccountExport },
  errors: PROOF_MISSING,
  limit: "export",
  proof: "fresh",
});
