import type * as z from "zod";
import { features } from "#contract/api.ts";
import { BRAND } from "#contract/brand.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { failures, PROBLEMS, Problem, type Response } from "./openapi-problems.ts";
import {
  answerSchema,
  inputSchema,
  namedSchemas,
  paramsSchema,
  type Schema,
} from "./openapi-schemas.ts";

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { required: true; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response | { $ref: string }>;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

/** The API as OpenAPI 3.1, from the definitions that validate the requests (R153). */
export function openApiDocument(): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] ??= {};
      Object.assign(paths[endpoint.path] ?? {}, {
        [endpoint.method.toLowerCase()]: operation(name, feature, endpoint),
      });
    }
  }
  return {
    openapi: "3.1.1",
    info: { title: `${BRAND} API`, version: "1", description: DESCRIPTION },
    servers: [{ url: "/" }],
    tags: Object.keys(features).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      responses: PROBLEMS,
      schemas: { Problem, ...namedSchemas(paths) },
    },
  };
}

const DESCRIPTION = [
  "Lists answer `items`, single things `item`. Paged lists take `limit` and the `cursor` that the",
  "page before answered as `next_cursor`. Moments are ISO 8601 in UTC. Images are found by putting",
  "the API's address before their path. Every error is `application/problem+json` with a `code`",
  "for programs and a Turkish `message` for people.",
].join(" ");

function operation(name: string, feature: string, endpoint: Endpoint): Operation {
  const parameters = [
    ...parametersIn("path", endpoint.params),
    ...parametersIn("query", endpoint.query),
  ];
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [feature],
    security: SECURITY[endpoint.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBody(endpoint, endpoint.body) }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

const SECURITY: Record<Endpoint["auth"], Operation["security"]> = {
  none: [],
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
};

function parametersIn(place: "path" | "query", shape: z.ZodObject | undefined) {
  const { properties = {} } = shape ? paramsSchema(shape) : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || !shape?.shape[name]?.safeParse(undefined).success,
    schema: schema as Schema,
  }));
}

function requestBody({ encodings = ["json"] }: Endpoint, body: z.ZodType) {
  const schema = inputSchema(body);
  const content = {
    json: { "application/json": { schema: withoutFiles(schema) } },
    multipart: { "multipart/form-data": { schema: withListsExplained(schema) } },
  };
  return {
    required: true as const,
    content: Object.assign({}, ...encodings.map((encoding) => content[encoding])),
  };
}

function withoutFiles(schema: Schema): Schema {
  const fields = Object.entries(schema.properties ?? {});
  const properties = Object.fromEntries(
    fields.filter(([, field]) => (field as Schema).format !== "binary"),
  );
  return { ...schema, properties };
}

function withListsExplained(schema: Schema): Schema {
  const list = Object.entries(schema.properties ?? {}).find(
    ([, field]) => (field as Schema).type === "array",
  );
  if (!list) return schema;
  return { ...schema, description: `Each entry's fields are sent as \`${list[0]}[0][name]\`.` };
}

function success({ answers, stream }: Endpoint): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      if (stream) {
        return [
          status,
          { description: "Events", content: { "text/event-stream": { schema: {} } } },
        ];
      }
      if (!answer) return [status, { description: "Done" }];
      const content = { "application/json": { schema: answerSchema(answer) } };
      return [status, { description: "Success", content }];
    }),
  );
}
