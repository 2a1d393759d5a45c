import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { DAY_MS } from "#contract/durations.ts";
import { confirmNickname, register } from "#contract/endpoints/account.ts";
import { IMAGE_MAX_SIDE, REGISTRATION_NETWORK_DAYS } from "#contract/limits.ts";
import { OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Form, registrationForm, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";

const kanaat = await testApp({ after });
const { db } = kanaat;

const send = (body: unknown) => kanaat.call(register, { body });
const refused = async (given: Record<string, unknown>) => {
  const { status, problem } = await send({ ...registrationForm(), ...given });
  return { status, code: problem.code, fields: problem.fields ?? {} };
};
const userRow = (id: number) =>
  db.query.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const people = async () => (await db.query.selectFrom("users").select("id").execute()).length;

describe("registering", () => {
  it("opens an account and returns everything but the password (R29)", async () => {
    const form = registrationForm({
      name: "  Işıl Öz ",
      nickname: "IsilOz",
      email: "Isil@Ornek.COM",
    });
    const { status, body, text } = await send(form);
    assert.equal(status, 201);
    assert.deepEqual(body.item, {
      id: body.item.id,
      name: "Işıl Öz",
      nickname: "isiloz",
      email: "isil@ornek.com",
      image: null,
      gender: "women",
      birth_date: "23.04.1990",
      city_id: 34,
      biography: null,
      show_details: false,
      follower_count: 0,
      following_count: 0,
      survey_count: 0,
      email_verified: false,
    });
    assert.doesNotMatch(text, /password|argon|sifre/i);
  });

  it("keeps the password as argon2id only, and the consents with time and version (R35, R36)", async () => {
    // Other tests may run with a cheaper hash (testing/cheap-passwords.ts).
    process.env.FULL_PASSWORD_COST = "on";
    const { body } = await send(registrationForm());
    delete process.env.FULL_PASSWORD_COST;
    const row = await userRow(body.item.id);
    const { password_hash } = await db.query
      .selectFrom("credentials")
      .select("password_hash")
      .where("user_id", "=", body.item.id)
      .executeTakeFirstOrThrow();
    assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(row.explicit_consent_at, kanaat.clock.now());
    assert.equal(row.communication_consent_at, kanaat.clock.now());
    assert.match(row.consent_version, /^\d{4}-\d\d-\d\d$/);
  });

  it("comes as a form with an avatar too (R29)", async () => {
    const { status, body } = await send({ ...registrationForm(), image: await picture() });
    assert.equal(status, 201);
    assert.match(body.item.image ?? "", /^\/images\//);
    const served = await kanaat.app.inject(body.item.image ?? "");
    assert.equal(served.statusCode, 200);
  });

  it("accepts the shortest and the longest password, whole (R34)", async () => {
    for (const password of ["pür-6x", `${"ğ".repeat(127)}1`]) {
      const person = await signUp(kanaat, { password });
      await signIn(kanaat, person);
      const shorter = { email: person.email, password: password.slice(0, -1) };
      await assert.rejects(signIn(kanaat, shorter), /401/);
    }
    assert.ok((await refused(passwords("x".repeat(129)))).fields.password);
    assert.ok((await refused(passwords("beşli"))).fields.password);
  });

  it("counts a password's letters as they are kept, however they were typed (R34)", async () => {
    const typed = (text: string) => text.normalize("NFD");
    assert.ok((await refused(passwords(typed("şçğüö")))).fields.password);
    const password = typed("ğ".repeat(128));
    const { email } = await signUp(kanaat, { password });
    await signIn(kanaat, { email, password: "ğ".repeat(128) });
  });

  it("refuses the most common passwords (R34)", async () => {
    for (const password of [
      "123456",
      "qwerty",
      "Galatasaray",
      "fenerbahce",
      "PASSWORD",
      "şifre123",
      "ŞİFRE123",
      "İSTANBUL34",
      "Mustang",
      "987654321",
      "232323",
      "poiuytrewq",
    ]) {
      const { status, fields } = await refused(passwords(password));
      assert.equal(status, 422, password);
      assert.ok(fields.password, password);
    }
  });

  it("refuses a password that is the person's name, nickname or address (R34)", async () => {
    const own = { name: "Işıl Öztürk", nickname: "isil_oz", email: "i.deniz@ornek.com" };
    for (const password of ["IŞIL1990", "isil_oz!", "öztürk-1", "i.deniz@ornek.com"]) {
      const { status, fields } = await refused({ ...own, ...passwords(password) });
      assert.equal(status, 422, password);
      assert.deepEqual(fields, { password: OWN_PASSWORD });
    }
    assert.equal(
      (await send(registrationForm({ ...own, ...passwords("ışıl-yola-çık") }))).status,
      201,
    );
  });

  it("names each field that is missing or wrong (R33)", async () => {
    const { status, problem } = await send({});
    assert.equal(status, 422);
    assert.deepEqual(Object.keys(problem.fields ?? {}).sort(), [
      "birth_date",
      "city_id",
      "communication_consent",
      "confirm_password",
      "email",
      "explicit_consent",
      "gender",
      "name",
      "nickname",
      "password",
    ]);
    const wrong: Record<string, unknown>[] = [
      { name: "   " },
      { name: "a\u0000b" },
      { name: "a\u202eb" },
      { email: "ali@" },
      { email: "a\u0000@ornek.com" },
      { nickname: "al" },
      { gender: "kadın" },
      { city_id: 0 },
      { city_id: 82 },
      { confirm_password: "baska-sifre" },
      { explicit_consent: false },
      { communication_consent: "hayır" },
    ];
    for (const given of wrong) {
      const { status, fields } = await refused(given);
      assert.equal(status, 422, JSON.stringify(given));
      assert.deepEqual(Object.keys(fields), Object.keys(given));
    }
    assert.deepEqual((await refused({ city_id: "" })).fields, { city_id: "Lütfen şehir seçin." });
  });

  it("accepts days that exist, from 1900 to the last year (R32)", async () => {
    for (const birth_date of ["31.02.2000", "29.02.2001", "00.01.1990", "1990-01-01", "1.1.1990"]) {
      assert.ok((await refused({ birth_date })).fields.birth_date, birth_date);
    }
    for (const birth_date of ["31.12.1899", "01.01.2026"]) {
      assert.ok((await refused({ birth_date })).fields.birth_date, birth_date);
    }
    for (const birth_date of ["01.01.1900", "31.12.1955", "31.12.2025", "29.02.2000"]) {
      assert.equal((await send(registrationForm({ birth_date }))).status, 201, birth_date);
    }
  });

  it("counts the years by the clock of Istanbul", async (t) => {
    const newYear = await testApp(t);
    newYear.clock.set("2026-12-31T20:59:59Z");
    const body = registrationForm({ birth_date: "15.06.2026" });
    assert.equal((await newYear.call(register, { body })).status, 422);
    newYear.clock.advance(1000);
    assert.equal((await newYear.call(register, { body })).status, 201);
  });

  it("leaves a nickname to the first who takes it: nickname_taken (R37)", async () => {
    const { nickname } = registrationForm();
    await send(registrationForm({ nickname }));
    const { status, code, fields } = await refused({ nickname: nickname.toUpperCase() });
    assert.equal(status, 409);
    assert.equal(code, "nickname_taken");
    assert.deepEqual(Object.keys(fields), ["nickname"]);
  });

  it("leaves an e-mail to the first who takes it, whatever its case: email_taken (R38)", async () => {
    const { email } = await signUp(kanaat);
    const { status, code, fields } = await refused({ email: email.toUpperCase() });
    assert.equal(status, 409);
    assert.equal(code, "email_taken");
    assert.deepEqual(Object.keys(fields), ["email"]);
  });

  it("names both when both are taken", async () => {
    const { nickname, email } = await signUp(kanaat);
    const { fields } = await refused({ nickname, email });
    assert.deepEqual(Object.keys(fields).sort(), ["email", "nickname"]);
  });

  it("gives a nickname that many want at the same moment to one of them (R37)", async () => {
    const { nickname } = registrationForm();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(registrationForm({ nickname }))),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
  });

  it("gives nobody a reserved nickname (R37)", async () => {
    for (const nickname of ["admin", "Kanaat", "popular"]) {
      assert.equal((await refused({ nickname })).code, "nickname_taken", nickname);
    }
  });

  it("gives nobody an official name except those the operator allows (R229)", async (t) => {
    const { fields } = await refused({ name: "T.C. İçişleri Bakanlığı" });
    assert.deepEqual(Object.keys(fields), ["name"]);
    assert.match(fields.name ?? "", /^Bu ad resmî bir kurumu/);
    assert.equal((await refused({ nickname: "izmir_belediyesi" })).code, "nickname_taken");

    const config = { officialNicknames: ["izmir_belediyesi", "kanaat"] };
    const named = await testApp(t, { config });
    for (const nickname of config.officialNicknames) {
      const params = { nickname };
      assert.equal((await named.call(confirmNickname, { params })).status, 200);
      const body = registrationForm({ nickname, name: "İzmir Büyükşehir Belediyesi ✓" });
      assert.equal((await named.call(register, { body })).status, 201);
    }
    const other = registrationForm({ name: "İzmir Büyükşehir Belediyesi" });
    assert.equal((await named.call(register, { body: other })).status, 422);
  });

  it("gives nobody a name that the operator refuses (R229)", async (t) => {
    const config = { refusedNames: ["Ankara Barosu"], officialNicknames: ["baro"] };
    const named = await testApp(t, { config });
    const fields = async (form: object) =>
      (await named.call(register, { body: registrationForm(form) })).problem?.fields ?? {};
    assert.deepEqual(Object.keys(await fields({ name: "ANKARA BAROSU" })), ["name"]);
    assert.deepEqual(Object.keys(await fields({ nickname: "ankarabarosu" })), ["nickname"]);
    assert.deepEqual(await fields({ name: "Ankara Barosu", nickname: "baro" }), {});
  });

  it("gives nobody a nickname that only looks like another's (R37)", async () => {
    await send(registrationForm({ nickname: "ali" }));
    const taken = ["ALI", "Ali", " ali", "ali ", "al\u200bi"];
    const invalid = ["ALİ", "alı", "аli", "ａｌｉ", "ali\u0307", "al\u202ei", "a li", "ali\u0000"];
    for (const nickname of taken)
      assert.equal((await refused({ nickname })).code, "nickname_taken");
    for (const nickname of invalid) {
      const { status, fields } = await refused({ nickname });
      assert.equal(status, 422, nickname);
      assert.ok(fields.nickname);
    }
  });

  it("ignores what a new account may not decide (R164)", async () => {
    const more = { id: 1, role: "admin", created_at: 0, follower_count: 99, show_details: true };
    const { status, body } = await send({ ...registrationForm(), ...more });
    assert.equal(status, 201);
    assert.notEqual(body.item.id, 1);
    assert.equal(body.item.follower_count, 0);
    assert.equal(body.item.show_details, false);
  });

  it("opens no file that a body names (R88)", async () => {
    const before = await people();
    for (const image of ["/images/a.webp", { path: "/etc/passwd", bytes: 1 }, null]) {
      const { status } = await send({ ...registrationForm(), image });
      assert.equal(status, 422, JSON.stringify(image));
    }
    assert.equal(await people(), before);
  });

  it("refuses an avatar that is no picture: image_format", async () => {
    const image = new File(["<svg/>"], "ben.png", { type: "image/png" });
    const { status, code } = await refused({ image });
    assert.equal(status, 422);
    assert.equal(code, "image_format");
  });

  it("refuses an avatar that is too long: image_too_large", async () => {
    assert.equal((await refused({ image: await endlessPicture() })).code, "image_too_large");
  });

  it("accepts one file only: payload_too_large", async () => {
    const [image, another] = await Promise.all([picture(), picture()]);
    assert.equal((await refused({ image, another })).code, "payload_too_large");
  });

  it("keeps no picture of a refused registration", async (t) => {
    const stored = new Set<string>();
    const watched = await testApp(t, {
      images: (store) => ({
        ...store,
        put: async (id, files) => {
          await store.put(id, files);
          stored.add(id);
        },
        delete: async (id) => {
          stored.delete(id);
          await store.delete(id);
        },
      }),
    });
    const { email } = await signUp(watched);
    const body: Form = { ...registrationForm({ email }), image: await picture() };
    assert.equal((await watched.call(register, { body })).problem.code, "email_taken");
    assert.equal(stored.size, 0);
  });
});

describe("asking whether a nickname is free", () => {
  const ask = (nickname: string) => kanaat.call(confirmNickname, { params: { nickname } });

  it("returns the nickname as it would be kept (R39)", async () => {
    for (const typed of ["Yeni_Biri1", " yeni_biri1 "]) {
      const { status, body } = await ask(typed);
      assert.equal(status, 200);
      assert.deepEqual(body, { item: { nickname: "yeni_biri1" } });
    }
  });

  it("says when it is taken or reserved: nickname_taken (R39)", async () => {
    const { nickname } = await signUp(kanaat);
    for (const taken of [nickname, nickname.toUpperCase(), "destek"]) {
      const { status, problem } = await ask(taken);
      assert.equal(status, 409, taken);
      assert.equal(problem.code, "nickname_taken");
    }
  });

  it("refuses what is not a nickname: invalid_nickname (R39)", async () => {
    for (const wrong of [
      "al",
      "a".repeat(31),
      "a".repeat(250),
      "ali veli",
      "ALİ",
      "alı",
      "a\u0000li",
      "ali-veli",
    ]) {
      const { status, problem } = await ask(wrong);
      assert.equal(status, 422, wrong);
      assert.equal(problem.code, "invalid_nickname");
    }
  });
});

describe("the network of a registration", () => {
  const networkOf = async (id: number) => {
    const rows = db.query.selectFrom("registration_networks").select("network");
    return (await rows.where("user_id", "=", id).executeTakeFirst())?.network;
  };

  it("is a number, the same for all of its accounts, and forgotten after 30 days (R429)", async () => {
    const [one, other] = [await signUp(kanaat), await signUp(kanaat)];
    const network = await networkOf(one.id);
    assert.ok(Number.isSafeInteger(network));
    assert.equal(await networkOf(other.id), network);
    kanaat.clock.advance(REGISTRATION_NETWORK_DAYS * DAY_MS - 1);
    await kanaat.runMaintenance();
    assert.equal(await networkOf(one.id), network);
    kanaat.clock.advance(1);
    await kanaat.runMaintenance();
    assert.deepEqual([await networkOf(one.id), await networkOf(other.id)], [undefined, undefined]);
  });
});

const passwords = (password: string) => ({ password, confirm_password: password });

async function endlessPicture(): Promise<File> {
  const create = { width: IMAGE_MAX_SIDE + 1, height: 1, channels: 3, background: "red" } as const;
  const png = await sharp({ create }).png().toBuffer();
  return new File([new Uint8Array(png)], "ben.png", { type: "image/png" });
}
