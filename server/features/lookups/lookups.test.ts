import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { listCategories, listCities } from "#contract/endpoints/lookups.ts";
import { testApp } from "#server/testing/test-app.ts";

const kanaat = await testApp({ after });

describe("listing cities", () => {
  it("returns the 81 provinces, each with its own plate code (R96)", async () => {
    const { status, body } = await kanaat.call(listCities);
    assert.equal(status, 200);
    const codes = body.items.map((city) => city.code).sort((a, b) => a - b);
    assert.deepEqual(
      codes,
      Array.from({ length: 81 }, (_, i) => i + 1),
    );
    const plate = (code: number) => body.items.find((city) => city.code === code)?.name;
    assert.deepEqual(
      [1, 6, 16, 34, 35, 46, 63, 67, 81].map(plate),
      "Adana Ankara Bursa İstanbul İzmir Kahramanmaraş Şanlıurfa Zonguldak Düzce".split(" "),
    );
  });

  it("is in the order of the Turkish alphabet (R96)", async () => {
    const { body } = await kanaat.call(listCities);
    const names = body.items.map((city) => city.name);
    const inOrder = "Bursa Çanakkale Çorum Denizli Iğdır Isparta İstanbul İzmir Siirt Sinop Şırnak";
    assert.deepEqual(
      names.filter((name) => inOrder.split(" ").includes(name)),
      inOrder.split(" "),
    );
  });

  it("may be kept by browsers and is not sent twice", async () => {
    const first = await kanaat.call(listCities);
    assert.match(first.headers.get("cache-control") ?? "", /max-age=3600/);
    const etag = first.headers.get("etag") ?? "";
    // A compressing proxy may have made the entity tag a weak one.
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await kanaat.call(listCities, { headers: { "if-none-match": known } });
      assert.equal(again.status, 304);
      assert.equal(again.text, "");
    }
    const other = await kanaat.call(listCities, { headers: { "if-none-match": '"x"' } });
    assert.equal(other.status, 200);
  });
});

describe("listing categories", () => {
  it("returns about a dozen with distinct ids and names (R97)", async () => {
    const { status, body } = await kanaat.call(listCategories);
    assert.equal(status, 200);
    assert.ok(body.items.length >= 10);
    assert.equal(new Set(body.items.map((category) => category.id)).size, body.items.length);
    assert.equal(new Set(body.items.map((category) => category.name)).size, body.items.length);
  });
});
