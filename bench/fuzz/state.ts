import { HOUR_MS } from "#contract/durations.ts";
import { getAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { getInvitationLink, invitePerson } from "#contract/endpoints/invitations.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Api } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import type { Random } from "#testing/random.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { createPeople } from "../faults/voting.ts";
import type { Known } from "./values.ts";

const PEOPLE = 12;
const KEPT = 40;

/** The existing people and surveys, in every state, renewed as the fuzz destroys them. */
export class FuzzState {
  readonly #api: Api;
  people: Person[] = [];
  readonly surveys: number[] = [];
  readonly options: number[] = [];
  readonly codes: string[] = [];
  readonly cursors: string[] = ["MQ", "MTc3MzU2NTIwMDAwMC4x"];

  constructor(api: Api) {
    this.#api = api;
  }

  async renew(): Promise<void> {
    const api = this.#api;
    if (this.people.length === 0) this.people = await createPeople(api, PEOPLE);
    this.people = await Promise.all(this.people.map((person) => this.#revive(person)));
    const [owner, guest] = this.people;
    if (!owner || !guest) return;
    const open = await publishSurvey(api, owner, { result_visibility: "after" });
    const secret = await publishSurvey(api, owner, { visibility: "private" });
    const ended = await publishSurvey(api, guest);
    const later = await publishSurvey(api, guest, { start_time: "2099-01-01T00:00:00Z" });
    const draft = await draftSurvey(api, owner);
    await voteFor(api, guest, open, 0);
    const { token } = owner;
    await api.call(closeSurvey, { token: guest.token, params: { id: ended.id } });
    await api.call(followPerson, { token: guest.token, params: { userId: owner.id } });
    const params = { id: secret.id };
    await api.call(invitePerson, { token, params, body: { nickname: guest.nickname } });
    const link = await api.call(getInvitationLink, { token, params });
    this.#know([open, secret, ended, later], draft, link.body.item.code);
  }

  /** Values of this state, by the contract's field names. */
  readonly known: Known = (name, random) => {
    const person = random.pick(this.people);
    const values: Record<string, () => unknown> = {
      id: () => random.pick(this.surveys),
      survey_id: () => random.pick(this.surveys),
      survey_option_id: () => random.pick(this.options),
      userId: () => person.id,
      nickname: () => (random.chance(60) ? person.nickname : `yeni_${random.int(1e9)}`),
      email: () => (random.chance(60) ? person.email : `yeni${random.int(1e9)}@ornek.com`),
      password: () => (random.chance(50) ? person.password : "baska-bir-sifre"),
      confirm_password: () => "baska-bir-sifre",
      code: () => random.pick(this.codes),
      davet: () => random.pick(this.codes),
      cursor: () => random.pick(this.cursors),
      category_id: () => 1 + random.int(12),
      city_id: () => 1 + random.int(81),
      birth_date: () => "23.04.1990",
      last_id: () => 1 + random.int(500),
      limit: () => 1 + random.int(100),
      q: () => random.pick(["çay", "kahve", "SABAH", "ne iç", "yok"]),
      start_time: () => new Date(Date.now() + (random.int(3) - 1) * HOUR_MS).toISOString(),
      expire_time: () => new Date(Date.now() + random.int(4) * HOUR_MS).toISOString(),
      question: () => random.pick(["Hangisi?", "Çay mı, kahve mi?", "Nereye gidelim?"]),
      explicit_consent: () => true,
      communication_consent: () => true,
    };
    return Object.hasOwn(values, name) ? values[name]?.() : undefined;
  };

  /** `spent` is for calls that end sessions or accounts: the same person makes all of them. */
  token(random: Random, spent: boolean): string | undefined {
    if (random.chance(10)) return undefined;
    return (spent ? this.people.at(-1) : random.pick(this.people.slice(0, -1)))?.token;
  }

  /** Records the cursors with which lists continue. */
  learn(body: unknown): void {
    if (typeof body !== "object" || body === null || !("next_cursor" in body)) return;
    if (typeof body.next_cursor === "string") keep(this.cursors, body.next_cursor);
  }

  async #revive(person: Person): Promise<Person> {
    const { status } = await this.#api.call(getAccount, { token: person.token });
    if (status === 200) return person;
    return signIn(this.#api, person).then(
      (session) => ({ ...person, ...session }),
      () => signUp(this.#api),
    );
  }

  #know(surveys: Survey[], draft: number, code: string): void {
    for (const survey of surveys) {
      keep(this.surveys, survey.id);
      for (const option of survey.options) keep(this.options, option.id);
    }
    keep(this.surveys, draft);
    keep(this.codes, code);
  }
}

function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > KEPT) list.shift();
}
