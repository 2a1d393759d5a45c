import { type CastKind, PLAIN } from "#contract/ballots/ballots.ts";
import { OPTION_COUNT } from "#contract/limits.ts";
import type {
  ResultVisibility,
  SurveyType,
  Visibility,
  Voters,
} from "#contract/shapes/survey-shapes.ts";
import { TILE_COLORS } from "#contract/tiles.ts";
import { dayOf, today } from "#web/features/surveys/schedule.ts";

/**
 * A photograph, whose file is in `draft-storage.ts`, or a tile: the title on the colour with this
 * index (R84).
 */
export type Picture = { kind: "photo"; id: string } | { kind: "tile"; color: number };

export interface DraftOption {
  id: string;
  content: string;
  image: Picture | null;
  /** What the end of a test of types says of it. */
  typeText: string;
}

export interface DraftQuizOption {
  id: string;
  content: string;
  right: boolean;
  /** The id of the option, a type, that it adds to in a test of types. */
  type: string | null;
}

/** A question of a test; a draft without any is a survey of one question. */
export interface DraftQuestion {
  id: string;
  content: string;
  explanation: string;
  image: Picture | null;
  /** Of the explanation. */
  explanationImage: Picture | null;
  options: DraftQuizOption[];
}

/** 0 type, 1 main information, 2 theme, 3 options (R135). */
export type Section = 0 | 1 | 2 | 3;

/** What the server has received: the survey's id, and fingerprints of the completed calls. */
export interface Sent {
  surveyId: number | null;
  survey: string;
  options: string;
}

export interface Draft {
  /** UUID of the draft: sending it again continues the survey instead of creating another (R49). */
  key: string;
  section: Section;
  /** The furthest section opened so far. */
  reached: Section;
  type: SurveyType;
  question: string;
  categoryId: number | null;
  description: string;
  /** A moment as in `schedule.ts`. */
  start: string;
  /** A moment as in `schedule.ts`; "" while nothing is chosen, null for "Süresiz". */
  end: string | null;
  visibility: Visibility;
  resultVisibility: ResultVisibility;
  /** Kept, but not sent, where `offersInstantResults` is false. */
  instantResults: boolean;
  /** Whether each person sees the options in another order; kept, but not sent, for two. */
  shufflesOptions: boolean;
  /** Whether votes may be changed and withdrawn until the end. */
  votesMayChange: boolean;
  /** Whether people may say "Fikrim yok". */
  allowsNoOpinion: boolean;
  /** Whether only adults may see it and vote. */
  adultsOnly: boolean;
  ballot: CastKind;
  /** Limited to the number of options by `choiceLimits`. */
  minChoices: number;
  /** null for all options. */
  maxChoices: number | null;
  /** null for the site's default. */
  voters: Voters | null;
  askedBy: string;
  paidBy: string;
  image: Picture | null;
  theme: 1 | 2;
  options: DraftOption[];
  /** Of a test with questions; none otherwise. */
  questions: DraftQuestion[];
  /** Whether questions have right options, or options that add to types: the draft's options. */
  scoring: "right" | "types";
  sent: Sent;
  /** When fields and options were last changed, as `merge-drafts.ts` names them. */
  edited: Readonly<Record<string, number>>;
}

export const NOTHING_SENT: Sent = { surveyId: null, survey: "", options: "" };

export function newDraft(now: number): Draft {
  return {
    key: newId(),
    section: 0,
    reached: 0,
    type: "SURVEY",
    question: "",
    categoryId: null,
    description: "",
    start: today(now),
    end: "",
    visibility: "private",
    resultVisibility: "before",
    instantResults: false,
    shufflesOptions: true,
    votesMayChange: false,
    allowsNoOpinion: false,
    adultsOnly: false,
    ballot: PLAIN,
    minChoices: 1,
    maxChoices: null,
    voters: null,
    askedBy: "",
    paidBy: "",
    image: null,
    theme: 1,
    options: Array.from({ length: OPTION_COUNT.default }, newOption),
    questions: [],
    scoring: "right",
    sent: NOTHING_SENT,
    edited: {},
  };
}

export const newOption = (): DraftOption => ({
  ...{ id: newId(), content: "", image: null, typeText: "" },
});

export function openSection(draft: Draft, section: Section): Draft {
  return { ...draft, section, reached: section > draft.reached ? section : draft.reached };
}

/** Moves a start that has passed since it was chosen to today. */
export function moveStartToToday(draft: Draft, now: number): Draft {
  const day = dayOf(draft.start);
  return day === "" || day >= today(now) ? draft : { ...draft, start: today(now) };
}

/** Returns the same draft when it has the maximum of options. */
export function addOption(draft: Draft): Draft {
  if (draft.options.length >= OPTION_COUNT.max) return draft;
  return { ...draft, options: [...draft.options, newOption()] };
}

/** Returns the same draft when it has the minimum of options. */
export function removeOption(draft: Draft, id: string): Draft {
  if (draft.options.length <= OPTION_COUNT.min) return draft;
  return { ...draft, options: draft.options.filter((option) => option.id !== id) };
}

export function editOption(draft: Draft, id: string, changes: Partial<DraftOption>): Draft {
  const options = draft.options.map((option) =>
    option.id === id ? { ...option, ...changes } : option,
  );
  return { ...draft, options };
}

/** Gives an option a tile, or its tile another colour, preferably one that is not in use. */
export function assignTile(draft: Draft, id: string): Draft {
  const colorOf = ({ image }: DraftOption) => (image?.kind === "tile" ? image.color : -1);
  const taken = draft.options.filter((one) => one.id !== id).map(colorOf);
  const option = draft.options.find((one) => one.id === id);
  const own = option ? colorOf(option) : -1;
  const others = TILE_COLORS.map((_, i) => (own + 1 + i) % TILE_COLORS.length).filter(
    (other) => other !== own,
  );
  const color = others.find((other) => !taken.includes(other)) ?? others[0] ?? 0;
  return editOption(draft, id, { image: { kind: "tile", color } });
}

export function assignMissingTiles(draft: Draft): Draft {
  return draft.options
    .filter(({ image }) => image === null)
    .reduce((filled, { id }) => assignTile(filled, id), draft);
}

export const picturesOf = (draft: Draft): Picture[] =>
  [
    draft.image,
    ...[...draft.options, ...draft.questions].map(({ image }) => image),
    ...draft.questions.map(({ explanationImage }) => explanationImage),
  ].filter((image) => image !== null);

/** The draft without the pictures for which `keep` is false. */
export function filterPictures(draft: Draft, keep: (picture: Picture) => boolean): Draft {
  const filter = (picture: Picture | null) => (picture && keep(picture) ? picture : null);
  const options = draft.options.map((option) => ({ ...option, image: filter(option.image) }));
  const questions = draft.questions.map((one) => ({
    ...{ ...one, image: filter(one.image), explanationImage: filter(one.explanationImage) },
  }));
  return { ...draft, image: filter(draft.image), options, questions };
}

/** Whether the draft contains no input that would be lost with it. */
export function isUntouched(draft: Draft): boolean {
  const { type, question, description, image, categoryId, options, reached } = draft;
  const isNew = reached === 0 && type === "SURVEY" && !question && !description && !categoryId;
  return isNew && !image && options.every((option) => !option.content && !option.image);
}

/** A UUID, even over plain HTTP, where browsers have no `crypto.randomUUID`. */
export function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = [...globalThis.crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
