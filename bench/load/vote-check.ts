import type { Instance } from "#testing/instance.ts";
import { optionCounts, voteRows } from "../engines.ts";
import type { Seed } from "./seed.ts";
import type { Run, Shot } from "./wrk.ts";

/**
 * Compares the votes that a run sent with the rows afterwards: no row may differ from what was sent, at
 * most as many may be missing as were cut off at the end, and the counters must be the sums of the rows.
 */
export class VoteCheck {
  readonly #seed: Seed;
  readonly #sent = new Map<string, number>();
  #unanswered = 0;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  add(requests: readonly Shot[], run: Run): void {
    const ids = new Map(this.#seed.voters.map((voter) => [voter.token, voter.id]));
    for (const { token = "", body } of requests.slice(0, run.sent)) {
      const { survey_id, survey_option_id } = body as Record<string, number>;
      this.#sent.set(`${survey_id}:${ids.get(token)}`, survey_option_id ?? 0);
    }
    this.#unanswered += run.sent - run.answered;
  }

  /** Returns the differences; prints a line that says how much was compared. */
  async compare(instance: Instance): Promise<string[]> {
    const polls = new Set([...this.#seed.polls, ...this.#seed.viral].map((poll) => poll.id));
    const rows = (await voteRows(instance)).filter((row) => polls.has(row.survey_id));
    const unexpected = rows.filter(
      (row) => this.#sent.get(`${row.survey_id}:${row.user_id}`) !== row.option_id,
    );
    const missing = this.#sent.size - rows.length;
    const byOption = Map.groupBy(rows, (row) => row.option_id);
    const wrong = (await optionCounts(instance)).filter(
      ({ id, survey_id, vote_count }) =>
        polls.has(survey_id) && vote_count !== (byOption.get(id)?.length ?? 0),
    );
    console.log(
      `${this.#sent.size} votes sent, ${rows.length} rows, ${this.#unanswered} cut off at the end`,
    );
    const found: string[] = [];
    if (unexpected.length > 0) found.push(`${unexpected.length} votes are not as they were sent`);
    if (missing > this.#unanswered) found.push(`${missing - this.#unanswered} votes are lost`);
    if (wrong.length > 0) found.push(`${wrong.length} counters are not the sum of their votes`);
    return found;
  }
}
