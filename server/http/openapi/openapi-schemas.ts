import * as z from "zod";
import * as account from "#contract/account.ts";
import { api } from "#contract/api.ts";
import * as invitations from "#contract/invitations.ts";
import * as lookups from "#contract/lookups.ts";
import * as notifications from "#contract/notifications.ts";
import * as people from "#contract/people.ts";
import * as surveyShapes from "#contract/survey-shapes.ts";
import * as votes from "#contract/votes.ts";

export type Schema = z.core.JSONSchema.BaseSchema;

const NAMED = "#/components/schemas/";
/** Ids of answers that have no name of their own and are written out where they are answered. */
const UNNAMED = "answer of ";

const shapes = registerShapes();
const { schemas } = z.toJSONSchema(shapes, {
  uri: (id) => NAMED + id,
  unrepresentable: "any",
  override: tidy,
});

/** What an endpoint answers; a shape that the contract exports is referred to by its name. */
export function answerSchema(answer: z.ZodType): Schema {
  const id = shapes.get(answer)?.id ?? "";
  return id.startsWith(UNNAMED) ? withoutIds(schemas[id] ?? {}) : { $ref: NAMED + id };
}

/** What a client may send: before defaults and transformations. */
export const inputSchema = (shape: z.ZodType): Schema =>
  withoutIds(z.toJSONSchema(shape, { io: "input", unrepresentable: "any", override: tidy }));

/** What stands in a path, once it is read. */
export const paramsSchema = (shape: z.ZodType): Schema =>
  withoutIds(z.toJSONSchema(shape, { unrepresentable: "any", override: tidy }));

/** The named shapes that `document` refers to, and those that these refer to. */
export function namedSchemas(document: unknown): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const collect = (value: unknown) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      const schema = schemas[name];
      if (!schema || found[name]) continue;
      found[name] = withoutIds(schema);
      collect(schema);
    }
  };
  collect(document);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function registerShapes() {
  const registry = z.registry<{ id: string }>();
  for (const module of [
    account,
    people,
    lookups,
    surveyShapes,
    votes,
    invitations,
    notifications,
  ]) {
    for (const [id, value] of Object.entries(module))
      if (isShape(value)) registry.add(value, { id });
  }
  for (const [name, { answers }] of Object.entries(api)) {
    for (const answer of Object.values(answers)) {
      if (answer && !registry.has(answer)) registry.add(answer, { id: UNNAMED + name });
    }
  }
  return registry;
}

function isShape(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || value instanceof z.ZodEnum;
}

/** Leaves out what zod adds for its own sake: the range of JavaScript, patterns of known formats. */
function tidy({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutIds({ $schema: _, $id: __, ...schema }: Schema): Schema {
  return schema;
}
