import { BIOGRAPHIES } from "./people/biographies.ts";
import { CITIES, MEN, SURNAMES, WOMEN } from "./people/names.ts";
import { type Random, seededRandom } from "./random.ts";

export interface DemoPerson {
  name: string;
  nickname: string;
  email: string;
  gender: "man" | "women" | "other";
  /** dd.mm.yyyy */
  birthDate: string;
  cityId: number;
  biography: string | null;
  hasAvatar: boolean;
  showDetails: boolean;
  /** How many days ago the account was opened. */
  joinedDaysAgo: number;
  /** From 0 to 1: how often this person votes, and how likely others are to follow them. */
  activity: number;
}

/** The number of participants; only this many have avatars in `pictures/people/`. */
export const PEOPLE_COUNT = 200;

export const DEMO_PASSWORD = "nar-ve-turkuaz";

/** People who try the demo sign in as one of these; they own surveys of every kind. */
export const MAIN_PEOPLE: Pick<
  DemoPerson,
  "name" | "nickname" | "gender" | "cityId" | "birthDate"
>[] = [
  { name: "Elif Kaya", nickname: "elifkaya", gender: "women", cityId: 35, birthDate: "14.05.1993" },
  { name: "Mert Aydın", nickname: "mertaydin", gender: "man", cityId: 34, birthDate: "02.11.1988" },
];

/** Returns the demo people, the same for the same arguments; the main people come first. */
export function demoPeople(count: number, now: number): DemoPerson[] {
  const random = seededRandom("people");
  const names = new Set(MAIN_PEOPLE.map(({ name }) => name));
  const nicknames = new Set(MAIN_PEOPLE.map(({ nickname }) => nickname));
  const biographies = BIOGRAPHIES.toReversed();
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const firstNames = { women: random.shuffled(WOMEN), man: random.shuffled(MEN) };

  return Array.from({ length: count }, (_, i) => {
    const main = MAIN_PEOPLE[i];
    const gender = main?.gender ?? (i % 2 ? "women" : "man");
    const pool = firstNames[gender === "women" ? "women" : "man"];
    const first = pool[Math.floor(i / 2) % pool.length] ?? "Ada";
    const name = main?.name ?? unused(names, () => `${first} ${random.pick(SURNAMES)}`);
    const nickname = main?.nickname ?? unused(nicknames, () => randomNickname(name, random));
    const age = main ? 33 : Math.round(17 + 50 * random.next() ** 1.5);
    const activity = main ? 1 : random.next() ** 1.3;
    return {
      name,
      nickname,
      email: `${nickname}@example.com`,
      gender: !main && random.next() < 0.03 ? "other" : gender,
      birthDate:
        main?.birthDate ??
        `${twoDigits(1 + Math.floor(random.next() * 28))}.${twoDigits(1 + Math.floor(random.next() * 12))}.${new Date(now).getUTCFullYear() - age}`,
      cityId: main?.cityId ?? random.pick(CITIES),
      biography: age > 23 && (activity > 0.5 || i % 5 === 0) ? (biographies.pop() ?? null) : null,
      hasAvatar: activity > 0.6 || random.next() < 0.6,
      showDetails: random.next() < 0.3,
      joinedDaysAgo: main ? 75 : 75 - 70 * random.next() ** 1.6,
      activity,
    };
  });
}

/** Returns the first text of `generate` that is not in `used`, and adds it there. */
function unused(used: Set<string>, generate: () => string): string {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const text = generate();
    if (used.has(text)) continue;
    used.add(text);
    return text;
  }
  throw new Error("Found no unused text in 1000 attempts");
}

const LATIN: Record<string, string> = {
  ç: "c",
  ğ: "g",
  ı: "i",
  ö: "o",
  ş: "s",
  ü: "u",
  Ç: "c",
  Ğ: "g",
  İ: "i",
  I: "i",
  Ö: "o",
  Ş: "s",
  Ü: "u",
};

const withoutAccents = (text: string) =>
  text.replaceAll(/[çğıöşüÇĞİIÖŞÜ]/g, (letter) => LATIN[letter] ?? letter).toLowerCase();

function randomNickname(name: string, random: Random): string {
  const [first = "", last = ""] = withoutAccents(name).split(" ");
  const number = Math.floor(random.between(1, 99));
  return random.pick([
    `${first}${last}`,
    `${first}_${last}`,
    `${first}${last}${number}`,
    `${last}${first}`,
    `${first}_${last.slice(0, 1)}${number}`,
    `${first.slice(0, 1)}${last}`,
    `${first}_${random.pick(["anlatir", "okur", "gezer", "mutfakta", "yollarda", "kahvesi", "defteri"])}`,
  ]);
}
