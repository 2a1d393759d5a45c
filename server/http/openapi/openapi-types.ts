import { type Html, html } from "#contract/html.ts";
import type { Schema } from "./openapi-problems.ts";

/** A schema in a few words, named shapes as links. */
export function typeText(schema: Schema): Html {
  const { $ref, anyOf, enum: values, const: only, items, properties } = schema;
  if ($ref) return shapeLink(nameOf(schema));
  if (anyOf) return joined(anyOf.map(typeText), " | ");
  if (values) return html`${values.map((value) => JSON.stringify(value)).join(" | ")}`;
  if (only !== undefined) return html`${JSON.stringify(only)}`;
  if (items) return html`list of ${typeText(items as Schema)}`;
  if (properties) {
    const fields = fieldsOf(schema).map(([name, field]) => html`${name}: ${typeText(field)}`);
    return html`{ ${joined(fields, ", ")} }`;
  }
  return html`${[schema.format ?? schema.type ?? "anything"].flat().join(" | ")}`;
}

/** A row of a table for each field; `input` marks the required ones. */
export function fieldRows(schema: Schema, { input = false } = {}): Html[] {
  return fieldsOf(schema).map(([name, field]) => {
    const must = input && schema.required?.includes(name) ? ["required"] : [];
    return fieldRow(name, field, must);
  });
}

export const fieldRow = (name: string, schema: Schema, notes: readonly string[]): Html =>
  html`<tr><th scope="row"><code>${name}</code></th><td>${typeText(schema)}</td>
<td>${[...notes, ...limits(schema)].join(", ")}</td></tr>`;

/** The name of the component that a schema refers to; empty for an inline schema. */
export const nameOf = ({ $ref = "" }: Schema): string => $ref.split("/").at(-1) ?? "";

const shapeLink = (name: string): Html => html`<a href="#${name}">${name}</a>`;

const fieldsOf = ({ properties = {} }: Schema) => Object.entries(properties) as [string, Schema][];

/** Constraints that a type's name does not state. */
function limits(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    range(minLength, maxLength, " characters"),
    range(minimum, maximum, ""),
    range(minItems, maxItems, " entries"),
    pattern ?? "",
    schema.default === undefined ? "" : `${JSON.stringify(schema.default)} when left out`,
  ].filter(Boolean);
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? "" : `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

const joined = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, i) => (i === 0 ? part : html`${separator}${part}`))}`;
