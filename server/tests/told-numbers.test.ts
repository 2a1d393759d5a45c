import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, updateAccount } from "#contract/endpoints/account.ts";
import { getSeal } from "#contract/endpoints/receipts.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import {
  closeSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { castVote, changeVote, getResults, withdrawVote } from "#contract/endpoints/votes.ts";
import { percentages } from "#contract/percentages.ts";
import { CITIES } from "#server/features/lookups/cities.ts";
import { pictureVersion, shownSurvey } from "#server/features/surveys/survey-picture.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Citizen, PASSWORD, settleTown } from "#server/testing/town.ts";
import { type Ballot, Witness } from "#server/testing/witness.ts";
import { download } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { zipTexts } from "#testing/zip-texts.ts";

// `npm run bench:groups -- --api` tries thousands.
const SURVEYS = Number(process.env.SURVEYS ?? 20);
const SEED = Number(process.env.SEED ?? 39);
/** Surveys in one town; more of them share waits. */
const TOGETHER = SURVEYS > 100 ? 60 : 20;
const PEOPLE = 220;
const STEPS = 7;

const kanaat = await testApp({ after });
const { clock, db } = kanaat;

interface Asked {
  id: number;
  question: string;
  owner: Citizen;
  options: { id: number; content: string }[];
  resultVisibility: "before" | "after" | "end";
  isInstant: boolean;
  endsAt: number | null;
  /** The end that stood at the first vote, or a later one announced a day before (R450). */
  plannedEnd: number | null;
  visibility: "public" | "private";
  wasPublic: boolean;
  inPrivate: Witness;
  inPublic: Witness;
  /** What people may change or withdraw (R575, R576); undefined where votes are fixed. */
  changeable: Map<Citizen, { part: Witness; ballot: Ballot }> | undefined;
  /** People who have not voted yet. */
  left: Citizen[];
  voted: Citizen[];
}

const OPTIONS = ["Çay", "Kahve; sade", "=Su", 'Ayran "köpüklü"'];

/** Publishes a survey by a call, as after the calls that upload its pictures. */
async function publish(random: Random, town: readonly Citizen[]): Promise<Asked> {
  const owner = random.pick(town);
  const kind = random.pick(["public", "public", "private", "instant", "opened"] as const);
  const resultVisibility = random.pick(["before", "before", "after", "end"] as const);
  const endsAt = random.chance(60)
    ? clock.now() + random.pick([4 * HOUR_MS, 5 * DAY_MS, 20 * DAY_MS])
    : null;
  const isInstant = kind === "instant";
  const isChangeable = random.chance(40);
  const question = "Sabah ne içersiniz?";
  const { id } = await db.query
    .insertInto("surveys")
    .values({
      ...{ owner_id: owner.id, draft_key: null, type: random.pick(["SURVEY", "TEST"] as const) },
      ...{ question, description: "", image: "i", category_id: 1, option_theme_id: 1 },
      ...{ result_visibility: resultVisibility === "before" ? "before" : "after" },
      ...{ hidden_until_end: Number(resultVisibility === "end"), visibility: null },
      start_time: clock.now(),
      ...{ expire_time: endsAt, invitation_code: `kod${random.int(1e9)}`, created_at: clock.now() },
      ...{ instant_results: Number(isInstant), published_at: null, end_notified_at: null },
      ...(isChangeable && { changeable_votes: 1 }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const options = await db.query
    .insertInto("options")
    .values(
      OPTIONS.slice(0, 2 + random.int(3)).map((content, position) => ({
        ...{ survey_id: id, position, content, image: "i" },
      })),
    )
    .returning(["id", "content"])
    .execute();
  const survey: Asked = {
    ...{ id, question, owner, options, resultVisibility, isInstant, endsAt },
    plannedEnd: endsAt,
    ...{ visibility: "public", wasPublic: false, voted: [] },
    left: random.shuffled(town).slice(0, 30 + random.int(town.length - 30)),
    inPrivate: new Witness(options.length),
    inPublic: new Witness(options.length),
    changeable: isChangeable ? new Map() : undefined,
  };
  await db.query
    .insertInto("invitations")
    .values(survey.left.map((person) => ({ survey_id: id, user_id: person.id, created_at: 1 })))
    .execute();
  await show(survey, kind === "public" ? "public" : "private");
  return survey;
}

async function show(survey: Asked, visibility: Asked["visibility"]): Promise<void> {
  const { owner, id } = survey;
  const how = { token: owner.token, params: { id }, body: { visibility } };
  const { status, text } = await kanaat.call(setVisibility, how);
  assert.equal(status, 200, text);
  survey.visibility = visibility;
  survey.wasPublic ||= visibility === "public";
}

const hasEnded = ({ endsAt }: Asked) => endsAt !== null && endsAt <= clock.now();
const endOf = (survey: Asked) => {
  if (!hasEnded(survey)) return "none";
  return survey.endsAt === survey.plannedEnd ? "planned" : "other";
};
/** The part of its votes that its results show. */
const shownPart = (survey: Asked) => (survey.wasPublic ? survey.inPublic : survey.inPrivate);

async function vote(random: Random, survey: Asked): Promise<void> {
  if (hasEnded(survey)) return;
  const voters = survey.left.splice(0, random.pick([0, 1, 2, 3, 7, 11, 25, 40, 70]));
  const part = survey.visibility === "public" ? survey.inPublic : survey.inPrivate;
  const cast = async (voter: Citizen) => {
    // Many people of a group vote alike.
    const option = Math.floor(
      ((random.share() + Number(voter.cell.gender === "man")) / 2) * survey.options.length,
    );
    const body = { survey_id: survey.id, survey_option_id: survey.options[option]?.id };
    const { status, text } = await kanaat.call(castVote, { token: voter.token, body });
    assert.equal(status, 201, text);
    const isEstablished = voter.createdAt <= clock.now() - 30 * DAY_MS;
    const ballot = { ...voter.cell, option, isEstablished };
    part.note(ballot);
    survey.voted.push(voter);
    survey.changeable?.set(voter, { part, ballot });
  };
  // Results that are shown in steps are those after one of these votes.
  if (survey.visibility === "private") for (const voter of voters) await cast(voter);
  else await Promise.all(voters.map(cast));
}

/** People change or withdraw their votes; some of those who withdrew come back. */
async function changeVotes(random: Random, survey: Asked): Promise<void> {
  if (hasEnded(survey) || !survey.changeable) return;
  const people = random.shuffled([...survey.changeable]);
  for (const [voter, { part, ballot }] of people.slice(0, random.pick([0, 1, 3, 8]))) {
    const { token } = voter;
    if (random.chance(40)) {
      const { status, text } = await kanaat.call(withdrawVote, {
        token,
        params: { id: survey.id },
      });
      assert.equal(status, 204, text);
      part.note(ballot, "withdrawn");
      survey.changeable.delete(voter);
      survey.voted = survey.voted.filter((other) => other !== voter);
      if (random.chance(50)) survey.left.push(voter);
      continue;
    }
    const option = random.int(survey.options.length);
    const body = { survey_id: survey.id, survey_option_id: survey.options[option]?.id };
    const { status, text } = await kanaat.call(changeVote, { token, body });
    assert.equal(status, 200, text);
    const changed = { ...ballot, option };
    part.note(changed, { from: ballot.option });
    survey.changeable.set(voter, { part, ballot: changed });
  }
}

/** The owner ends a survey now, or moves its end. */
async function moveEnd(random: Random, survey: Asked): Promise<void> {
  const { id, owner, plannedEnd } = survey;
  const how = { token: owner.token, params: { id } };
  const ahead = random.pick([0, MINUTE_MS, HOUR_MS, 2 * DAY_MS, 10 * DAY_MS, null]);
  const end = ahead === null ? null : clock.now() + ahead;
  const { status, text } =
    ahead === 0
      ? await kanaat.call(closeSurvey, how)
      : await kanaat.call(updateSurvey, {
          ...how,
          body: { expire_time: ahead === null ? null : clock.iso(ahead) },
        });
  assert.equal(status, 200, text);
  survey.endsAt = end;
  const isLater = (end ?? Infinity) >= (plannedEnd ?? Infinity);
  const hasNotice = (end ?? Infinity) - clock.now() >= DAY_MS;
  const votes = survey.inPrivate.votes + survey.inPublic.votes;
  if (votes === 0 || (isLater && hasNotice)) survey.plannedEnd = end;
}

/** Changes a person's profile, or deletes their account. */
async function change(random: Random, town: Citizen[], surveys: readonly Asked[]): Promise<void> {
  const person = random.pick(town);
  const { token } = person;
  if (random.chance(60) || surveys.some(({ owner }) => owner === person)) {
    const province = `${random.pick(CITIES).code}`;
    const gender = random.pick(["women", "man", "other"] as const);
    const body = { gender, city_id: Number(province) };
    assert.equal((await kanaat.call(updateAccount, { token, body })).status, 200);
    person.cell = { ...person.cell, gender, province };
    return;
  }
  const { status, text } = await kanaat.call(deleteAccount, {
    token,
    body: { password: PASSWORD },
  });
  assert.equal(status, 204, text);
  town.splice(town.indexOf(person), 1);
  for (const survey of surveys) {
    survey.left = survey.left.filter((voter) => voter !== person);
    survey.voted = survey.voted.filter((voter) => voter !== person);
    survey.changeable?.delete(person);
  }
}

/** Waits for ranking, which counts votes for their hour and is a second behind. */
async function settle(): Promise<void> {
  await rankListed(db, new AbortController().signal, clock.now());
  const isBehind = sql<{ behind: number }>`select count(*) as behind from surveys
    where visibility is not null and (in_steps = 0 or was_public = 1) and counted_votes <>
      (select sum(case when was_public = 1 then vote_count - private_votes else vote_count end)
        from options where survey_id = surveys.id)`;
  while ((await isBehind.execute(db.query)).rows[0]?.behind !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Records what the rows of a report's file reveal: numbers of votes only of the results. */
function hearTable(survey: Asked, rows: readonly (readonly string[])[]): void {
  const results = rows.slice(1).filter(([table]) => table === "Sonuç");
  shownPart(survey).hearResults(results.map((row) => Number(row[3])));
  for (const [table, , , votes] of rows.slice(1)) {
    if (table !== "Sonuç") assert.equal(votes ?? "", "");
  }
}

/** Rows of a semicolon-separated file. */
const cellsOf = (csv: string) =>
  csv
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)].map(([, field = ""]) =>
        field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
      ),
    );

/** Rows of a workbook with one sheet. */
function rowsOf(book: Buffer): string[][] {
  const files = zipTexts(book);
  const plain = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  const shared = [...(files.get("xl/sharedStrings.xml") ?? "").matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) => {
    const cells: string[] = [];
    for (const [, column = "A", kind, value = ""] of row.matchAll(
      /<c r="([A-Z])\d+"(?:[^>]*? t="(\w+)")?[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)/g,
    )) {
      const text = kind === "s" ? (shared[Number(value)]?.[1] ?? "") : value;
      cells[column.charCodeAt(0) - 65] = plain(text);
    }
    return cells;
  });
}

type Door = (survey: Asked, token: string | undefined) => Promise<boolean>;

/** Each returns whether it revealed anything. */
const doors: Record<string, Door> = {
  async report(survey, token) {
    const { status, body } = await kanaat.call(getReport, { token, params: { id: survey.id } });
    if (status !== 200) return false;
    const part = shownPart(survey);
    const counts = body.results.map(({ count }) => count);
    const votes = part.hearResults(counts);
    if (body.private_votes) survey.inPrivate.hearTotal(body.private_votes);
    assert.deepEqual(
      body.results.map(({ value }) => value),
      percentages(counts).map((share) => `%${share}`),
    );
    for (const step of body.timeline) assert.ok(step.votes >= 10);
    assert.ok(body.timeline.reduce((sum, step) => sum + step.votes, 0) <= votes);
    if (body.breakdown === null) return true;
    part.hearTotal(body.breakdown.votes);
    part.hearGroups(body.breakdown);
    assert.match(`${body.breakdown.weighted.effective}`, /^(0|[125]0+)$/);
    return true;
  },
  async results(survey, token) {
    const { status, body } = await kanaat.call(getResults, { token, params: { id: survey.id } });
    if (status !== 200) return false;
    shownPart(survey).hearResults(body.items.map(({ count }) => count));
    if (body.private_items)
      survey.inPrivate.hearResults(body.private_items.map(({ count }) => count));
    return true;
  },
  async csv(survey, token) {
    const params = { id: survey.id, format: "csv" };
    const { status, text } = await kanaat.call(exportReport, { token, params });
    if (status === 200) hearTable(survey, cellsOf(`\uFEFF${text.replace(/^\uFEFF/, "")}`));
    return status === 200;
  },
  async xlsx(survey, token) {
    const { statusCode, rawPayload } = await ask(kanaat.app, {
      method: "GET",
      url: `/api/auth/surveys/${survey.id}/responses/report/xlsx`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (statusCode === 200) hearTable(survey, rowsOf(rawPayload));
    return statusCode === 200;
  },
  async survey(survey, token) {
    const { status, body } = await kanaat.call(getSurvey, { token, params: { id: survey.id } });
    if (status !== 200) return false;
    const part = shownPart(survey);
    const { vote_count, preview_path } = body.item;
    if (vote_count !== null) part.hearTotal(vote_count);
    if (preview_path === undefined) return vote_count !== null;
    const isPictureOf = ({ counts }: { counts: readonly number[] }) => {
      const row = {
        ...{ question: survey.question, owner_id: 0, result_visibility: survey.resultVisibility },
        hidden_until_end: Number(survey.resultVisibility === "end"),
        ...{ visibility: "public", start_time: 0, expire_time: survey.endsAt },
        ...{ in_steps: 0, was_public: 1, image: "i" },
      } as Parameters<typeof shownSurvey>[1];
      const options = survey.options.map((o, i) => ({ ...o, image: "i", votes: counts[i] ?? 0 }));
      return preview_path.includes(pictureVersion(shownSurvey(db, row, options, clock.now())));
    };
    assert.ok(part.moments.toReversed().some(isPictureOf), "a picture of other results");
    return true;
  },
  async frame(survey) {
    const url = `/embed/surveys/${survey.id}`;
    const { statusCode, body } = await ask(kanaat.app, { method: "GET", url });
    if (statusCode !== 200) return false;
    const shown = /class="facts">([\d.]+) oy/.exec(body)?.[1];
    if (shown === undefined) return false;
    const part = shownPart(survey);
    const votes = Number(shown.replaceAll(".", ""));
    const moments = part.hearTotal(votes).map((counts) => percentages(counts).join());
    const shares = [...body.matchAll(/<b>%(\d+)<\/b>/g)].map(([, share]) => Number(share));
    if (votes > 0) assert.ok(moments.includes(shares.join()), `${shares}`);
    return true;
  },
  async lists(survey, token) {
    const lists = [
      await kanaat.call(listSurveys, { token }),
      await kanaat.call(listOwnSurveys, { token: survey.owner.token }),
    ];
    const cards = lists.flatMap(({ body }) => body.items.filter(({ id }) => id === survey.id));
    for (const { vote_count } of cards) {
      if (vote_count !== null) shownPart(survey).hearTotal(vote_count);
    }
    return cards.length > 0;
  },
  async seal(survey, token) {
    const { status, body } = await kanaat.call(getSeal, { token, params: { id: survey.id } });
    const { signed = null, differs } = status === 200 ? body.item : {};
    if (signed === null) return false;
    assert.equal(differs, false);
    const { options, receipts } = signed.document;
    const apart = options.flatMap(({ private_votes }) => private_votes ?? []);
    const votes = shownPart(survey).hearResults(options.map((option) => option.votes));
    const others = apart.length > 0 ? survey.inPrivate.hearResults(apart) : 0;
    assert.equal(receipts.count, votes + others);
    return true;
  },
  async download(survey) {
    const { body } = await download(kanaat, survey.owner);
    const own = body.surveys.find(({ id }) => id === survey.id);
    const counts = own?.options.map((option) => option.vote_count) ?? [];
    if (!counts.every((count) => count !== null)) return false;
    shownPart(survey).hearResults(counts);
    return true;
  },
};

/** The rarer ones are slow. */
const OFTEN = ["report", "report", "report", "results", "csv", "survey", "frame"];
const SELDOM = ["xlsx", "lists", "download", "seal"];

async function look(random: Random, survey: Asked, heard: Map<string, number>): Promise<void> {
  const names = random.shuffled(OFTEN).slice(0, 1 + random.int(OFTEN.length));
  if (random.chance(10)) names.push(random.pick(SELDOM));
  for (const name of names) {
    const viewer = random.pick([undefined, survey.owner, random.pick(survey.voted)]);
    const hasTold = await doors[name]?.(survey, viewer?.token);
    if (hasTold) heard.set(name, (heard.get(name) ?? 0) + 1);
    if (survey.resultVisibility === "end" && !hasEnded(survey)) {
      assert.deepEqual([...survey.inPrivate.told, ...survey.inPublic.told], [], name);
    }
  }
}

/** Runs `count` surveys at once, so that their votes share commits. */
async function runTown(
  random: Random,
  count: number,
  heard: Map<string, number>,
): Promise<Asked[]> {
  const town = await settleTown(kanaat, random, PEOPLE);
  const all: Asked[] = [];
  for (let i = 0; i < count; i++) all.push(await publish(random, town));
  for (let step = 0; step < STEPS; step++) {
    const pause = random.pick([0, 700, MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, DAY_MS]);
    if (pause >= HOUR_MS) await settle();
    clock.advance(pause);
    await change(random, town, all);
    await Promise.all(
      all.map(async (survey) => {
        if (!hasEnded(survey) && random.chance(12)) {
          await show(survey, random.pick(["public", "private"]));
        }
        await vote(random, survey);
        await changeVotes(random, survey);
        if (!hasEnded(survey) && random.chance(12)) await moveEnd(random, survey);
      }),
    );
    await Promise.all(all.map((survey) => look(random, survey, heard)));
  }
  await settle();
  clock.advance(21 * DAY_MS);
  await kanaat.runMaintenance();
  for (const survey of all) {
    for (const name of ["report", "results", "seal"]) {
      const hasTold = await doors[name]?.(survey, survey.owner.token);
      if (hasTold) heard.set(name, (heard.get(name) ?? 0) + 1);
    }
  }
  return all;
}

describe("everything that is shown of a survey, by every call and to everybody", () => {
  it("has true results, in steps where it has to, and of groups only rough shares (R206, R296, R450, R451, R578, R590)", {
    timeout: Infinity,
  }, async (test) => {
    const heard = new Map<string, number>();
    let groups = 0;
    for (let done = 0; done < SURVEYS; done += TOGETHER) {
      const seed = SEED + done;
      const surveys = await runTown(new Random(seed), Math.min(TOGETHER, SURVEYS - done), heard);
      for (const survey of surveys) {
        for (const part of [survey.inPrivate, survey.inPublic]) {
          groups += part.groups;
        }
        if (survey.isInstant) continue;
        assert.deepEqual(survey.inPrivate.smallSteps(endOf(survey)), [], `survey ${survey.id}`);
      }
      await db.query.updateTable("surveys").set({ listed: 0 }).execute();
    }
    test.diagnostic(`${SURVEYS} surveys told of ${groups} groups; ${JSON.stringify([...heard])}`);
    assert.ok(groups > 0);
    for (const name of SURVEYS > 100 ? Object.keys(doors) : OFTEN) {
      assert.ok(heard.has(name), `${name} told nothing`);
    }
  });
});
