import { type RawBuilder, sql } from "kysely";
import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { totalOf } from "./ballots.reads.ts";
import { established, shownEstablished } from "./established-votes.reads.ts";

/**
 * Shows the votes cast in private since the last step, if enough established accounts cast some of
 * them to hide whose they are (R206, R451). `ids` is a table expression of survey ids.
 */
export async function showSteps(
  db: Database,
  tx: Transaction,
  ids: RawBuilder<unknown>,
): Promise<void> {
  const votes = totalOf(established("options"));
  const shown = totalOf(shownEstablished("options"));
  // In id order, as votes lock. All options of a survey, so that the next step counts from here.
  const { rows } = await sql<{ id: number; survey_id: number }>`with locked as (
      select id from options where survey_id in (
        select id from surveys where id in (select id from ${ids}) and in_steps = 1
          and ${votes} >= ${SHOWN_FROM_VOTES} and ${votes} - ${shown} >= ${SHOWN_STEP_VOTES})
      order by id ${db.forUpdate})
    update options set shown_votes = private_votes, shown_established = ${established("options")}
    from locked where options.id = locked.id
    returning options.id, options.survey_id`.execute(tx);
  if (rows.length === 0) return;
  const stepped = idRows(
    db,
    rows.map(({ id }) => id),
  );
  await sql`update choice_counts set shown_votes = private_votes
    where option_id in (select id from ${stepped})`.execute(tx);
  const surveys = idRows(db, new Set(rows.map(({ survey_id }) => survey_id)));
  await sql`update no_opinion_counts set shown_votes = private_votes
    where survey_id in (select id from ${surveys})`.execute(tx);
}
