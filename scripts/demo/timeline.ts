import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { type DemoPerson, MAIN_PEOPLE } from "./people.ts";
import { type Random, seededRandom } from "./random.ts";
import type { DemoSurvey } from "./surveys.ts";

/** The number of people invited to a private survey. */
const INVITED = 17;
/** How long before its publication a survey is uploaded as a draft, which is slow while filling. */
const DRAFT_DAYS = 20;

/** One thing that happened, at an instant in milliseconds since 1970. */
export type DemoEvent = { at: number } & (
  | { kind: "register"; person: DemoPerson }
  | { kind: "follow"; person: DemoPerson; followed: DemoPerson }
  | { kind: "draft"; person: DemoPerson; survey: DemoSurvey; publishedAt: number }
  | { kind: "publish"; person: DemoPerson; survey: DemoSurvey }
  | { kind: "invite"; person: DemoPerson; survey: DemoSurvey; invited: DemoPerson }
  | { kind: "view"; person: DemoPerson | null; survey: DemoSurvey }
  | { kind: "vote"; person: DemoPerson; survey: DemoSurvey; option: number }
  | { kind: "read-notifications"; person: DemoPerson }
);

/** Returns what these people did until `now`, in order of time; the same for the same arguments. */
export function demoTimeline(
  people: DemoPerson[],
  surveys: DemoSurvey[],
  now: number,
): DemoEvent[] {
  const joined = (person: DemoPerson) => now - person.joinedDaysAgo * DAY_MS;
  const events: DemoEvent[] = people.map((person) => ({
    at: joined(person),
    kind: "register",
    person,
  }));
  events.push(...follows(people, joined, now));
  for (const survey of surveys) events.push(...surveyEvents(survey, people, joined, now));
  for (const person of people.slice(0, MAIN_PEOPLE.length)) {
    events.push({ at: now - 0.4 * DAY_MS, kind: "read-notifications", person });
  }
  return events.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
}

function follows(
  people: DemoPerson[],
  joined: (person: DemoPerson) => number,
  now: number,
): DemoEvent[] {
  const random = seededRandom("follows");
  return people.flatMap((person) => {
    const count = Math.round(1 + 36 * person.activity * random.next());
    // Active people have many followers, the others few.
    const candidates = mostActive(people, random, 5).filter((other) => other !== person);
    return candidates.slice(0, count).map((followed) => {
      const start = Math.max(joined(person), joined(followed)) + MINUTE_MS;
      return {
        at: start + (now - start) * random.next() ** 2,
        kind: "follow" as const,
        person,
        followed,
      };
    });
  });
}

/** The events of a survey, from its draft to its last vote. */
function surveyEvents(
  survey: DemoSurvey,
  people: DemoPerson[],
  joined: (person: DemoPerson) => number,
  now: number,
): DemoEvent[] {
  const random = seededRandom(survey.question);
  // A survey that starts in the future was published yesterday.
  const start = now - (survey.daysAgo < 0 ? 1 : survey.daysAgo) * DAY_MS;
  const end =
    survey.lastsDays === undefined ? now : Math.min(now, start + survey.lastsDays * DAY_MS);
  const registered = people.filter((person) => joined(person) < end - HOUR_MS);
  const isPossibleOwner = (person: DemoPerson) =>
    person.activity > 0.55 && joined(person) < start - DAY_MS;
  const owner =
    registered.find(({ nickname }) => nickname === survey.owner) ??
    random.pick(registered.filter(isPossibleOwner));
  const draft = { kind: "draft" as const, person: owner, survey, publishedAt: start };
  if (survey.draft) return [{ at: start, ...draft }];

  const publish = { at: start, kind: "publish" as const, person: owner, survey };
  const others = mostActive(registered, random, 1).filter((person) => person !== owner);
  const isPublic = survey.visibility === undefined;
  const audience = isPublic ? others : mainPeopleFirst(others).slice(0, INVITED);
  const invitations = audience.map((invited, i) => {
    const at = Math.max(start, joined(invited)) + (i + 1) * MINUTE_MS;
    return { at, kind: "invite" as const, person: owner, survey, invited };
  });

  const from = (person: DemoPerson) => Math.max(start, joined(person));
  const visits = surveyVisits(survey, audience, { from, start, end }, random);
  const drafted = Math.max(joined(owner) + MINUTE_MS, start - DRAFT_DAYS * DAY_MS);
  return [{ at: drafted, ...draft }, publish, ...(isPublic ? [] : invitations), ...visits];
}

/** Views and votes of the `audience`, and of visitors where the survey is public. */
function surveyVisits(
  survey: DemoSurvey,
  audience: DemoPerson[],
  { from, start, end }: { from: (person: DemoPerson) => number; start: number; end: number },
  random: Random,
): DemoEvent[] {
  /** Most visits fall on the first days, some much later. */
  const visitTime = (earliest: number) => {
    const first = earliest + HOUR_MS / 2;
    return first + Math.max(0, end - first - MINUTE_MS) * random.next() ** 2.4;
  };
  const isPublic = survey.visibility === undefined;
  // Main people skip most surveys, so that people who try the demo can still vote there.
  const crowd = audience.filter((person) => !isMainPerson(person) || random.next() < 0.25);
  const voters = Math.round(crowd.length * survey.reach);
  const onlyViewers = isPublic ? Math.round(voters * 0.3) : 0;
  const weights = survey.options.map(([, , weight]) => weight);
  const visits = crowd.slice(0, voters + onlyViewers).flatMap((person, i): DemoEvent[] => {
    const at = visitTime(from(person));
    const view = { at, kind: "view" as const, person, survey };
    if (i >= voters) return [view];
    const option = weightedIndex(weights, random.next());
    return [view, { at: at + 1000, kind: "vote", person, survey, option }];
  });
  const visitors = isPublic ? Math.round(voters * random.between(0.6, 2.2)) : 0;
  const visitorViews = Array.from({ length: visitors }, () => {
    return { at: visitTime(start), kind: "view" as const, person: null, survey };
  });
  return [...visits, ...visitorViews];
}

const isMainPerson = ({ nickname }: DemoPerson) =>
  MAIN_PEOPLE.some((main) => main.nickname === nickname);

const mainPeopleFirst = (people: DemoPerson[]) => [
  ...people.filter(isMainPerson),
  ...people.filter((person) => !isMainPerson(person)),
];

/** Returns everybody in random order; active people tend to come first, more so the larger `pull` is. */
function mostActive(people: DemoPerson[], random: Random, pull: number): DemoPerson[] {
  return people
    .map((person) => ({ person, rank: random.next() ** (1 / (0.04 + person.activity ** pull)) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ person }) => person);
}

/** The index at which the running sum of `weights` passes `share` (0 to 1) of their total. */
function weightedIndex(weights: number[], share: number): number {
  const target = share * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const index = weights.findIndex((weight) => {
    sum += weight;
    return target < sum;
  });
  return Math.max(0, index);
}
