import type * as z from "zod";
import type { Random } from "#testing/random.ts";

export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud83d",
  "\ude00",
  "\u202eters",
  "\ufeff",
  "\u2028",
  "e\u0301".repeat(50),
  "İıŞşĞğ",
  "👩‍👩‍👧‍👦".repeat(30),
  "x".repeat(300),
  "x".repeat(10_000),
  "ş".repeat(60_000),
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-1",
  "1e309",
  "0x10",
  "1_000",
  "9007199254740993",
  "9223372036854775808",
  "99999999999999999999999999",
  "' or '1'='1",
  "'; drop table votes; --",
  '" union select password_hash from credentials --',
  "%' escape '\\",
  "\\",
  "$1",
  "$\u007b7*7}",
  "{{7*7}}",
  "%s%n%x",
  "%00",
  "%c0%ae%c0%ae/",
  "../../../../etc/passwd",
  "..\\..\\windows",
  "file:///etc/passwd",
  "http://127.0.0.1:5432/",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  "</script><svg onload=alert(1)>",
  "a\r\nset-cookie: x=1",
  "2026-02-30T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "-000001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "0000-00-00",
  "31.02.2000",
  "00.00.0000",
  "AA==",
  "Ly4v",
  "🙂@🙂.com",
  `${"a".repeat(250)}@ornek.com`,
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  [],
  [[]],
  [null],
  [1, 2],
  {},
  { length: 1e9 },
  { toString: "x" },
  { toJSON: 1, valueOf: 1 },
  { path: "/etc/passwd", bytes: 1 },
  JSON.parse('{"then":"x"}'),
  Array.from({ length: 3000 }, () => 0),
  nested(6),
  nested(200),
];

/** Values of the state that a field of this name may contain, so that calls get past validation. */
export type Known = (name: string, random: Random) => unknown;

type Schema = z.core.JSONSchema.BaseSchema;

/** Placeholder for a picture; only a form can carry one. */
export const PICTURE = Symbol("picture");

/** A value that fits the schema, almost fits it, or is hostile. */
export function valueFor(schema: Schema, name: string, random: Random, known: Known): unknown {
  if (random.chance(6)) return random.pick(random.chance(50) ? HOSTILE_TEXTS : HOSTILE_VALUES);
  if (schema.format === "binary") return PICTURE;
  const plausible = random.chance(85) ? known(name, random) : undefined;
  if (plausible !== undefined) return plausible;
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => valueFor(part as Schema, name, random, known));
    return Object.assign({}, ...parts);
  }
  if (schema.anyOf) return valueFor(random.pick(schema.anyOf) as Schema, name, random, known);
  if (schema.enum) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case "object":
      return objectFor(schema, random, known);
    case "array":
      return listFor(schema, name, random, known);
    case "integer":
    case "number":
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 9, 1, 2, random.int(1000)]);
    case "boolean":
      return random.chance(50);
    case "null":
      return null;
    default:
      return textFor(schema, random);
  }
}

function objectFor(schema: Schema, random: Random, known: Known): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const required = new Set(schema.required ?? []);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (random.chance(required.has(name) ? 97 : 50)) {
      value[name] = valueFor(inner as Schema, name, random, known);
    }
  }
  if (random.chance(5)) value[random.pick(HOSTILE_TEXTS)] = random.pick(HOSTILE_VALUES);
  return value;
}

function listFor(schema: Schema, name: string, random: Random, known: Known): unknown[] {
  const [least, most] = [schema.minItems ?? 0, schema.maxItems ?? 5];
  const length = random.pick([least, least, least, least + 1, most, most + 1, 0]);
  const inner = (schema.items ?? {}) as Schema;
  return Array.from({ length }, () => valueFor(inner, name, random, known));
}

function textFor(schema: Schema, random: Random): string {
  const [least, most] = [schema.minLength ?? 1, schema.maxLength ?? 40];
  const length = random.pick([least, most, most + 1, Math.max(0, least - 1), 12, 12, 12]);
  return Array.from({ length }, () => random.pick([..."abcğüşıöçİI 012_-👍"])).join("");
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}
