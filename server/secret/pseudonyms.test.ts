import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openMailboxes } from "./pseudonyms.ts";
import { SECRET_FILE } from "./secret-file.ts";

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-mailboxes-"));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, "data");
}

describe("the secret of the marks", () => {
  it("is made once, readable by its owner only, also by servers that start at the same time (R214)", async (t) => {
    const dataDir = await newFolder(t);
    const all = await Promise.all(Array.from({ length: 8 }, () => openMailboxes({ dataDir })));
    const number = all[0]?.numberOf("ali@ornek.com");
    for (const mailboxes of [...all, await openMailboxes({ dataDir })]) {
      assert.equal(mailboxes.numberOf("Ali+1@ornek.com"), number);
    }
    assert.deepEqual(await readdir(dataDir), [SECRET_FILE]);
    assert.equal((await stat(join(dataDir, SECRET_FILE))).mode & 0o777, 0o600);
    assert.match(await readFile(join(dataDir, SECRET_FILE), "utf8"), /^[\w-]{43}$/);
  });

  it("decides the marks, which reveal nothing of each other (R212)", async (t) => {
    const dataDir = await newFolder(t);
    const [own, other] = [
      await openMailboxes({ dataDir }),
      await openMailboxes({ dataDir, markSecret: "baska-bir-kurulumun-gizli-degeri!" }),
    ];
    const mailbox = own.numberOf("ali@ornek.com");
    assert.notEqual(mailbox, other.numberOf("ali@ornek.com"));
    const marks = [own.markOf(mailbox, 1), own.markOf(mailbox, 2), other.markOf(mailbox, 1)];
    assert.equal(new Set([...marks, mailbox]).size, 4);
    assert.ok(marks.every(Number.isSafeInteger));
  });

  it("is never an empty file (R214)", async (t) => {
    const dataDir = await newFolder(t);
    await openMailboxes({ dataDir });
    await writeFile(join(dataDir, SECRET_FILE), "");
    await assert.rejects(openMailboxes({ dataDir }), /is empty: put it back from a backup/);
  });
});
