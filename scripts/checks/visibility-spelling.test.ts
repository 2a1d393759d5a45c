import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { visibilitySpellings } from "./visibility-spelling.ts";

const FILE = "server/features/people/people.reads.ts";

describe("a survey's visibility that is spelled out", () => {
  for (const line of [
    '.where("visibility", "=", "public")',
    '.where("surveys.visibility", "is not", null)',
    'eb("surveys.visibility", "in", ["public"])',
    "sql`visibility = 'public'`",
    "sql`where surveys.visibility='public'`",
    "sql`\x24{sql.ref('s.visibility')} = 'private'`",
    "sql`and visibility is not null`",
    "sql`case visibility when 'public' then 1 end`",
    'if (survey.visibility === "public") return;',
    'if ("public" !== row.survey.visibility) return;',
    "if (!survey.visibility) return;",
    "if (survey.visibility) return;",
    "return survey.visibility ? 1 : 0;",
    'switch (survey.visibility) { case "public": }',
    '["public"].includes(survey.visibility)',
    '.where("listed", "=", 1)',
    "if (survey.hidden_until_end === 1) return;",
    "sql`and adults_only = 0`",
    "sql`+surveys.listed = 1`",
    "sql`\x24{sql.ref(`\x24{survey}.listed`)} = 1`",
    "if (survey.listed === 1) return;",
    '.where("expire_time", "<=", now)',
    "sql`expire_time > \x24{now}`",
    "sql`(expire_time is null or \x24{now} < surveys.expire_time)`",
    "if ((survey.expire_time ?? Infinity) > now) return;",
    "if (now >= survey.expire_time) return;",
    "if (survey.expire_time! < now) return;",
    'if (survey["visibility"] == null) return;',
    '.where("start_time", "<=", now)',
    "if (survey.start_time > now) return;",
    "if (now < survey.start_time) return;",
    '.where("owner_id", "is not", null)',
    "sql`surveys.owner_id is not null`",
    "if (survey.owner_id === null) return;",
    '.where("invitation_code", "=", code)',
    "if (survey.invitation_code === code) return;",
    "sql`exists (select 1 from invitations where user_id = 1)`",
  ]) {
    it(`is found in ${line}`, () => {
      assert.deepEqual(visibilitySpellings(FILE, `\n${line}\n`), [2]);
    });
  }

  it("is found where a statement continues on the next line", () => {
    assert.deepEqual(
      visibilitySpellings(FILE, '.where(\n  "visibility",\n  "is",\n  null,\n)'),
      [2],
    );
  });

  for (const line of [
    "visibility: row.visibility,",
    "if (survey.visibility === visibility) return;",
    "const listed = belongsInLists(survey, now);",
    "const { visibility, listed } = survey;",
    '.select(["surveys.visibility", "surveys.expire_time"])',
    "type Row = Pick<Survey, 'visibility' | 'expire_time'>;",
    'if (survey.result_visibility === "before") return;',
    "sql`and result_visibility = 'after'`",
    "sql`update surveys set visibility = null, listed = 0`",
    "sql`order by expire_time, id`",
    "sql`and (expire_time, id) > (\x24{time}, \x24{id})`",
    '.where("surveys.start_time", ">=", oldest)',
    "toTimestamp(survey.start_time)",
    '.where("owner_id", "=", userId)',
    "// Only where visibility is null.",
    "/** Until expire_time <= now. */",
  ]) {
    it(`is not seen in ${line}`, () => {
      assert.deepEqual(visibilitySpellings(FILE, line), []);
    });
  }

  it("is allowed in the one file that decides, in migrations and in tests", () => {
    const allowed = "server/features/visibility/visibility.reads.ts";
    const text = readFileSync(allowed, "utf8");
    assert.deepEqual(visibilitySpellings(allowed, text), []);
    assert.deepEqual(visibilitySpellings("server/db/migrations/099-x.ts", text), []);
    assert.deepEqual(visibilitySpellings("server/features/votes/votes.test.ts", text), []);
    assert.ok(visibilitySpellings(FILE, text).length > 10);
  });
});
