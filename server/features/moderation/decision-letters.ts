import type { DecisionAct, ReportReason, TargetKind } from "#contract/endpoints/moderation.ts";
import { OBJECTION_DAYS } from "#contract/limits.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { operatorWords, type Words, words } from "#server/mail/words.ts";
import { personOf } from "./decisions.reads.ts";

// Letters to people about whom something was decided. They hold none of the texts that were
// reported, nor what staff wrote about them, and name nobody (R404, R630).

/** What letters are sent with. */
export type Post = Pick<AppContext, "mail" | "letterLimits">;

/** The same, once the letter is counted. */
export interface PaidPost {
  mail: Post["mail"];
  postage: Postage;
}

/** For a letter about a case, decision or person; undefined where none is sent, or nobody is concerned. */
export async function postageFor(
  db: Database,
  { mail, letterLimits }: Post,
  which: { caseId: number } | { decisionId: number } | { personId: number },
): Promise<PaidPost | undefined> {
  if (!mail.on) return undefined;
  const personId = "personId" in which ? which.personId : await personOf(db, which);
  return personId === undefined
    ? undefined
    : { mail, postage: await letterLimits.ofStaff(personId) };
}

/** A letter that needs the addresses of pages. */
type Linked = (linkTo: Post["mail"]["linkTo"]) => Letter;

export async function sendLetter(
  tx: Transaction,
  paid: PaidPost | undefined,
  userId: number,
  letter: Linked,
): Promise<void> {
  if (!paid) return;
  const recipient = await findRecipient(tx, userId);
  await paid.mail.queue(tx, recipient, letter(paid.mail.linkTo), paid.postage);
}

interface Target {
  kind: TargetKind;
  id: number;
}

interface Decided {
  target: Target;
  acts: readonly DecisionAct[];
  reason: ReportReason;
  /** Of a suspension; undefined for one for good. */
  days: number | undefined;
  /** Whether the decision answers objections to earlier ones, which stand. */
  answered: boolean;
  /** Whether it is about a survey that was never published. */
  isNew: boolean;
}

/** What was decided, by which rule, and how to object. */
export const decisionLetter =
  ({ target, acts, reason, days, answered, isNew }: Decided): Linked =>
  (linkTo) => ({
    kind: "decision",
    subject: words`Hakkınızda bir karar verildi`,
    paragraphs: [
      words`Topluluk Kuralları gereği ${about(target)} bir karar verildi.`,
      ...acts.map((act) =>
        act === "hide" && isNew ? NOT_PUBLISHED : HAPPENED[act](target.kind, days),
      ),
      words`Neden: ${operatorWords(REASONS[reason])}. Gerekçesini bildirimlerinizdeki kararda okuyabilirsiniz.`,
      ...(answered ? [words`Önceki itirazınız da incelendi; o karar değişmedi.`] : []),
      words`Karara ${OBJECTION_DAYS} gün içinde bir kez itiraz edebilirsiniz. İtiraza, varsa kararı vermeyen başka bir yetkili bakar.`,
    ],
    action: decisionsLink(linkTo, words`Kararı Gör, İtiraz Et`),
    notes: notesOn(target, linkTo),
  });

interface DecidedTogether extends Pick<Decided, "reason" | "days" | "answered"> {
  /** How many surveys were hidden. */
  surveys: number;
  /** Whether the account was suspended too. */
  suspends: boolean;
}

/** One letter about several surveys that were hidden, and about the suspension with them. */
export const togetherLetter =
  ({ surveys, suspends, days, reason, answered }: DecidedTogether): Linked =>
  (linkTo) => ({
    kind: "decision",
    subject: words`Hakkınızda kararlar verildi`,
    paragraphs: [
      words`Topluluk Kuralları gereği ${suspends ? words`profilinizle ve anketlerinizle` : words`anketlerinizle`} ilgili kararlar verildi.`,
      ...(suspends ? [HAPPENED.suspend("person", days)] : []),
      surveys === 1
        ? HAPPENED.hide("survey", undefined)
        : words`${surveys} anketiniz yayından kaldırıldı: Onları sizden başka yalnızca yetkililer görür; oy alamazlar. Oyları duruyor.`,
      words`Neden: ${operatorWords(REASONS[reason])}. Gerekçesini bildirimlerinizdeki kararlarda okuyabilirsiniz.`,
      ...(answered ? [words`Önceki itirazınız da incelendi; o karar değişmedi.`] : []),
      words`Her karara ${OBJECTION_DAYS} gün içinde bir kez itiraz edebilirsiniz. İtiraza, varsa kararı vermeyen başka bir yetkili bakar.`,
    ],
    action: decisionsLink(linkTo, words`Kararları Gör, İtiraz Et`),
    notes: [words`Topluluk Kuralları: ${linkTo(words`/rules`)}`],
  });

interface Undone {
  target: Target;
  act: DecisionAct;
  isObjectedTo: boolean;
  /** Whether what the act did stays. */
  stays: boolean;
}

export const undoneLetter =
  ({ target, act, isObjectedTo, stays }: Undone): Linked =>
  (linkTo) => ({
    kind: "decision-undone",
    subject: words`Hakkınızdaki bir karar geri alındı`,
    paragraphs: [
      isObjectedTo
        ? words`İtirazınız haklı bulundu: ${about(target)} verilen bir karar geri alındı.`
        : words`Yeniden inceledik: ${about(target)} verilen bir karar geri alındı.`,
      words`Geri alınan karar: ${NAMES[act]}.`,
      ...(stays ? [act === "close" ? STAYS_CLOSED : STAYS_DELETED] : []),
    ],
    action: decisionsLink(linkTo, words`Kararı Gör`),
    notes: notesOn(target, linkTo),
  });

/** An objection was answered, and its decision stands. */
export const answeredLetter =
  (target: Target): Linked =>
  (linkTo) => ({
    kind: "objection-answered",
    subject: words`İtirazınız incelendi`,
    paragraphs: [
      words`${capitalAbout(target)} verilen karara itirazınız incelendi; karar değişmedi.`,
    ],
    action: decisionsLink(linkTo, words`Kararı Gör`),
    notes: notesOn(target, linkTo),
  });

/** Staff looked at a survey that waited for it, and everybody whom it is for sees it now. */
export const reviewedLetter =
  ({ id }: Target): Linked =>
  (linkTo) => ({
    kind: "review-passed",
    subject: words`Anketiniz incelendi`,
    paragraphs: [words`İnceleme bekleyen anketiniz Topluluk Kurallarına uygun bulundu ve yayında.`],
    action: { label: words`Anketi Gör`, url: linkTo(words`/surveys/${id}`) },
    notes: [words`Topluluk Kuralları: ${linkTo(words`/rules`)}`],
  });

const NOT_PUBLISHED = words`Anketiniz incelendi ve yayınlanmadı: Onu sizden başka yalnızca yetkililer görür ve oy alamaz.`;
const STAYS_CLOSED = words`Anket yeniden açılamadı, kapalı kaldı; oyları duruyor.`;
const STAYS_DELETED = words`Kaldırılan resim ${OBJECTION_DAYS} gün geçtiği için silinmişti; yerine konamadı.`;

const about = ({ kind }: Target) =>
  kind === "survey" ? words`anketinizle ilgili` : words`profilinizle ilgili`;
const capitalAbout = ({ kind }: Target) =>
  kind === "survey" ? words`Anketinizle ilgili` : words`Profilinizle ilgili`;

const decisionsLink = (linkTo: Post["mail"]["linkTo"], label: Words) => ({
  label,
  url: linkTo(words`/notifications#kararlar`),
});

const notesOn = ({ kind, id }: Target, linkTo: Post["mail"]["linkTo"]): Words[] => [
  ...(kind === "survey" ? [words`Anket: ${linkTo(words`/surveys/${id}`)}`] : []),
  words`Topluluk Kuralları: ${linkTo(words`/rules`)}`,
];

const HAPPENED: Record<DecisionAct, (kind: TargetKind, days: number | undefined) => Words> = {
  unlist: () =>
    words`Anketiniz listelerden çıkarıldı: Listelerde, aramada ve profilinizde görünmez. Bağlantısı olanlar görmeye ve oy vermeye devam eder.`,
  age_limit: () =>
    words`Anketinize 18 yaş sınırı kondu: Onu sizden başka yalnızca yetkililer ile 18 yaş ve üstü hesaplar görür. Listelerde, aramada ve profilinizde görünmez; oyları duruyor.`,
  hide: () =>
    words`Anketiniz yayından kaldırıldı: Onu sizden başka yalnızca yetkililer görür ve oy alamaz. Oyları duruyor.`,
  remove_picture: (kind) =>
    kind === "survey"
      ? words`Anketinizdeki resim kaldırıldı. Anketiniz ve oyları duruyor.`
      : words`Profil resminiz kaldırıldı.`,
  close: () => words`Anketiniz kapatıldı: Artık oy alamaz. Oyları duruyor.`,
  warn: (kind) =>
    kind === "survey"
      ? words`Anketiniz için uyarı aldınız.`
      : words`Profiliniz için uyarı aldınız.`,
  suspend: (_, days) =>
    words`Hesabınız ${days === undefined ? words`süresiz olarak` : words`${days} gün`} askıya alındı. Giriş yapabilir, verilerinizi indirebilir, itiraz edebilir ve hesabınızı silebilirsiniz; başka bir şey yapamazsınız.`,
};

const NAMES: Record<DecisionAct, Words> = {
  unlist: words`listelerden çıkarma`,
  age_limit: words`18 yaş sınırı`,
  hide: words`yayından kaldırma`,
  remove_picture: words`resim kaldırma`,
  close: words`kapatma`,
  warn: words`uyarı`,
  suspend: words`askıya alma`,
};
