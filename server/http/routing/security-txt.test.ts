import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { testApp } from "#server/testing/test-app.ts";

const folder = await mkdtemp(join(tmpdir(), "kanaat-operator-"));
const operatorFile = join(folder, "operator.json");
const config = { operatorFile, publicUrl: "https://kanaat.example" };
const kanaat = await testApp({ after }, { config });
after(() => rm(folder, { recursive: true }));

async function ask(operator: unknown, app = kanaat.app) {
  await writeFile(operatorFile, JSON.stringify(operator));
  return app.inject("/.well-known/security.txt");
}

describe("security.txt", () => {
  it("names the contact, the languages and a day of expiry (R227)", async (t) => {
    kanaat.clock.set("2026-11-26T09:30:00Z");
    const { statusCode, headers, body } = await ask({ security_contact: "guvenlik@ornek.com" });
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "text/plain; charset=utf-8");
    assert.deepEqual(body.split("\n"), [
      "Contact: mailto:guvenlik@ornek.com",
      "Expires: 2027-05-25T00:00:00Z",
      "Preferred-Languages: tr, en",
      "Canonical: https://kanaat.example/.well-known/security.txt",
      "",
    ]);
    const page = await ask({ security_contact: " https://kanaat.example/bildir " });
    assert.match(page.body, /^Contact: https:\/\/kanaat.example\/bildir\n/);
    const plain = await testApp(t, { config: { operatorFile } });
    const unencrypted = await ask({ security_contact: "tel:+90-312-000-00-00" }, plain.app);
    assert.match(unencrypted.body, /^Contact: tel:.*\nExpires: .*\nPreferred-Languages: tr, en\n$/);
  });

  it("is missing where there is no contact (R227)", async () => {
    for (const operator of [{}, { security_contact: " " }]) {
      const { statusCode, headers } = await ask(operator);
      assert.equal(statusCode, 404);
      assert.match(String(headers["content-type"]), /problem\+json/);
    }
  });

  it("is an error of the server where the contact is invalid (R227)", async () => {
    for (const security_contact of ["biri", "http://kanaat.example", "mailto:a@b.c\nExpires: 1"]) {
      assert.equal((await ask({ security_contact })).statusCode, 500, security_contact);
    }
  });
});
