import type { FieldErrors, FieldValues, ResolverResult } from "react-hook-form";
import type * as z from "zod";

/** Where a form shows what the wire calls otherwise. */
type Places = Readonly<Record<string, string>>;

/** What the contract finds wrong with a value: the first complaint about each of its fields. */
export function complaints(schema: z.ZodType, value: unknown): Record<string, string> {
  // The policy of our pages allows no compiled checks.
  const { error } = schema.safeParse(value, { jitless: true });
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => [String(path[0]), message] as const).reverse(),
  );
}

/** Complaints under the names that the form has for the fields. */
export const placed = <Name extends string>(
  wrong: Record<string, string>,
  places: Places,
): [Name, string][] =>
  Object.entries(wrong).map(([name, message]) => [(places[name] ?? name) as Name, message]);

/** A resolver's answer: the fields as they are, or an error in each wrong one. */
export function resolution<Fields extends FieldValues>(
  fields: Fields,
  wrong: [string, string][],
): ResolverResult<Fields, Fields> {
  if (wrong.length === 0) return { values: fields, errors: {} };
  const errors = wrong.map(([name, message]) => [name, { type: "contract", message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Fields> };
}
