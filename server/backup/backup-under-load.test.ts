import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { checkBackup } from "#server/restore/check-backup.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { backUp } from "./backup.ts";

const VOTERS = 10;
const ROUNDS = 2;
/** Enough that voting on them takes longer than a backup. */
const SURVEYS = 6;

const kanaat = await testApp({ after });
const owner = await signUp(kanaat);
const voters: Person[] = [];
for (let i = 0; i < VOTERS; i++) voters.push(await signUp(kanaat));

/** What has been acknowledged, by table. */
const acknowledged = {
  votes: new Set<string>(),
  users: new Set<string>(),
  surveys: new Set<string>(),
};
let isOver = false;

/** Votes one after another in every survey of a round. */
async function vote(surveys: Awaited<ReturnType<typeof publishSurvey>>[]): Promise<void> {
  await Promise.all(
    voters.map(async (voter, i) => {
      for (const survey of surveys) {
        await voteFor(kanaat, voter, survey, i % 2);
        acknowledged.votes.add(`${survey.id}:${voter.id}`);
        await sleep(15);
      }
    }),
  );
}

/** Creates accounts and surveys with pictures, one after another. */
async function arrive(): Promise<void> {
  while (!isOver) {
    const { id } = await signUp(kanaat, { image: await picture() });
    acknowledged.users.add(String(id));
    const survey = await publishSurvey(kanaat, owner);
    acknowledged.surveys.add(String(survey.id));
  }
}

/** Runs the jobs repeatedly; they seal surveys that ended two minutes ago. */
async function runJobs(): Promise<void> {
  while (!isOver) {
    await kanaat.runMaintenance();
    await sleep(5);
  }
}

const KEYS = { votes: ["survey_id", "user_id"], users: ["id"], surveys: ["id"] };

/** Keys of a table's rows in a backup: the values of these columns, joined. */
async function keysIn(backup: string, table: string, columns: readonly string[]) {
  const text = await readFile(join(backup, `tables/${table}.jsonl`), "utf8");
  const [names = [], ...rows]: unknown[][] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const at = columns.map((column) => names.indexOf(column));
  return new Set(rows.map((row) => at.map((i) => row[i]).join(":")));
}

/** Backs up while people vote; returns the surveys that were sealed by then. */
async function backUpRound(round: number): Promise<number> {
  const surveys = [];
  for (let i = 0; i < SURVEYS; i++) surveys.push(await publishSurvey(kanaat, owner));
  const voting = vote(surveys);
  while (acknowledged.votes.size < (round * SURVEYS + 1) * VOTERS) await sleep(1);
  const before = {
    votes: [...acknowledged.votes],
    users: [...acknowledged.users],
    surveys: [...acknowledged.surveys],
  };
  // From now on the surveys of the previous round are sealed.
  kanaat.clock.advance(2 * MINUTE_MS);
  const backup = join(kanaat.instance.dataDir, `backup-${round}`);
  const { lost_pictures } = await backUp(kanaat.instance, backup);
  assert.deepEqual(lost_pictures, []);
  for (const [table, columns] of Object.entries(KEYS) as [keyof typeof KEYS, string[]][]) {
    const kept = await keysIn(backup, table, columns);
    const lost = before[table].filter((key) => !kept.has(key));
    assert.deepEqual(lost, [], table);
  }
  await voting;
  for (const { id } of surveys) {
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id } }));
  }
  const { signal } = new AbortController();
  const checked = await checkBackup(kanaat.config, backup, { now: kanaat.clock.now(), signal });
  assert.deepEqual([checked.problems, checked.notes], [[], []]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from seals`.execute(
    kanaat.db.query,
  );
  return rows[0]?.count ?? 0;
}

it("backups made while people vote, register, publish and surveys are sealed hold one moment each (R361)", async () => {
  const others = Promise.all([arrive(), runJobs()]);
  try {
    const sealed: number[] = [];
    for (let round = 0; round < ROUNDS; round++) sealed.push(await backUpRound(round));
    assert.ok((sealed.at(-1) ?? 0) > 0);
  } finally {
    isOver = true;
    await others;
  }
});
