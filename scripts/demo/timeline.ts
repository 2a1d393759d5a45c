import { seededRandom } from "./artwork/random.ts";
import { type DemoPerson, HOSTS } from "./people.ts";
import type { DemoSurvey } from "./surveys.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How many are asked to a private survey. */
const INVITED = 17;

/** One thing that happened, at an instant in milliseconds since 1970. */
export type DemoEvent = { at: number } & (
  | { act: "join"; person: DemoPerson }
  | { act: "follow"; person: DemoPerson; followed: DemoPerson }
  | { act: "publish"; person: DemoPerson; survey: DemoSurvey }
  | { act: "invite"; person: DemoPerson; survey: DemoSurvey; invited: DemoPerson }
  | { act: "look"; person: DemoPerson | null; survey: DemoSurvey }
  | { act: "vote"; person: DemoPerson; survey: DemoSurvey; option: number }
  | { act: "catch-up"; person: DemoPerson }
);

/** Everything that these people did until `now`, in order; the same for the same arguments. */
export function demoTimeline(
  people: DemoPerson[],
  surveys: DemoSurvey[],
  now: number,
): DemoEvent[] {
  const joined = (person: DemoPerson) => now - person.joinedDaysAgo * DAY;
  const events: DemoEvent[] = people.map((person) => ({ at: joined(person), act: "join", person }));
  events.push(...follows(people, joined, now));
  for (const survey of surveys) events.push(...lifeOf(survey, people, joined, now));
  for (const person of people.slice(0, HOSTS.length)) {
    events.push({ at: now - 0.4 * DAY, act: "catch-up", person });
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
    const wanted = Math.round(1 + 36 * person.liveliness * random.next());
    // Known people are found by many, the others by few.
    const found = liveliest(people, random, 5).filter((other) => other !== person);
    return found.slice(0, wanted).map((followed) => {
      const start = Math.max(joined(person), joined(followed)) + MINUTE;
      return {
        at: start + (now - start) * random.next() ** 2,
        act: "follow" as const,
        person,
        followed,
      };
    });
  });
}

/** From publishing to the last vote. */
function lifeOf(
  survey: DemoSurvey,
  everybody: DemoPerson[],
  joined: (person: DemoPerson) => number,
  now: number,
): DemoEvent[] {
  const random = seededRandom(survey.question);
  // What is still to come was prepared yesterday.
  const start = now - (survey.daysAgo < 0 ? 1 : survey.daysAgo) * DAY;
  const end = survey.lastsDays === undefined ? now : Math.min(now, start + survey.lastsDays * DAY);
  const there = everybody.filter((person) => joined(person) < end - HOUR);
  const owner =
    there.find(({ nickname }) => nickname === survey.owner) ??
    random.pick(there.filter((person) => person.liveliness > 0.55 && joined(person) < start - DAY));
  const publish = { at: start, act: "publish" as const, person: owner, survey };
  if (survey.draft) return [publish];

  const others = liveliest(there, random, 1).filter((person) => person !== owner);
  const guests = [...others.filter(isHost), ...others.filter((person) => !isHost(person))];
  const open = survey.visibility === undefined;
  const reached = open ? others : guests.slice(0, INVITED);
  const invitations = reached.map((invited, i) => {
    const at = Math.max(start, joined(invited)) + (i + 1) * MINUTE;
    return { at, act: "invite" as const, person: owner, survey, invited };
  });

  /** Most come in the first days, some much later. */
  const moment = (from: number) => {
    const first = from + HOUR / 2;
    return first + Math.max(0, end - first - MINUTE) * random.next() ** 2.4;
  };
  // The hosts leave most surveys open, so that whoever tries the demo can vote.
  const crowd = reached.filter((person) => !isHost(person) || random.next() < 0.25);
  const voters = Math.round(crowd.length * survey.reach);
  const watchers = open ? Math.round(voters * 0.3) : 0;
  const visits = crowd.slice(0, voters + watchers).flatMap((person, i): DemoEvent[] => {
    const at = moment(Math.max(start, joined(person)));
    const look = { at, act: "look" as const, person, survey };
    if (i >= voters) return [look];
    const weights = survey.options.map(([, , weight]) => weight);
    const option = weighted(weights, random.next());
    return [look, { at: at + 1000, act: "vote", person, survey, option }];
  });
  const passers = open ? Math.round(voters * random.between(0.6, 2.2)) : 0;
  const looks = Array.from({ length: passers }, () => {
    return { at: moment(start), act: "look" as const, person: null, survey };
  });
  return [publish, ...(open ? [] : invitations), ...visits, ...looks];
}

const isHost = ({ nickname }: DemoPerson) => HOSTS.some((host) => host.nickname === nickname);

/** Everybody in a drawn order in which the lively tend to come first, the more the larger `pull`. */
function liveliest(
  people: DemoPerson[],
  random: ReturnType<typeof seededRandom>,
  pull: number,
): DemoPerson[] {
  return people
    .map((person) => ({ person, rank: random.next() ** (1 / (0.04 + person.liveliness ** pull)) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ person }) => person);
}

/** The index that `share` of the way through all weights falls on. */
function weighted(weights: number[], share: number): number {
  const target = share * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const index = weights.findIndex((weight) => {
    sum += weight;
    return target < sum;
  });
  return Math.max(0, index);
}
