import assert from "node:assert/strict";
import { after, describe, it, type TestContext } from "node:test";
import { sql } from "kysely";
import { deleteAccount, getAccount, login, register } from "#contract/endpoints/account.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { migrate } from "#server/db/migrate.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { createPasswords } from "#server/features/sign-in/passwords.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";

const kanaat = await testApp({ after });
const send = (email: string) => kanaat.call(register, { body: registrationForm({ email }) });
let names = 0;
const newName = () => `mehtap${names++}`;

describe("one mailbox", () => {
  it("has one account, however its address is spelt (R38)", async () => {
    const name = newName();
    assert.equal((await send(`${name}@gmail.com`)).status, 201);
    for (const email of [
      `${name.toUpperCase()}@GMAIL.COM`,
      `m.e.h.${name.slice(3)}@gmail.com`,
      `${name}+anket@gmail.com`,
      `${name}@googlemail.com`,
      `${name}@ｇｍａｉｌ.com`,
    ]) {
      const { status, problem } = await send(email);
      assert.deepEqual([status, problem.code], [409, "email_taken"], email);
      assert.deepEqual(Object.keys(problem.fields ?? {}), ["email"]);
    }
    for (const email of [`${name}@ornek.com`, `${name.replace("m", "m.")}@ornek.com`]) {
      assert.equal((await send(email)).status, 201, email);
    }
  });

  it("has one account, also where many are registered at the same moment (R38)", async () => {
    const name = newName();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(`${name}+${i}@ornek.com`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
  });

  it("signs in by each of its spellings, and keeps the one that was typed (R38)", async () => {
    const name = newName();
    const { id, password } = await signUp(kanaat, { email: `Ali.${name}+anket@Gmail.com` });
    for (const email of [
      `ali.${name}+anket@gmail.com`,
      `ali${name}@gmail.com`,
      `a.l.i.${name}+x@googlemail.com`,
    ]) {
      const { token } = await signIn(kanaat, { email, password });
      const { item } = (await kanaat.call(getAccount, { token })).body;
      assert.deepEqual([item.id, item.email], [id, `ali.${name}+anket@gmail.com`]);
    }
  });

  it("is free again once its account is deleted (R38)", async () => {
    const name = newName();
    const { token, password } = await signUp(kanaat, { email: `${name}+1@ornek.com` });
    await kanaat.call(deleteAccount, { token, body: { password } });
    assert.equal((await send(`${name}+2@ornek.com`)).status, 201);
  });

  it("has one count of wrong passwords, which another spelling does not restart (R161)", async (t) => {
    const limited = await testApp(t, { config: { rateLimits: true } });
    const { max } = RATE_LIMITS.failedLogin;
    const { password } = await signUp(limited, { email: "ayse.kaya@gmail.com" });
    const enter = (email: string, password: string) =>
      limited.call(login, { body: { email, password } });
    for (let i = 0; i < max; i++) {
      assert.equal((await enter(`aysekaya+${i}@gmail.com`, "yanlis-sifre")).status, 401);
    }
    assert.equal((await enter("ayse.kaya@gmail.com", password)).status, 429);
  });
});

describe("an address that only looks like another", () => {
  it("opens neither a second account of that mailbox nor the account of the other (R249)", async () => {
    const { email, password } = await signUp(kanaat, { email: `mine.${newName()}@gmail.com` });
    const name = email.slice(0, email.indexOf("@"));
    for (const lookalike of [
      `${name.replace("i", "ı")}@gmail.com`,
      `${name.replace("i", "і")}@gmail.com`,
      `${name.replace("i", "İ")}@gmail.com`,
      `${name.replace("m", "ｍ")}@gmail.com`,
    ]) {
      assert.equal((await send(lookalike)).status, 422, lookalike);
      await assert.rejects(signIn(kanaat, { email: lookalike, password }), /401/);
    }
    // Other domains are separate accounts, whose address shows what it is.
    for (const [domain, ascii] of [
      ["gmaıl.com", "xn--gmal-nza.com"],
      ["gmаil.com", "xn--gmil-63d.com"],
    ] as const) {
      await assert.rejects(signIn(kanaat, { email: `${name}@${domain}`, password }), /401/);
      const { body } = await send(`${name}@${domain}`);
      assert.equal(body.item.email, `${name}@${ascii}`);
      assert.equal((await send(`${name}@${ascii}`)).status, 409);
    }
  });
});

describe("accounts of one mailbox that an earlier version allowed", () => {
  const people = [
    [1, "ece", "e.ce@gmail.com"],
    [2, "ali", "ali@ornek.com"],
    [3, "ece_2", "ece+2@gmail.com"],
    [4, "ece_3", "ece@googlemail.com"],
  ] as const;
  const password = "gül-şükrü";

  async function oldInstance(t: TestContext) {
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    const old = await openUnmigrated(instance);
    await migrate(old, "030-votes-while-private");
    const hash = await createPasswords().hash(password);
    for (const [id, nickname, email] of people) {
      await sql`insert into users (id, name, nickname, email, gender, birth_date, city_id,
          consent_version, explicit_consent_at, communication_consent_at, created_at)
        values (${id}, ${nickname}, ${nickname}, ${email}, 'women', '1990-01-01', 1, '1', 1, 1, 1)
        `.execute(old.query);
      await sql`insert into credentials (user_id, password_hash) values (${id}, ${hash})`.execute(
        old.query,
      );
    }
    // So that the next person gets an unused id.
    await old.query.transaction().execute((tx) => old.resetIdSequence(tx, "users", 4));
    await old.close();
    return testApp(t, { instance });
  }

  it("remain, each with its own address; the oldest has the others (R38)", async (t) => {
    const app = await oldInstance(t);
    const who = async (email: string) => {
      const { token } = await signIn(app, { email, password });
      return (await app.call(getAccount, { token })).body.item.id;
    };
    for (const [id, , email] of people) assert.equal(await who(email), id);
    assert.equal(await who("ec.e+x@gmail.com"), 1);
    const body = registrationForm({ email: "ece+5@gmail.com" });
    assert.equal((await app.call(register, { body })).problem.code, "email_taken");
  });

  it("leave the mailbox to the next one when they are deleted (R38)", async (t) => {
    const app = await oldInstance(t);
    const body = registrationForm({ email: "ece+5@gmail.com", password });
    for (const [left, next] of [
      ["e.ce@gmail.com", 3],
      ["ece@googlemail.com", 3],
      ["ece+2@gmail.com", undefined],
    ] as const) {
      assert.equal((await app.call(register, { body })).status, 409, left);
      const { token } = await signIn(app, { email: left, password });
      await app.call(deleteAccount, { token, body: { password } });
      const entered = await app.call(login, { body: { email: "ece@gmail.com", password } });
      if (next === undefined) assert.equal(entered.status, 401);
      else {
        const { item } = (await app.call(getAccount, { token: entered.body.token })).body;
        assert.equal(item.id, next);
      }
    }
    assert.equal((await app.call(register, { body })).status, 201);
  });
});

describe("an address of a domain", () => {
  const fieldsOf = async (app: Pick<typeof kanaat, "call">, email: string) => {
    const { status, problem } = await app.call(register, { body: registrationForm({ email }) });
    return status === 201 ? "taken" : [status, problem.code, problem.fields?.email];
  };
  const disposable = [
    422,
    "validation_failed",
    "Geçici e-posta adresleriyle hesap açılamaz. Lütfen kalıcı bir adresinizi yazın.",
  ];
  const refused = (domain: string) => [
    422,
    "validation_failed",
    `Bu sitede ${domain} adresleriyle hesap açılamıyor. Lütfen başka bir e-posta yazın.`,
  ];

  it("of throw-away addresses is refused, and its subdomains too (R250)", async () => {
    for (const domain of ["mailinator.com", "Mailinator.COM", "a.b.mailinator.com"]) {
      assert.deepEqual(await fieldsOf(kanaat, `${newName()}@${domain}`), disposable, domain);
    }
    for (const domain of ["ornekmailinator.com", "mailinator.com.ornek.com", "icloud.com"]) {
      assert.equal(await fieldsOf(kanaat, `${newName()}@${domain}`), "taken", domain);
    }
  });

  it("of a service that forwards from any number of addresses is refused (R250)", async () => {
    const forwarding = [
      422,
      "validation_failed",
      "Yönlendirme adresleriyle hesap açılamaz. Lütfen e-postalarınızı okuduğunuz asıl adresi yazın.",
    ];
    for (const domain of [
      "duck.com",
      "mozmail.com",
      "passmail.net",
      "ali.anonaddy.com",
      "slmail.me",
    ])
      assert.deepEqual(await fieldsOf(kanaat, `${newName()}@${domain}`), forwarding, domain);
  });

  it("below a mailbox is refused, and names the form of the mailbox's own address (R250)", async () => {
    for (const [domain, parent] of [
      ["ayse.fastmail.com", "fastmail.com"],
      ["a.b.fastmail.fm", "fastmail.fm"],
      ["ayse.sent.com", "sent.com"],
    ] as const) {
      const message = `Lütfen ek adres yerine asıl adresinizi yazın (ayse@${parent} gibi).`;
      const refusal = [422, "validation_failed", message];
      assert.deepEqual(await fieldsOf(kanaat, `${newName()}@${domain}`), refusal, domain);
    }
    for (const domain of ["fastmail.com", "ayse.ornekfastmail.com", "fastmail.com.ornek.com"]) {
      assert.equal(await fieldsOf(kanaat, `${newName()}@${domain}`), "taken", domain);
    }
  });

  it("is refused or allowed as the operator says, the longest that is named first (R250)", async (t) => {
    const app = await testApp(t, {
      config: {
        mailDomains: {
          refused: ["ornek.com", "gecici.mailinator.com"],
          allowed: ["okul.ornek.com", "mailinator.com"],
        },
      },
    });
    for (const [domain, answer] of [
      ["ornek.com", refused("ornek.com")],
      ["posta.ornek.com", refused("ornek.com")],
      ["okul.ornek.com", "taken"],
      ["ogrenci.okul.ornek.com", "taken"],
      ["mailinator.com", "taken"],
      ["gecici.mailinator.com", refused("gecici.mailinator.com")],
      ["yopmail.com", disposable],
    ] as const) {
      assert.deepEqual(await fieldsOf(app, `${newName()}@${domain}`), answer, domain);
    }
  });

  it("that is refused by now still lets earlier accounts sign in (R250)", async (t) => {
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    const before = await testApp(t, { instance });
    const { email, password } = await signUp(before, { email: "eski@ornek.com" });
    await before.close();
    const mailDomains = { refused: ["ornek.com"], allowed: [] };
    const app = await testApp(t, { instance, config: { mailDomains } });
    await signIn(app, { email, password });
  });
});
