import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { MINUTE_MS } from "#contract/durations.ts";
import { register } from "#contract/endpoints/account.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { SeededPerson } from "#testing/fill-instance.ts";
import { registrationForm } from "#testing/people.ts";

/** Calls out of a hundred; the others read. */
const SHARE = { vote: 40, register: 4, page: 8 };

export interface Poll {
  id: number;
  options: number[];
}

export interface SeenCall {
  kind: "vote" | "register" | "read" | "page";
  phase: string;
  /** null if the connection was cut. */
  status: number | null;
  ms: number;
}

/** Calls at a steady rate, however long the answers take. */
export class Calls {
  readonly seen: SeenCall[] = [];
  /** Options by `survey:person`. */
  readonly votes = new Map<string, number>();
  readonly registered: string[] = [];
  phase = "";
  readonly #pool: Pool;
  readonly #people: SeededPerson[];
  readonly #polls: Poll[];
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;
  #loop: Promise<void> | undefined;

  constructor(url: string, people: SeededPerson[], polls: Poll[]) {
    this.#pool = new Pool(url, {
      connections: 64,
      headersTimeout: MINUTE_MS,
      bodyTimeout: MINUTE_MS,
    });
    this.#people = people;
    this.#polls = polls;
  }

  start(perSecond: number): void {
    this.#loop = (async () => {
      const begun = performance.now();
      for (let at = 0; !this.#isOver; at++) {
        const call = this.#one(randomInt(100));
        this.#underWay.add(call);
        void call.finally(() => this.#underWay.delete(call));
        await sleep(Math.max(0, begun + ((at + 1) * 1000) / perSecond - performance.now()));
      }
    })();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
    await Promise.all(this.#underWay);
    await this.#pool.destroy();
  }

  async #one(chance: number): Promise<void> {
    const person = pick(this.#people);
    const poll = pick(this.#polls);
    if (chance < SHARE.vote) return this.#vote(person, poll);
    if (chance < SHARE.vote + SHARE.register) return this.#register();
    if (chance < SHARE.vote + SHARE.register + SHARE.page) {
      const path = pick(["/", `/surveys/${poll.id}`, "/surveys"]);
      return void (await this.#send("page", "GET", path));
    }
    const read = pick([listSurveys, getSurvey, getResults]);
    const path = read.path.replace("{id}", `${poll.id}`);
    await this.#send("read", "GET", path, pick([undefined, person.token]));
  }

  async #vote(person: SeededPerson, poll: Poll): Promise<void> {
    const option = pick(poll.options);
    const body = { survey_id: poll.id, survey_option_id: option };
    const status = await this.#send("vote", "POST", castVote.path, person.token, body);
    if (status === 201) this.votes.set(`${poll.id}:${person.id}`, option);
  }

  async #register(): Promise<void> {
    const form = registrationForm();
    const status = await this.#send("register", "POST", register.path, undefined, form);
    if (status === 201) this.registered.push(form.nickname);
  }

  async #send(
    kind: SeenCall["kind"],
    method: "GET" | "POST",
    path: string,
    token?: string,
    body?: object,
  ): Promise<number | null> {
    const { phase } = this;
    const begun = performance.now();
    const status = await this.#pool
      .request({
        method,
        path,
        headers: {
          // The proxy distributes visitors by browser.
          "user-agent": `upgrade ${randomInt(1000)}`,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { "content-type": "application/json" }),
        },
        body: body ? JSON.stringify(body) : null,
      })
      .then(
        async (answer) => {
          await answer.body.dump();
          return answer.statusCode;
        },
        () => null,
      );
    this.seen.push({ kind, phase, status, ms: performance.now() - begun });
    return status;
  }
}

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;
