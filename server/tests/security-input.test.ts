import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import * as z from "zod";
import { api } from "#contract/api.ts";
import { getAccount, login, register, updateAccount } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { addOptions, createSurvey, getSurvey, updateSurvey } from "#contract/endpoints/surveys.ts";
import { BIOGRAPHY_MAX, DESCRIPTION_MAX, OPTION_CONTENT_LENGTH } from "#contract/limits.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { processorTimeOf } from "#server/testing/processor-time.ts";
import { testApp } from "#server/testing/test-app.ts";
import type { Answer } from "#testing/api.ts";
import { download, registrationForm, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

// What people may send anywhere (R165 to R167); the features test the rules of single fields.

const kanaat = await testApp({ after });
const { app } = kanaat;
const person = await staffMember(kanaat, "admin");
const { token } = person;
const survey = await publishSurvey(kanaat, person);
const draft = await draftSurvey(kanaat, person);
const image = await picture();
const params = { id: survey.id };

const option = (content: string) => ({ survey_id: draft, image, content });
/** Every field for a person's own words. */
const fields: Record<string, (text: string) => Promise<Answer<unknown>>> = {
  "a new name": (name) => kanaat.call(register, { body: registrationForm({ name }) }),
  "a new e-mail": (email) => kanaat.call(register, { body: registrationForm({ email }) }),
  "a new nickname": (nickname) => kanaat.call(register, { body: registrationForm({ nickname }) }),
  "a name": (name) => kanaat.call(updateAccount, { token, body: { name } }),
  "a biography": (biography) => kanaat.call(updateAccount, { token, body: { biography } }),
  "a name in a form": (name) => kanaat.call(updateAccount, { token, body: { name, image } }),
  "a question": (question) =>
    kanaat.call(createSurvey, { token, body: { question, image, category_id: 1 } }),
  "a draft's description": (description) =>
    kanaat.call(createSurvey, {
      token,
      body: { question: "Hangisi?", image, category_id: 1, description },
    }),
  "an option": (text) =>
    kanaat.call(addOptions, { token, body: { data: [option("a"), option(text)] } }),
  "a description": (description) =>
    kanaat.call(updateSurvey, { token, params, body: { description } }),
  "an invited nickname": (nickname) =>
    kanaat.call(invitePerson, { token, params, body: { nickname } }),
};

const INVISIBLE = {
  NUL: "a\u0000b",
  "a lone high surrogate": "a\ud83db",
  "a lone low surrogate": "a\ude00b",
  "a bidi override": "a\u202eb",
  "a bidi isolate": "a\u2066b\u2069",
  "an escape": "a\u001b[31mb",
  "a private character": "a\ue000b",
};

const send = (method: string, url: string, type: string | undefined, payload: string | Buffer) =>
  app.inject({
    method: method as "POST",
    url,
    headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) },
    payload,
  });

const withBody = Object.entries(api).filter(([, { body }]) => body);
const address = (path: string) =>
  path.replace("{id}", String(survey.id)).replace("{userId}", String(person.id));

/** Invisible, though not empty. */
const SHAPELESS = ["\u200d", "\u200c\ufe0f", "\u3164\u3164\u3164", "\u2800 \u2800", "\u115f"];

describe("a text", () => {
  it("of letters without a shape is refused where one is needed (R165)", async () => {
    for (const field of ["a new name", "a name", "a question", "an option"]) {
      for (const text of SHAPELESS) {
        assert.equal((await fields[field]?.(text))?.status, 422, `${field}: ${escape(text)}`);
      }
    }
  });

  it("with what nobody can see is refused everywhere (R165)", async () => {
    for (const [field, sendText] of Object.entries(fields)) {
      for (const [what, text] of Object.entries(INVISIBLE)) {
        const { status } = await sendText(text);
        assert.ok(status === 400 || status === 422, `${what} in ${field}: ${status}`);
      }
    }
  });

  it("of a megabyte is refused everywhere, with little processor time (R165)", async () => {
    const text = "ş".repeat(512 * 1024);
    for (const [field, sendText] of Object.entries(fields)) {
      const usedMs = await processorTimeOf(async () => {
        const { status } = await sendText(text);
        assert.ok(status === 413 || status === 422, `${field}: ${status}`);
      });
      assert.ok(usedMs < 1000, `${field}: ${usedMs} ms`);
    }
    const { status } = await kanaat.call(login, { body: { email: text, password: text } });
    assert.equal(status, 413);
  });

  it("survives at the exact limit, letter by letter (R165)", async () => {
    const long = (max: number) =>
      "ğİıŞ👩‍👩‍👧🇹🇷"
        .repeat(max)
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, "ş");
    const exact = (max: number) =>
      [...long(max * 2)]
        .slice(0, max - 1)
        .join("")
        .concat("ç");
    const biography = exact(BIOGRAPHY_MAX);
    await kanaat.call(updateAccount, { token, body: { biography } });
    const { body } = await kanaat.call(getAccount, { token });
    assert.equal(body.item.biography, biography);

    const [description, content] = [exact(DESCRIPTION_MAX), exact(OPTION_CONTENT_LENGTH.max)];
    const { id } = await publishSurvey(kanaat, person, { description, options: [content, "b"] });
    const { item } = (await kanaat.call(getSurvey, { params: { id } })).body;
    assert.deepEqual([item.description, item.options[0]?.content], [description, content]);
  });

  it("in an address or a query breaks nothing (R165)", async () => {
    const hostile = [
      "%00",
      "%FF",
      "%ED%A0%80",
      "%E2%80%AE",
      "%",
      "%zz",
      "'%20or%201=1--",
      "x".repeat(5000),
    ];
    for (const text of hostile) {
      for (const url of [
        `/api/surveys?q=${text}`,
        `/api/surveys?cursor=${text}`,
        `/api/surveys?category_id=${text}&type=${text}&order=${text}&limit=${text}`,
        `/api/auth/surveys/${text}`,
        `/api/auth/surveys/${survey.id}?davet=${text}`,
        `/api/users/${text}`,
        `/api/nickname/${text}/confirm`,
        `/images/aa/${text}/1280.webp`,
      ]) {
        const { statusCode } = await app.inject(url);
        assert.ok(statusCode < 500, `${url.slice(0, 80)}: ${statusCode}`);
      }
    }
  });
});

describe("a form without end", () => {
  const MEGABYTE = Buffer.alloc(1024 * 1024, 0x41);
  const PART = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

  /** Sends a form that says it has a gigabyte, and returns the first line of what comes back. */
  async function sendForm(t: TestContext, pieces: readonly (string | Buffer)[]) {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as AddressInfo;
    const { token: ours } = await signUp(own);
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    t.after(() => socket.destroy());
    const answered = once(socket, "data");
    const head = [
      "POST /api/auth/surveys HTTP/1.1",
      "host: kanaat",
      `authorization: Bearer ${ours}`,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 1000000000",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    for (const piece of pieces) socket.write(piece);
    const [line] = String(await answered).split("\r\n");
    assert.deepEqual(await readdir(join(own.config.dataDir, "uploads")), []);
    return line;
  }

  it("is refused at the limit of a picture, while it is still being sent (R170)", async (t) => {
    const line = await sendForm(t, [PART, ...Array.from({ length: 12 }, () => MEGABYTE)]);
    assert.match(String(line), /^HTTP\/1.1 413 /);
  });

  it("is refused for what stands before its parts, between and behind them (R170)", async (t) => {
    const rubbish = Array.from({ length: 3 }, () => MEGABYTE);
    const field = '--b\r\ncontent-disposition: form-data; name="question"\r\n\r\nEvet mi?\r\n';
    for (const [where, pieces] of Object.entries({
      before: rubbish,
      between: [field, "--bX\r\n", ...rubbish],
      behind: [field, "--b--\r\n", ...rubbish],
    })) {
      assert.match(String(await sendForm(t, pieces)), /^HTTP\/1.1 4(13|22) /, where);
    }
  });
});

describe("a body", () => {
  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const whole = JSON.stringify({ name: "Yeni Ad", nickname: "abc", visibility: "public" });
  const bodies = {
    truncated: [whole.slice(0, -1), "application/json"],
    deep: [deep, "application/json"],
    "a deep list": [`${"[".repeat(10_000)}${"]".repeat(10_000)}`, "application/json"],
    "no JSON": ["name=Yeni", "application/json"],
    "two values": ["{} {}", "application/json"],
    "no UTF-8": [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "application/json"],
    "UTF-16": [Buffer.from(whole, "utf16le"), "application/json"],
    "a bare number": ["5", "application/json"],
    "a bare null": ["null", "application/json"],
    "a bare text": ['"x"', "application/json"],
    text: [whole, "text/plain"],
    XML: ["<name>Yeni</name>", "application/xml"],
    "a web form": ["name=Yeni", "application/x-www-form-urlencoded"],
    "a false type": [whole, "application/jsonx"],
    "a type with a trick": [whole, "text/json, application/json"],
    "a type with a tab": [whole, "\tapplication/xml\t;application/json"],
    "no type": [whole, undefined],
    "an unknown type": [whole, "x"],
    "a form without boundary": ["--b\r\n\r\n", "multipart/form-data"],
    "a form with an empty boundary": ["--b\r\n\r\n", "multipart/form-data; boundary="],
    "a form with another boundary": ["--c\r\n\r\nx\r\n--c--", "multipart/form-data; boundary=b"],
    "a form that breaks off": [
      '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx',
      "multipart/form-data; boundary=b",
    ],
    "a form of rubbish": ["\r\n\r\n-b-\u0000", "multipart/form-data; boundary=b"],
    "another multipart": ["--b\r\n\r\nx\r\n--b--", "multipart/mixed; boundary=b"],
  } as const;

  it("that is broken or of another kind is refused by every endpoint (R150, R166)", async () => {
    for (const [name, { method, path }] of withBody) {
      for (const [what, [payload, type]] of Object.entries(bodies)) {
        const { statusCode } = await send(method, address(path), type, payload as string);
        const expected = [400, 413, 415, 422].includes(statusCode);
        assert.ok(expected, `${what} to ${name}: ${statusCode}`);
      }
    }
  });

  it("with wrong values is refused in Turkish, field by field (R147)", async () => {
    const messages = new Set<string>();
    const hear = ({ statusCode, body }: { statusCode: number; body: string }) => {
      if (statusCode !== 422) return;
      for (const text of Object.values(JSON.parse(body).fields ?? {})) messages.add(String(text));
    };
    for (const [, { method, path, body }] of withBody) {
      const names = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
      for (const value of [null, 0, -1, 1.5, "", "x", [], [1], { a: 1 }]) {
        const wrong = Object.fromEntries(names.map((name) => [name, value]));
        hear(await send(method, address(path), "application/json", JSON.stringify(wrong)));
      }
    }
    for (const query of ["limit=0", "limit=x", "limit=101", "order=x", "category_id=x"]) {
      hear(await send("GET", `/api/surveys?${query}`, undefined, ""));
    }
    assert.ok(
      messages.has("Şunlardan biri olmalıdır: new, popular, ending."),
      [...messages].join("\n"),
    );
    for (const text of messages) assert.doesNotMatch(text, /expected|invalid|too (small|big)/i);
  });

  it("that reaches for a prototype changes nothing for anybody (R167)", async () => {
    const before = (await download(kanaat, { token })).text;
    for (const key of ["__proto__", "constructor"]) {
      const inner = '{"prototype":{"polluted":1},"polluted":1,"name":"Kirli"}';
      for (const [name, { method, path }] of withBody) {
        const payload = `{"${key}":${inner},"a":{"${key}":${inner}}}`;
        const { statusCode } = await send(method, address(path), "application/json", payload);
        assert.ok([400, 415, 422].includes(statusCode), `${key} to ${name}: ${statusCode}`);
      }
    }
    assert.equal(Reflect.get({}, "polluted"), undefined);
    assert.equal((await download(kanaat, { token })).text, before);
  });
});
