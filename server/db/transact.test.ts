import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { testApp } from "#server/testing/test-app.ts";
import { transact } from "./transact.ts";

const { db } = await testApp({ after });

/** Fails as if the person had been deleted in between. */
const openSessionOf = (userId: number) => sql`insert into sessions (token_hash, user_id, expires_at)
  values (${`hash-${userId}`}, ${userId}, 1)`;

describe("a transaction that fails because of another one", () => {
  it("is tried four times in all, then its error is thrown", async () => {
    let attempts = 0;
    const work = transact(db, async (tx) => {
      attempts += 1;
      await openSessionOf(999).execute(tx);
    });
    await assert.rejects(work, (error) => db.fault(error) === "foreign_key");
    assert.equal(attempts, 4);
  });

  it("leaves nothing of the failed attempts", async () => {
    let attempts = 0;
    await transact(db, async (tx) => {
      attempts += 1;
      const day = `2026-03-0${attempts}`;
      await tx.insertInto("view_salts").values({ day, salt: "x" }).execute();
      if (attempts < 3) await openSessionOf(999).execute(tx);
    });
    const rows = await db.query.selectFrom("view_salts").select("day").execute();
    assert.deepEqual(
      rows.map(({ day }) => day),
      ["2026-03-03"],
    );
  });

  it("is not tried again for any other error", async () => {
    let attempts = 0;
    const work = transact(db, async () => {
      attempts += 1;
      throw new Error("as a bug would");
    });
    await assert.rejects(work, /as a bug would/);
    assert.equal(attempts, 1);
  });
});
