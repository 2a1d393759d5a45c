import { seededRandom } from "./artwork/random.ts";
import { type DemoPerson, demoPeople, HOSTS } from "./people.ts";
import { type DemoSurvey, demoSurveys } from "./surveys.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

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

/** Everything that `count` people did until `now`, in order; the same for the same arguments. */
export function demoTimeline(count: number, now: number): DemoEvent[] {
  const people = demoPeople(count);
  const joined = (person: DemoPerson) => now - person.joinedDaysAgo * DAY;
  const events: DemoEvent[] = people.map((person) => ({ at: joined(person), act: "join", person }));
  events.push(...follows(people, joined, now));
  for (const survey of demoSurveys) events.push(...lifeOf(survey, people, joined, now));
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
  const there = everybody.filter((person) => joined(person) < end - 10 * MINUTE);
  const owner =
    there.find(({ nickname }) => nickname === survey.owner) ??
    random.pick(there.filter((person) => person.liveliness > 0.55 && joined(person) < start - DAY));
  const others = liveliest(there, random, 1).filter((person) => person !== owner);
  const hosts = others.filter(isHost);
  const guests =
    survey.visibility === "private"
      ? [...hosts, ...others.filter((person) => !isHost(person)).slice(0, 16)]
      : [];
  // The hosts leave most surveys open, so that whoever tries the demo can vote.
  const crowd = (guests.length > 0 ? guests : others).filter(
    (person) => !isHost(person) || random.next() < 0.25,
  );
  const voters = crowd.slice(0, Math.round(crowd.length * survey.reach));
  const events: DemoEvent[] = [{ at: start, act: "publish", person: owner, survey }];
  if (survey.draft) return events;
  guests.forEach((invited, i) => {
    events.push({
      at: Math.max(start, joined(invited)) + (i + 1) * MINUTE,
      act: "invite",
      person: owner,
      survey,
      invited,
    });
  });
  /** Most come in the first days, some much later. */
  const moment = (person: DemoPerson | null) => {
    const from = Math.max(start, person ? joined(person) : 0) + 20 * MINUTE;
    return from + Math.max(0, end - from - MINUTE) * random.next() ** 2.4;
  };
  for (const person of voters) {
    const at = moment(person);
    const option = weighted(
      survey.options.map(([, , weight]) => weight),
      random.next(),
    );
    events.push(
      { at, act: "look", person, survey },
      { at: at + 1000, act: "vote", person, survey, option },
    );
  }
  if (survey.visibility === undefined && survey.reach > 0) {
    for (const person of crowd.slice(voters.length, Math.round(voters.length * 1.3))) {
      events.push({ at: moment(person), act: "look", person, survey });
    }
    for (let i = 0; i < voters.length * random.between(0.6, 2.2); i++) {
      events.push({ at: moment(null), act: "look", person: null, survey });
    }
  }
  return events;
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
