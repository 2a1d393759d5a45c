import type { SeededPerson } from "#testing/fill-instance.ts";
import { CITY, COMMON_WORD, rareWord } from "#testing/fill-words.ts";
import type { Caller } from "./caller.ts";

/** Makes a call in the `round`th round; returns whether it counts as measured. */
type Call = (caller: Caller, round: number) => Promise<boolean>;

/** Different white space in each round, so that no answer comes from a cache. */
const blank = (round: number) =>
  round.toString(2).padStart(20, "0").replaceAll("0", " ").replaceAll("1", "\t");

const list =
  (query: Record<string, string>, q = ""): Call =>
  async (caller, round) => {
    const cursor = query.cursor && caller.cursors[query.cursor];
    const params = new URLSearchParams({ ...query, q: q + blank(round) });
    if (cursor) params.set("cursor", cursor);
    return caller.ask("GET", `/api/surveys?${params}`, null, 200);
  };

const signedIn =
  (path: (person: SeededPerson, round: number) => string): Call =>
  async (caller, round) => {
    const person = caller.person(round);
    return caller.ask("GET", path(person, round), person, 200);
  };

/** In no survey together, so that all ways to match are tried. */
const MANY_WORDS = "kahve çay kitap deniz dağ sabah akşam yemek müzik film oyun spor";
const MANY_BEGINNINGS = "kah çay kit den dağ sab akş yem müz fil oyu spo";

/** A public survey without an end and with visible results, in an instance filled by `fillInstance`. */
const openSurvey = (size: number, round: number): number => {
  const ids = Math.floor(size / 60);
  return ((round * 7919) % ids) * 60 + 12;
};

/** Requests another survey each round, in equal numbers at every size, so that none is cached. */
const anotherSurvey =
  (path: string, signedIn: boolean): Call =>
  async (caller, round) => {
    const id = Math.floor((round * caller.size) / 100_000) * 100 + (round % 100);
    const isOpen = id % 20 >= 3 && id % 50 !== 7 && id % 4 !== 1;
    if (!isOpen || round >= 1000) return false;
    const who = signedIn ? caller.person(round) : null;
    return caller.ask("GET", `/api/auth/surveys/${id}${path}`, who, 200);
  };

export const CALLS: Record<string, Call> = {
  "list new": list({}),
  "list popular": list({ order: "popular" }),
  "list ending": list({ order: "ending" }),
  "list new, one category": list({ category_id: "3" }),
  "list new, tests": list({ type: "TEST" }),
  "list popular, one category": list({ order: "popular", category_id: "3" }),
  "list ending, tests of one category": list({ order: "ending", type: "TEST", category_id: "3" }),
  "list new, deep": list({ cursor: "new" }),
  "list popular, deep": list({ order: "popular", cursor: "popular" }),
  "list ending, deep": list({ order: "ending", cursor: "ending" }),
  "search common word": list({}, COMMON_WORD),
  "search rare word": list({}, rareWord(12)),
  "search absent word": list({}, "xylofon"),
  "search two words": list({}, `${COMMON_WORD} kahve`),
  "search two seldom words": list({}, "müzede göller"),
  "search DIYARBAKIR": list({}, CITY.toUpperCase()),
  "search two letters": list({}, "ka"),
  "words, twelve ordinary": list({}, MANY_WORDS),
  "words, their beginnings": list({}, MANY_BEGINNINGS),
  "words, thirty letters": list({}, [..."abcdefghijklmnopqrstuvwxyz"].join(" ")),
  "words, three misspelt": list({}, "kahvw kitqp denjz"),
  "search two seldom words, popular": list({ order: "popular" }, "müzede göller"),
  "search common word, popular": list({ order: "popular" }, COMMON_WORD),
  "search DIYARBAKIR, popular": list({ order: "popular" }, CITY.toUpperCase()),
  "search DIYARBAKIR, ending": list({ order: "ending" }, CITY.toUpperCase()),
  feed: signedIn(() => "/api/auth/feed?tab=you"),
  "feed, new": signedIn(() => "/api/auth/feed?tab=new"),
  "feed, ending": signedIn(() => "/api/auth/feed?tab=ending"),
  detail: anotherSurvey("", true),
  results: anotherSurvey("/responses/result", false),
  profile: (caller, round) =>
    caller.ask("GET", `/api/users/kisi_${1 + ((round * 31) % caller.size)}`, null, 200),
  "profile's surveys": (caller, round) =>
    caller.ask("GET", `/api/users/kisi_${1 + ((round * 7) % 100)}/surveys?limit=24`, null, 200),
  followers: signedIn(({ id }) => `/api/users/kisi_${id}/followers?limit=24`),
  "own surveys": signedIn(() => "/api/auth/my/surveys"),
  "unread count": signedIn(() => "/api/auth/account/notifications/unread-count"),
  vote: async (caller, round) => {
    const survey = openSurvey(caller.size, round);
    const voter = caller.person(round * 7);
    const option = survey * 4 + 1;
    const body = { survey_id: survey, survey_option_id: option };
    const counts = await caller.ask("POST", "/api/auth/surveys/responses", voter, 201, body);
    if (counts) caller.votes.push({ survey_id: survey, user_id: voter.id, option_id: option });
    return counts;
  },
  follow: (caller, round) => {
    const follower = caller.person(round);
    // Never the follower: that would take a whole round past all people.
    const followed = 1 + ((follower.id + 17 + (round % (caller.size - 100))) % caller.size);
    return caller.ask("PUT", `/api/auth/account/followings/${followed}`, follower, 200);
  },
};
