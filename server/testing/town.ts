import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import { Gender } from "#contract/endpoints/people.ts";
import { AGE_BANDS, NO_PLACE } from "#contract/shapes/groups.ts";
import { REGIONS } from "#contract/shapes/regions.ts";
import { signUp } from "#testing/people.ts";
import type { Random } from "#testing/random.ts";
import type { TestApp } from "./test-app.ts";

/** What votes are counted by; `province` is a plate code or `NO_PLACE`. */
export interface Cell {
  gender: string;
  age: string;
  province: string;
}

/** An account, with the attributes that its votes are counted by. */
export interface Citizen {
  id: number;
  token: string;
  cell: Cell;
  isVerified: boolean;
  createdAt: number;
}
const YEARS: Record<string, number> = { "0-17": 15, "65+": 70 };
export const PASSWORD = "gizli-sifre-1";

/**
 * Inserts signed-in people into a database, in a few large and many small groups, which differ in
 * each town. Their password is `PASSWORD`.
 */
export async function settleTown(
  kanaat: TestApp,
  random: Random,
  people: number,
): Promise<Citizen[]> {
  const model = await signUp(kanaat, { password: PASSWORD });
  const { query } = kanaat.db;
  const { password_hash } = await query
    .selectFrom("credentials")
    .select("password_hash")
    .where("user_id", "=", model.id)
    .executeTakeFirstOrThrow();
  const steepness = random.pick([1, 2, 4]);
  const provinces = random
    .shuffled(REGIONS.flatMap((region) => region.provinces))
    .slice(0, random.pick([2, 4, 9]));
  const genders = random.shuffled(Gender.options);
  const ages = random.shuffled(AGE_BANDS).slice(0, random.pick([2, 3, 7]));
  const now = kanaat.clock.now();
  const year = new Date(now).getUTCFullYear();
  const citizens: Citizen[] = [];
  for (let i = 0; i < people; i++) {
    const city = random.chance(5) ? 0 : random.pickSteep(provinces, steepness);
    const cell = {
      gender: random.pickSteep(genders, random.pick([1.5, 3])),
      age: random.pickSteep(ages, steepness),
      province: city === 0 ? NO_PLACE : `${city}`,
    };
    const nickname = `t_${randomBytes(8).toString("hex")}`;
    const email = `${nickname}@ornek.com`;
    const isVerified = random.chance(70);
    const createdAt = now - random.pick([0, 10, 100]) * DAY_MS;
    const { id } = await query
      .insertInto("users")
      .values({
        ...{ name: "Ayşe Yılmaz", nickname, email, canonical_email: email, image: null },
        gender: cell.gender as Gender,
        birth_date: `${year - (YEARS[cell.age] ?? Number.parseInt(cell.age, 10) + 3)}-01-01`,
        ...{ city_id: city, biography: null, show_details: 0, consent_version: "1" },
        ...{ explicit_consent_at: 1, communication_consent_at: 1 },
        email_verified_at: isVerified ? 1 : null,
        created_at: createdAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const token = randomBytes(32).toString("base64url");
    citizens.push({ id, token, cell, isVerified, createdAt });
  }
  const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
  await query
    .insertInto("credentials")
    .values(citizens.map(({ id }) => ({ user_id: id, password_hash })))
    .execute();
  const sessions = citizens.map(({ id, token }) => ({
    ...{ token_hash: hashOf(token), user_id: id, expires_at: now + 365 * DAY_MS },
    ...{ browser: null, system: null, opened_at: null, seen_at: null },
  }));
  await query.insertInto("sessions").values(sessions).execute();
  return citizens;
}
