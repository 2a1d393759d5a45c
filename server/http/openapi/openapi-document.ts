import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiSchemaObject,
} from "zod-openapi";
import { api, features } from "#contract/api.ts";
import * as ballots from "#contract/ballots/vote.ts";
import { BRAND } from "#contract/brand.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import * as account from "#contract/endpoints/account.ts";
import * as invitations from "#contract/endpoints/invitations.ts";
import * as lookups from "#contract/endpoints/lookups.ts";
import * as notifications from "#contract/endpoints/notifications.ts";
import * as people from "#contract/endpoints/people.ts";
import * as votes from "#contract/endpoints/votes.ts";
import * as surveyShapes from "#contract/shapes/survey-shapes.ts";
import { failures, PROBLEMS, Problem, type Response, type Schema } from "./openapi-problems.ts";

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { required: true; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response | { $ref: string }>;
}

/** The parts of OpenAPI that our document uses; the library's type covers the whole standard. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

const DESCRIPTION = [
  "Lists return `items`, single things `item`. Paged lists take `limit` and the `cursor` that the",
  "previous page returned as `next_cursor`. Times are ISO 8601 in UTC. Images are found by putting",
  "the API's address before their path. Every error is `application/problem+json` with a `code`",
  "for programs and a Turkish `message` for people.",
].join(" ");

/** The API as OpenAPI 3.1, from the definitions that validate the requests (R153). */
export function openApiDocument(): OpenApi {
  nameShapes();
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(name, feature, endpoint),
      };
    }
  }
  const document: unknown = createDocument(
    {
      openapi: "3.1.1",
      info: { title: `${BRAND} API`, version: "1", description: DESCRIPTION },
      servers: [{ url: "/" }],
      tags: Object.keys(features).map((name) => ({ name })),
      paths,
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
        responses: PROBLEMS as Record<string, ZodOpenApiResponseObject>,
        schemas: { Problem: Problem as ZodOpenApiSchemaObject },
      },
    },
    { override: tidy, allowEmptySchema: { custom: true } },
  );
  return document as OpenApi;
}

/**
 * Shapes that the contract exports become components under their names, except bodies that differ
 * between JSON and multipart, which are inlined for each.
 */
function nameShapes(): void {
  const endpoints: Endpoint[] = Object.values(api);
  const writtenOut = endpoints.filter(({ encodings = [] }) => encodings.length > 1);
  const modules = [
    account,
    people,
    lookups,
    surveyShapes,
    ballots,
    votes,
    invitations,
    notifications,
  ];
  for (const [id, value] of modules.flatMap((module) => Object.entries<unknown>(module))) {
    const isShape = value instanceof z.ZodObject || value instanceof z.ZodEnum;
    const isNamed = isShape && !writtenOut.some(({ body }) => body === value);
    if (isNamed) z.globalRegistry.add(value, { id });
  }
}

function operation(name: string, feature: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, body } = endpoint;
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [feature],
    security: SECURITY[endpoint.auth],
    ...((params || query) && {
      requestParams: { ...(params && { path: params }), ...(query && { query }) },
    }),
    ...(body && { requestBody: requestBody(endpoint, body) }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

const SECURITY: Record<Endpoint["auth"], Record<string, string[]>[]> = {
  none: [],
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
};

function requestBody({ encodings = ["json"] }: Endpoint, body: z.ZodType) {
  const content = {
    json: { "application/json": { schema: body.meta({ override: withoutFiles }) } },
    multipart: { "multipart/form-data": { schema: body.meta({ override: withListsExplained }) } },
  };
  return {
    required: !body.safeParse(undefined).success,
    content: Object.assign({}, ...encodings.map((encoding) => content[encoding])),
  };
}

function withoutFiles({ jsonSchema }: { jsonSchema: Schema }): void {
  for (const [name, field] of Object.entries(jsonSchema.properties ?? {})) {
    if (Object(field).format === "binary") delete jsonSchema.properties?.[name];
  }
}

function withListsExplained({ jsonSchema }: { jsonSchema: Schema }): void {
  const fields = Object.entries(jsonSchema.properties ?? {});
  const list = fields.find(([, field]) => Object(field).type === "array");
  if (list) jsonSchema.description = `Each entry's fields are sent as \`${list[0]}[0][name]\`.`;
}

function success({ answers, stream, fileTypes }: Endpoint): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => {
      if (stream)
        return [
          status,
          { description: "Events", content: { "text/event-stream": { schema: {} } } },
        ];
      if (!schema) return [status, { description: "Done" }];
      const types = fileTypes ?? ["application/json"];
      const content = Object.fromEntries(types.map((type) => [type, { schema }]));
      return [status, { description: "Success", content }];
    }),
  );
}

/** Removes what zod adds unasked: JavaScript's range of numbers, patterns of known formats. */
function tidy({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
