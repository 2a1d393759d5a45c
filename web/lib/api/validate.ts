import type * as z from "zod";

type Messages = Record<string, string>;

/** The first message about each field that does not fit the schema. */
export function validate(schema: z.ZodType, value: unknown): Messages {
  // Compiled checks would need `unsafe-eval`, which the content security policy does not allow.
  const { error } = schema.safeParse(value, { jitless: true });
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => [String(path[0]), message] as const).reverse(),
  );
}

/** The same messages under the form's names. */
export const mapFieldNames = (messages: Messages, names: Readonly<Messages>): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [names[name] ?? name, message]),
  );
