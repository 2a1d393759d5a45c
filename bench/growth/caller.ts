import { Pool } from "undici";
import type { SeededPerson } from "#testing/fill-instance.ts";
import type { Instance } from "#testing/instance.ts";
import { query, type VoteRow } from "../engines.ts";

/** Calls a filled instance over one kept connection, and records how long each call took. */
export interface Caller {
  size: number;
  cursors: Record<string, string>;
  /** The accepted votes. */
  votes: VoteRow[];
  times: Map<string, number[]>;
  person(round: number): SeededPerson;
  /** Returns true for the expected status, and false if it was refused as a repetition. */
  ask(
    method: "GET" | "POST" | "PUT",
    path: string,
    who: SeededPerson | null,
    expected: number,
    body?: unknown,
  ): Promise<boolean>;
  close(): Promise<void>;
}

const DEEP_PAGES = 100;

export async function enter(
  url: string,
  size: number,
  seeded: readonly SeededPerson[],
): Promise<Caller> {
  const pool = new Pool(url, { connections: 1 });
  const cursors: Record<string, string> = {};
  for (const order of ["new", "popular", "ending"]) {
    cursors[order] = await deepCursor(pool, order);
  }
  return {
    size,
    cursors,
    votes: [],
    times: new Map(),
    person: (round) => seeded[round % seeded.length] ?? { id: 0, token: "" },
    async ask(method, path, who, expected, body) {
      const answer = await pool.request({
        method,
        path,
        headers: {
          ...(who && { authorization: `Bearer ${who.token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode === expected) return true;
      if (answer.statusCode === 409) return false;
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    },
    close: () => pool.close(),
  };
}

/** The cursor of the last full page, or of the hundredth. */
async function deepCursor(pool: Pool, order: string): Promise<string> {
  let [deep, next] = ["", ""];
  for (let page = 0; page < DEEP_PAGES; page++) {
    const query = new URLSearchParams({ order, limit: "100", ...(next && { cursor: next }) });
    const { body } = await pool.request({ method: "GET", path: `/api/surveys?${query}` });
    const { next_cursor } = (await body.json()) as { next_cursor: string | null };
    if (next_cursor === null) break;
    [deep, next] = [next, next_cursor];
  }
  return deep;
}

/** Returns how the accepted votes differ from those in the database. */
export async function checkVotes(
  instance: Instance,
  accepted: readonly VoteRow[],
): Promise<string[]> {
  if (accepted.length === 0) return [];
  const ids = [...new Set(accepted.map((vote) => vote.survey_id))].join();
  const rows = await query<VoteRow>(
    instance,
    `select survey_id, user_id, option_id from votes where survey_id in (${ids})`,
  );
  const kept = new Set(rows.map((row) => `${row.survey_id}:${row.user_id}:${row.option_id}`));
  const lost = accepted.filter(
    (vote) => !kept.has(`${vote.survey_id}:${vote.user_id}:${vote.option_id}`),
  );
  const wrong = await query(
    instance,
    `select id from options where survey_id in (${ids}) and vote_count <> (select count(*)
      from votes where votes.survey_id = options.survey_id and option_id = options.id)`,
  );
  return [
    ...(lost.length > 0 ? [`${lost.length} accepted votes are lost`] : []),
    ...(wrong.length > 0 ? [`${wrong.length} counters differ from the votes`] : []),
  ];
}
