import { seededRandom } from "./artwork/random.ts";
import { BIOGRAPHIES } from "./people/biographies.ts";
import { CITIES, MEN, SURNAMES, WOMEN } from "./people/names.ts";

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
  /** How many days before now the account was opened. */
  joinedDaysAgo: number;
  /** Grey by now. */
  old: boolean;
  /** From 0 to 1: how often this person answers, and how likely others are to follow. */
  liveliness: number;
}

export const DEMO_PASSWORD = "nar-ve-turkuaz";

/** Those whom the demo lets its visitor be; they own surveys of every kind. */
export const HOSTS: Pick<DemoPerson, "name" | "nickname" | "gender" | "cityId" | "birthDate">[] = [
  { name: "Elif Kaya", nickname: "elifkaya", gender: "women", cityId: 35, birthDate: "14.05.1993" },
  { name: "Mert Aydın", nickname: "mertaydin", gender: "man", cityId: 34, birthDate: "02.11.1988" },
];

/** The people of the demo set, the same for the same arguments; the hosts come first. */
export function demoPeople(count: number, now: number): DemoPerson[] {
  const random = seededRandom("people");
  const names = new Set(HOSTS.map(({ name }) => name));
  const nicknames = new Set(HOSTS.map(({ nickname }) => nickname));
  const biographies = BIOGRAPHIES.toReversed();
  const two = (number: number) => String(number).padStart(2, "0");
  const firstNames = { women: random.shuffled(WOMEN), man: random.shuffled(MEN) };

  return Array.from({ length: count }, (_, i) => {
    const host = HOSTS[i];
    const gender = host?.gender ?? (i % 2 ? "women" : "man");
    const pool = firstNames[gender === "women" ? "women" : "man"];
    const first = pool[Math.floor(i / 2) % pool.length] ?? "Ada";
    const name = host?.name ?? unused(names, () => `${first} ${random.pick(SURNAMES)}`);
    const nickname = host?.nickname ?? unused(nicknames, () => inventNickname(name, random));
    const age = host ? 33 : Math.round(17 + 50 * random.next() ** 1.5);
    const liveliness = host ? 1 : random.next() ** 1.3;
    return {
      name,
      nickname,
      email: `${nickname}@example.com`,
      gender: !host && random.next() < 0.03 ? "other" : gender,
      birthDate:
        host?.birthDate ??
        `${two(1 + Math.floor(random.next() * 28))}.${two(1 + Math.floor(random.next() * 12))}.${new Date(now).getUTCFullYear() - age}`,
      cityId: host?.cityId ?? random.pick(CITIES),
      biography: age > 23 && (liveliness > 0.5 || i % 5 === 0) ? (biographies.pop() ?? null) : null,
      hasAvatar: liveliness > 0.6 || random.next() < 0.6,
      showDetails: random.next() < 0.3,
      joinedDaysAgo: host ? 75 : 75 - 70 * random.next() ** 1.6,
      old: !host && age > 58,
      liveliness,
    };
  });
}

/** What `invent` says, asked again until it says something new; it is used from then on. */
function unused(used: Set<string>, invent: () => string): string {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const text = invent();
    if (used.has(text)) continue;
    used.add(text);
    return text;
  }
  throw new Error("Everything thinkable is taken");
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

const plain = (text: string) =>
  text.replaceAll(/[çğıöşüÇĞİIÖŞÜ]/g, (letter) => LATIN[letter] ?? letter).toLowerCase();

function inventNickname(name: string, random: ReturnType<typeof seededRandom>): string {
  const [first = "", last = ""] = plain(name).split(" ");
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
