import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { api } from "#contract/api.ts";
import { ERRORS } from "#contract/errors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import type { OpenApi } from "./openapi-document.ts";

const kanaat = await testApp({ after });
const answer = await kanaat.app.inject("/api/openapi.json");
const document = answer.json<OpenApi>();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 with a bearer token (R153)", () => {
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers["content-type"]), /^application\/json/);
    assert.match(document.openapi, /^3\.1\./);
    assert.deepEqual(document.components.securitySchemes, {
      token: { type: "http", scheme: "bearer" },
    });
  });

  it("holds every route under /api, and nothing that is no route (R153)", () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const own = ["GET /api/openapi.json", "GET /api/docs"];
    assert.deepEqual([...described, ...own].sort(), routes(kanaat.app.printRoutes(FLAT)).sort());
  });

  it("names every call as the code does", () => {
    assert.deepEqual(
      operations.map(({ operation }) => operation.operationId).sort(),
      Object.keys(api).sort(),
    );
  });

  it("refers only to what it contains", () => {
    const references = new Set(
      [...answer.body.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name),
    );
    const { schemas, responses } = document.components;
    const held = new Set([
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ]);
    assert.ok(references.size > 20);
    assert.deepEqual(
      [...references].filter((name) => !held.has(name ?? "")),
      [],
    );
  });

  it("says who needs a token, what may be sent and what can go wrong (R147)", () => {
    const { post: register } = document.paths["/api/auth/register"] ?? {};
    assert.deepEqual(register?.security, []);
    assert.deepEqual(Object.keys(register?.requestBody?.content ?? {}), [
      "application/json",
      "multipart/form-data",
    ]);
    const sent = JSON.stringify(register?.requestBody?.content);
    assert.match(sent, /"format":"binary"/);
    assert.match(sent, /"maxLength":101/);
    assert.deepEqual(Object.keys(register?.responses ?? {}), [
      "201",
      "403",
      "408",
      "409",
      "413",
      "415",
      "422",
      "429",
      "503",
      "default",
    ]);
    const { get: listed } = document.paths["/api/surveys"] ?? {};
    assert.deepEqual(listed?.security, [{}, { token: [] }]);
    const { get: account } = document.paths["/api/auth/account/my"] ?? {};
    assert.deepEqual(account?.security, [{ token: [] }]);
    const unauthorised = JSON.stringify(account?.responses["401"]);
    assert.match(unauthorised, /application\/problem\+json.*unauthenticated.*invalid_token/);
  });

  it("fits the responses (R146, R151)", async () => {
    const { token } = await signUp(kanaat);
    const headers = { authorization: `Bearer ${token}` };
    const { item } = (await kanaat.app.inject({ url: "/api/auth/account/my", headers })).json();
    assert.deepEqual(Object.keys(item), document.components.schemas.Account?.required);
  });

  it("is the same as docs/openapi.json, which `npm run openapi` renews", () => {
    const kept = readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8");
    assert.deepEqual(JSON.parse(kept), document);
  });
});

describe("the page about the API", () => {
  it("documents every call and every error, and runs nothing (R153)", async () => {
    const { statusCode, headers, body } = await kanaat.app.inject("/api/docs");
    assert.equal(statusCode, 200);
    for (const { path, operation } of operations) {
      assert.ok(body.includes(`<article id="${operation.operationId}">`), operation.operationId);
      assert.ok(body.includes(`<code>${path}</code>`), path);
    }
    for (const code of Object.keys(ERRORS)) {
      assert.ok(body.includes(`<tr id="${code}">`), code);
    }
    assert.doesNotMatch(body, /<script|style=|\bon\w+=|\[object Object\]|undefined/);
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    assert.equal(
      headers["content-security-policy"],
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it("links only to its own parts", async () => {
    const { body } = await kanaat.app.inject("/api/docs");
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) {
      assert.ok(ids.includes(target), String(target));
    }
  });
});

const FLAT = { commonPrefix: false } as const;

/** "GET /api/…" for each route under /api and for oEmbed, from the tree that Fastify prints. */
function routes(tree: string): string[] {
  const parents: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^(.*?)─ (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    const depth = Math.floor(indent.length / 4);
    parents.splice(depth, parents.length, part);
    const path = parents.join("").replaceAll(/:(\w+)/g, "{$1}");
    if (!path.startsWith("/api/") && path !== "/oembed") return [];
    return methods
      .split(", ")
      .filter((method) => method !== "HEAD")
      .map((method) => `${method} ${path}`);
  });
}
