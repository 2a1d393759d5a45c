import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { getOwnReceipt, getSealBundle } from "#contract/endpoints/receipts.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import type { Bundle } from "#contract/proof/sealed-results.ts";
import { openDatabase } from "#server/db/open.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { instance, config } = kanaat;
const people = await Promise.all(Array.from({ length: 10 }, () => signUp(kanaat)));
const [owner] = people as [(typeof people)[0], ...typeof people];
const survey = await publishSurvey(kanaat, owner);
for (const [i, voter] of people.entries()) await voteFor(kanaat, voter, survey, i % 2);
const call = { token: owner.token, params: { id: survey.id } };
await succeed(kanaat.call(closeSurvey, call));
kanaat.clock.advance(2 * MINUTE_MS);
await kanaat.runMaintenance();
const bundle = await succeed(kanaat.call(getSealBundle, call));
const { receipt } = (await succeed(kanaat.call(getOwnReceipt, call))).item;
const keys = (await kanaat.app.inject("/.well-known/kanaat-signing-key")).body;
// A SQLite folder belongs to one process.
await kanaat.close();

const folder = await mkdtemp(join(tmpdir(), "kanaat-verify-"));
after(() => rm(folder, { recursive: true }));

/** Runs the command in the installation's environment, which it needs for the database. */
function verify(...args: string[]) {
  const { databaseUrl = "", dataDir } = { ...config, ...instance };
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/verify.ts", ...args], {
    encoding: "utf8",
    env,
  });
  return { status, text: stdout + stderr };
}

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const changed = (change: (bundle: Bundle) => unknown): Bundle => {
  const copy = structuredClone(bundle);
  change(copy);
  return copy;
};

describe("npm run verify", () => {
  it("says that a file is as it was signed, by which key, and finds a receipt in it (R291)", async () => {
    const [file, key] = [await fileOf("kanit.json", bundle), await fileOf("anahtar.json", keys)];
    const plain = verify(file);
    assert.equal(plain.status, 0, plain.text);
    assert.match(plain.text, /GOOD {2}10 receipts for 10 votes/);
    assert.match(plain.text, /Compare it with the site's/);
    const trusted = verify(file, "--key", key, "--receipt", receipt.toLowerCase());
    assert.equal(trusted.status, 0, trusted.text);
    assert.match(trusted.text, /which is trusted/);
    assert.match(trusted.text, new RegExp(`GOOD  ${receipt} is among the receipts`));
  });

  it("ends with 1 where something was changed, the key is another or a receipt is missing (R291)", async () => {
    const file = await fileOf("kanit.json", bundle);
    const other = JSON.stringify({ keys: [{ ...bundle.public_key, x: "A".repeat(43) }] });
    const wrong: [string[], RegExp][] = [
      [
        [
          await fileOf(
            "1.json",
            changed(({ receipts }) => receipts.pop()),
          ),
        ],
        /as many receipts/,
      ],
      [
        [
          await fileOf(
            "2.json",
            changed(({ document: { options } }) => options.reverse()),
          ),
        ],
        /something in it was changed/,
      ],
      [[await fileOf("3.json", { çay: 1 })], /no sealed survey/],
      [[await fileOf("4.json", "çay")], /is not JSON/],
      [[file, "--key", await fileOf("5.json", other)], /key that is trusted/],
      [[file, "--receipt", "0000-0000-0000-0000"], /not among the receipts/],
      [[file, "--receipt", "çay"], /no receipt/],
    ];
    for (const [args, said] of wrong) {
      const { status, text } = verify(...args);
      assert.equal(status, 1, text);
      assert.match(text, said);
    }
  });

  it("compares what was sealed with the votes in the database (R293)", async () => {
    const before = verify("--database");
    assert.equal(before.status, 0, before.text);
    assert.match(before.text, /1 sealed surveys were compared/);
    const db = await openDatabase({ ...config, ...instance });
    await db.query.deleteFrom("votes").where("user_id", "=", voterOfAccount(owner.id)).execute();
    await db.close();
    const later = verify("--database");
    assert.equal(later.status, 1, later.text);
    assert.match(later.text, /WRONG {2}survey \d+: 9 votes instead of 10/);
  });
});
