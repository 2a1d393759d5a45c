import { DAY_S, HOUR_S, MINUTE_S } from "#contract/durations.ts";

/** Every number that browser and server must agree on (R156). */

// Surveys and options
export const OPTION_COUNT = { default: 2, min: 2, max: 20 } as const;
export const QUESTION_LENGTH = { min: 3, max: 200 } as const;
export const DESCRIPTION_MAX = 2000;
/** Of who asked for a survey, and of who paid for it. */
export const SPONSOR_MAX = 100;
/** The pattern of an invitation link's code. */
export const INVITATION_CODE = /^[\w-]{1,64}$/;
export const OPTION_CONTENT_LENGTH = { min: 1, max: 100 } as const;
export const DRAFT_LIFETIME_DAYS = 7;
export const NOTIFICATION_LIFETIME_DAYS = 180;
/** Most surveys for whose end a person can wait at the same time. */
export const AWAITED_ENDS_MAX = 100;

// Tests with questions (R591)
export const QUIZ_QUESTIONS_MAX = 30;
export const QUIZ_OPTION_COUNT = { min: 2, max: 8 } as const;
export const EXPLANATION_MAX = 1000;
/** With fewer attempts nobody sees how others did. */
export const SCORES_FROM_ATTEMPTS = 10;

// Results of private surveys, counting votes of established accounts (R206, R451)
/** With fewer votes nobody sees results before the end. */
export const SHOWN_FROM_VOTES = 10;
/** Shown results change by at least this many votes; at the end, so many are enough. */
export const SHOWN_STEP_VOTES = 5;
/** Younger accounts are not established. */
export const ESTABLISHED_DAYS = 30;

/** Surveys that ended with fewer votes are not sealed. */
export const SEALED_FROM_VOTES = 10;

// Images (R86)
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 40_000_000;
export const IMAGE_MAX_SIDE = 16_000;
/** Of a stored picture; encoding a taller one takes as long as decoding may (R222). */
export const IMAGE_STORED_HEIGHT_MAX = 5000;
export const IMAGE_TYPES = ["image/jpeg", "image/png"] as const;
/** Widths that every stored image is served in, in pixels; the last one is `image_path` itself. */
export const IMAGE_WIDTHS = [320, 640, 800, 1280] as const;
/** The image of link previews: a JPEG beside those widths, since not every reader knows WebP. */
export const LINK_PREVIEW = { name: "og.jpg", width: 1200, height: 630 } as const;
/** Pictures that the server draws, for links, for posting and for stories (R284, R531). */
export const SURVEY_PICTURES = {
  link: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const;
export type PictureShape = keyof typeof SURVEY_PICTURES;
/** The browser shrinks a photograph to this longer side, in pixels, before it uploads it. */
export const UPLOAD_MAX_SIDE = 2560;

// People
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;
export const NICKNAME_LENGTH = { min: 3, max: 30 } as const;
export const NAME_LENGTH = { min: 1, max: 50 } as const;
export const FULL_NAME_MAX = 101;
export const EMAIL_MAX = 254;
export const BIOGRAPHY_MAX = 500;
/** How many years of birth forms list; older ones down to the first are opened (R32). */
export const BIRTH_YEARS = 70;
export const FIRST_BIRTH_YEAR = 1900;
/** Most people whom one can have blocked or muted. */
export const BLOCKS_MAX = 1000;
export const SESSION_HOURS = 24;
export const REMEMBERED_SESSION_DAYS = 30;

// Moderation
export const REPORT_TEXT_MAX = 500;
/** Of what a moderator writes about a decision. */
export const WORDS_LENGTH = { min: 10, max: 500 } as const;
/** Of what a court or an authority asks. */
export const LEGAL_REFERENCE_MAX = 100;
export const LEGAL_TARGET_MAX = 500;
export const LEGAL_TEXT_MAX = 5000;
/** For how long the copy of what a legal request is about is kept after the answer. */
export const LEGAL_COPIES_KEPT_DAYS = 730;
/** Of a quiet period's title, which visitors read. */
export const QUIET_TITLE_LENGTH = { min: 3, max: 60 } as const;
/** Of a form on the word list, and how many are added or removed at once. */
export const REVIEW_WORD_LENGTH = { min: 2, max: 40 } as const;
export const REVIEW_WORDS_AT_ONCE = 300;
export const OBJECTION_LENGTH = { min: 10, max: 1000 } as const;
export const SUSPENSION_DAYS_MAX = 365;
/** Accounts that are suspended together, and surveys that are hidden with them. */
export const SUSPENDED_TOGETHER_MAX = 50;
export const SURVEYS_HIDDEN_TOGETHER_MAX = 50;
/** For how long reports of a target may be left out of the queue. */
export const MUTE_DAYS_MAX = 365;
/** How many people a link by which people register may let in, and for how many days. */
export const REGISTRATION_LINK_USES_MAX = 100_000;
export const REGISTRATION_LINK_DAYS_MAX = 365;
/** For how long people may object to a decision. */
export const OBJECTION_DAYS = 30;

// Lists (R91)
export const PAGE_SIZE = { default: 24, max: 100 } as const;
/** Surveys per page in the browser: a phone shows two, and each must be rendered and hydrated. */
export const CARDS_AT_ONCE = 12;
/** Questions per page of the feed, which shows one at a time. */
export const QUESTIONS_AT_ONCE = 5;
export const SEARCH_MAX = 100;
/** Most surveys in one stream of results. */
export const WATCHED_MAX = 8;
/** Most surveys that a person may skip when asking for the next one. */
export const SKIPPED_MAX = 100;

// Time on screen, in milliseconds
export const TOAST_SHORT_MS = 3000;
export const TOAST_LONG_MS = 5000;
export const REGISTER_REDIRECT_MS = 3500;
export const SLOGAN_ROTATION_MS = 3000;
export const RESULTS_REFRESH_AFTER_MOUNT_MS = 5000;
export const RESULTS_REFRESH_AFTER_VOTE_MS = 7000;
/** Results are live after this time, so that people who only pass by open no stream. */
export const LIVE_AFTER_MS = 2000;

// Shapes on screen, in pixels
export const HEADER_HIDE_SCROLL_PX = 96;
export const CAROUSEL = {
  narrowUnderPx: 640,
  narrow: { cardWidthPx: 310, perSlide: 1 },
  wide: { cardWidthPx: 440, perSlide: 3 },
} as const;

export const TIME_ZONE = "Europe/Istanbul";

/**
 * How often one account may call, or one address if nobody is signed in (IPv6: one /64);
 * `perSeconds` is the window. Limits beyond one address are in `server/http/limits/rate-limits.ts`.
 */
export const RATE_LIMITS = {
  login: { max: 30, perSeconds: 5 * MINUTE_S },
  /** Failed logins of one e-mail from one address. */
  failedLogin: { max: 10, perSeconds: 15 * MINUTE_S },
  /** Failed logins of one e-mail from all addresses. */
  failedLoginInAll: { max: 20, perSeconds: 15 * MINUTE_S },
  /** After that, the rate for all addresses together where its owner is not known. */
  failedLoginElsewhere: { max: 1, perSeconds: MINUTE_S },
  /** Wrong second-factor codes of an account, from a known browser or from all others together. */
  wrongCode: { max: 10, perSeconds: HOUR_S },
  /** The rate after that, so that nobody locks its owner out for good. */
  wrongCodeSlow: { max: 1, perSeconds: 10 * MINUTE_S },
  /** Wrong codes for a mailbox from letters that sign in; their links stay usable. */
  wrongMailCode: { max: 5, perSeconds: 10 * MINUTE_S },
  wrongMailCodeADay: { max: 20, perSeconds: DAY_S },
  /** From one network, for whatever mailboxes. */
  wrongMailCodeFrom: { max: 30, perSeconds: HOUR_S },
  /** Options for passkeys, which a login page requests when it opens. */
  passkey: { max: 60, perSeconds: 5 * MINUTE_S },
  register: { max: 20, perSeconds: HOUR_S },
  /** Requests for a new password. */
  forgot: { max: 20, perSeconds: HOUR_S },
  /** Letters that a caller causes, of all kinds, on all servers. */
  letter: { max: 300, perSeconds: HOUR_S },
  /** Opening a link from a mail. */
  mailLink: { max: 60, perSeconds: 5 * MINUTE_S },
  /** Registrations with a proof of work; in `register` they count for all addresses only. */
  provenRegister: { max: 250, perSeconds: HOUR_S },
  challenge: { max: 300, perSeconds: MINUTE_S },
  /** Signing in with a provider, which takes two calls. */
  provider: { max: 60, perSeconds: 5 * MINUTE_S },
  nickname: { max: 60, perSeconds: MINUTE_S },
  vote: { max: 120, perSeconds: MINUTE_S },
  publish: { max: 120, perSeconds: HOUR_S },
  write: { max: 300, perSeconds: MINUTE_S },
  export: { max: 10, perSeconds: HOUR_S },
  /** Saving results as a file. */
  reportFile: { max: 60, perSeconds: MINUTE_S },
  search: { max: 300, perSeconds: MINUTE_S },
  /** Reads of different surveys and people; one that does not exist counts as ten. */
  read: { max: 600, perSeconds: MINUTE_S },
} as const;
/** How many reads a read of something that does not exist counts as. */
export const MISSED_READ_COST = 10;
/**
 * Letters to one mailbox that no signed-in owner of it asked for; beyond that each needs a proof of
 * work.
 */
export const UNASKED_LETTERS = [
  { max: 5, perSeconds: HOUR_S },
  { max: 10, perSeconds: DAY_S },
] as const;
/** Letters to the owner of an account about each kind of what happens to it. */
export const LETTERS_TO_OWNER = { max: 30, perSeconds: HOUR_S } as const;
/** How often one account may request the link that verifies its address. */
export const VERIFICATION_MAILS = { max: 5, perSeconds: HOUR_S } as const;
/** Most accounts for which a browser can prove that the owner has signed in there. */
export const KNOWN_BROWSERS_MAX = 5;
/** How long a login waits for its second step, and a browser for a passkey. */
export const SECOND_STEP_MINUTES = 5;
/** How long a person who has proved to own an account need not prove it again. */
export const PROOF_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Of a code that is sent by mail to sign in. */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
/** Wrong entries after which a code no longer works. */
export const CODE_TRIES = 5;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 50;
/** How long an address stays known for an account after the owner's last sign-in there. */
export const KNOWN_PLACE_DAYS = 90;
/** How long the network is kept that an account registered from. */
export const REGISTRATION_NETWORK_DAYS = 30;

/** After `free` of them, each needs a proof of work: a unit, and one more per further `step`. */
export interface ChallengedFrom {
  free: number;
  step: number;
}
/**
 * Registrations, failed logins, resets and other letters of one address (IPv6: one /64), and of one
 * mailbox, which `UNASKED_LETTERS` count too.
 */
export const CHALLENGED_FROM = {
  register: { network: { free: 10, step: 25 }, mailbox: null, perSeconds: HOUR_S },
  login: {
    network: { free: 30, step: 30 },
    mailbox: { free: 11, step: 5 },
    perSeconds: 15 * MINUTE_S,
  },
  reset: { network: { free: 5, step: 5 }, mailbox: { free: 3, step: 2 }, perSeconds: HOUR_S },
  letter: { network: { free: 30, step: 10 }, mailbox: null, perSeconds: HOUR_S },
} as const;
/** Letters beyond `UNASKED_LETTERS` for each further unit of work. */
export const LETTER_STEP = 2;
/** Factors by which more are free from the networks around an address (IPv4 /24; IPv6 /56, /48). */
export const CHALLENGED_NETWORKS = { ipv4: [1, 4], ipv6: [1, 2, 3] } as const;
export const CHALLENGE_LIFETIME_SECONDS = 20 * MINUTE_S;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Account ages in days at which the first, second or third value of each daily quota applies. */
export const QUOTA_AGES_DAYS = [0, 7, 30] as const;
/** Actions that notify others or are shown to them, per account and day in Türkiye (R226). */
export const DAILY_QUOTAS = {
  follow: [50, 100, 200],
  invitation: [40, 100, 200],
  publication: [20, 50, 100],
  report: [20, 40, 60],
} as const;

export type QuotaKind = keyof typeof DAILY_QUOTAS;
export const QUOTA_KINDS = Object.keys(DAILY_QUOTAS) as QuotaKind[];
