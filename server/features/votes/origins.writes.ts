import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { hasNotEndedAt } from "#server/features/visibility/visibility.reads.ts";
import { joinAccounts, type VoterId } from "#server/features/voters/voters.reads.ts";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";

const STORED_AFTER_MS = 1000;
const YOUNG_MS = 2 * DAY_MS;
/** Surveys and networks whose repetition is noticed, in some 25 MB at most; further ones count as new. */
const SURVEYS_KNOWN = 200;
const NETWORKS_KNOWN = 2000;

interface Pending {
  voters: VoterId[];
  networks: number;
}

/**
 * Returns a function to call after a vote's commit, which counts within about a second from which
 * accounts and networks a survey's votes come (R454). Networks are compared in memory for an hour,
 * and only their number is stored. Counts of a process that ends suddenly are lost.
 */
export function createOriginCounts({
  db,
  backgroundTasks,
  clock,
}: {
  db: Database;
  backgroundTasks: BackgroundTasks;
  clock: Clock;
}): (surveyId: number, voter: VoterId, network: string) => void {
  const pending = new Map<number, Pending>();
  const known = new LRUCache<number, { hour: number; networks: Set<string> }>({
    max: SURVEYS_KNOWN,
  });
  let timer: NodeJS.Timeout | undefined;

  async function store() {
    timer = undefined;
    const counts = [...pending];
    pending.clear();
    await storeOrigins(db, counts, clock.now());
  }
  backgroundTasks.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    if (pending.size > 0) backgroundTasks.add(store());
  });

  const isNew = (surveyId: number, network: string): boolean => {
    const hour = hourOf(clock.now());
    let seen = known.get(surveyId);
    if (seen?.hour !== hour) seen = { hour, networks: new Set() };
    known.set(surveyId, seen);
    if (seen.networks.has(network)) return false;
    if (seen.networks.size < NETWORKS_KNOWN) seen.networks.add(network);
    return true;
  };

  return (surveyId, voter, network) => {
    if (backgroundTasks.signal.aborted) return;
    const counts = pending.get(surveyId) ?? { voters: [], networks: 0 };
    counts.voters.push(voter);
    if (isNew(surveyId, network)) counts.networks++;
    pending.set(surveyId, counts);
    timer ??= setTimeout(() => backgroundTasks.add(store()), STORED_AFTER_MS);
  };
}

const hourOf = (now: number) => Math.floor(now / HOUR_MS);

async function storeOrigins(
  db: Database,
  counts: readonly (readonly [surveyId: number, Pending])[],
  now: number,
): Promise<void> {
  const voters = counts.flatMap(([id, { voters }]) => voters.map((voter) => [id, voter]));
  const networks = counts.map(([id, { networks }]) => [id, networks]);
  // A survey may have been removed since. Those that ended a minute ago are soon sealed as they are.
  await sql`insert into hourly_origins (survey_id, hour, votes, young_votes, networks)
    select surveys.id, ${hourOf(now)}, voted.votes, voted.young, input.networks
    from ${db.rows(["survey_id", "networks"], networks)}
    join surveys on surveys.id = input.survey_id
      and ${hasNotEndedAt(now - MINUTE_MS)}
    join (select input.survey_id, count(*) as votes,
        count(case when created_at > ${now - YOUNG_MS} then 1 end) as young
      from ${db.rows(["survey_id", "voter"], voters)} ${joinAccounts(sql.ref("input.voter"))}
      group by input.survey_id) as voted on voted.survey_id = surveys.id
    where true order by surveys.id
    on conflict (survey_id, hour) do update set
      votes = hourly_origins.votes + excluded.votes,
      young_votes = hourly_origins.young_votes + excluded.young_votes,
      networks = hourly_origins.networks + excluded.networks`.execute(db.query);
}
