import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, it } from "node:test";
import fastify from "fastify";
import * as z from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ApiError } from "#server/errors.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { createResponseCache } from "#server/http/cache/response-cache.ts";
import { createUploadQuota } from "#server/http/limits/upload-quota.ts";
import { clientIpReader } from "#server/http/server/client-ip.ts";
import { createSessions } from "../identity/sessions.ts";
import { createLoad } from "../server/overload.ts";
import { createDefineRoute } from "./define-route.ts";
import { createFrequentCalls } from "./frequent-calls.ts";
import { createLocalApi } from "./local-api.ts";
import { handleErrors } from "./problem.ts";

const read = endpoint({
  method: "GET",
  path: "/api/things/{id}",
  summary: "",
  auth: "optional",
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ of: z.enum(["a", "b"], "a ya da b olmalı").default("a") }),
  answers: { 200: z.unknown() },
  errors: ["survey_not_found"],
});
const own = endpoint({ ...read, path: "/api/own/{id}", auth: "required" });

describe("a page's call of the API", () => {
  for (const [what, { path = read.path, id = "1", query = {} }] of Object.entries({
    "for an answer": {},
    "for a cached one": { id: "2" },
    "with something to choose": { query: { of: "b" } },
    "with a wrong choice": { query: { of: "c" } },
    "for what is not there": { id: "404" },
    "for what no address can name": { id: "x" },
    "that fails": { id: "500" },
    "that the database rejects": { id: "507" },
    "for what only its owner may read": { path: own.path },
  })) {
    it(`returns the same as over HTTP: ${what}`, async () => {
      const { app, localApi } = server();
      const url = `${path.replace("{id}", id)}?${new URLSearchParams(query)}`;
      const overHttp = await app.inject(url);
      const answer = await localApi.call({ endpoint: `GET ${path}`, params: { id }, query });
      const headers = [overHttp.headers["content-type"]?.toString(), overHttp.headers.etag];
      const body = JSON.parse(Buffer.from(answer.body as string).toString());
      assert.equal(answer.status, overHttp.statusCode);
      assert.equal(answer.type, headers[0]?.split(";")[0]);
      assert.equal(answer.etag ?? undefined, headers[1]);
      assert.deepEqual({ ...body, request_id: "" }, { ...overHttp.json(), request_id: "" });
    });
  }

  it("is 404 where the API has no such call", async () => {
    const { localApi } = server();
    const answer = await localApi.call({ endpoint: "GET /api/none", params: {}, query: {} });
    assert.equal(answer.status, 404);
  });
});

function server() {
  const app = fastify();
  const full = new Error("database or disk is full");
  const db = { fault: (error: unknown) => (error === full ? ("full" as const) : null) };
  const localApi = createLocalApi(db, app.log);
  handleErrors(app, db);
  const defineRoute = createDefineRoute(app, {
    db: db as never,
    sessions: createSessions(async () => undefined, Date.now),
    uploads: { folder: tmpdir(), quota: createUploadQuota(), requireRoom: async () => undefined },
    clientIpOf: clientIpReader(false),
    rateLimits: false,
    responseCache: createResponseCache(),
    frequentCalls: createFrequentCalls(createLoad(), {}),
    localApi,
    toJson: JSON.stringify,
  });
  type Parts = { params: { id: number }; query: { of: string } };
  const handle = async ({ params: { id }, query: { of } }: Parts) => {
    if (id === 404) throw new ApiError("survey_not_found");
    if (id === 500) throw new Error("broken");
    if (id === 507) throw full;
    const item = { id, of, viewer: null };
    return id === 2 ? new CachedJson(item, () => true) : item;
  };
  defineRoute(read, handle);
  defineRoute(own, handle);
  return { app, localApi };
}
