import { useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
  useForm,
} from "react-hook-form";
import type * as z from "zod";
import { ApiProblem } from "#web/lib/api-problem.ts";
import type { ProblemCode } from "#web/lib/api-types.ts";

type Name<Fields> = keyof Fields & string;
type Messages = Record<string, string>;

interface Options<Fields extends FieldValues> {
  defaultValues?: DefaultValues<Fields>;
  /** When fields are looked at again after a submit: as they change, unless said. */
  reValidateMode?: UseFormProps<Fields>["reValidateMode"];
  /** The fields as the call takes them; as they are, unless said. */
  toBody?: (fields: Fields) => unknown;
  /** The form's names for what the call names differently. */
  fieldNames?: Readonly<Record<string, Name<Fields>>>;
  /** The fields that problems with these codes are about. */
  fieldsOfCodes?: Readonly<Partial<Record<ProblemCode, Name<Fields>>>>;
  /** Where all other problems are shown too, in forms of one field. */
  onlyField?: Name<Fields>;
  /** What the form itself finds wrong with its fields; goes before the contract's messages. */
  check?: (fields: Fields) => Messages;
}

/**
 * A form that is checked with the schema of the call it makes. It starts with the names of its
 * fields, as react-hook-form does, and takes up what the server finds wrong with them.
 */
export function useContractForm<Fields extends FieldValues>(
  schema: z.ZodType,
  options: Options<Fields> = {},
) {
  const { toBody, fieldNames = {}, fieldsOfCodes = {}, onlyField, check, ...rest } = options;
  const form = useForm<Fields>({
    ...rest,
    resolver: (fields) => {
      const found = validate(schema, toBody ? toBody(fields) : fields);
      const messages = { ...mapFieldNames(found, fieldNames), ...check?.(fields) };
      if (Object.keys(messages).length === 0) return { values: fields, errors: {} };
      const errors = Object.entries(messages).map(([name, message]) => [
        name,
        { type: "contract", message },
      ]);
      return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Fields> };
    },
  });

  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const isSending = useRef(false);
  return {
    ...form,
    /** What to say beside a field. */
    errorOf: (name: Name<Fields>) => form.formState.errors[name]?.message as string | undefined,
    /**
     * Shows a failed call in the fields that it is about, and focuses the first. False where it is
     * about none, or the form is gone: then it must be told in another way.
     */
    showErrors(error: unknown): boolean {
      if (!isShown.current) return false;
      if (!(error instanceof ApiProblem)) return false;
      const { code, fields, message } = error;
      const field = fieldsOfCodes[code];
      const found = field ? { [field]: message } : mapFieldNames(fields, fieldNames);
      if (onlyField) found[onlyField] ??= message;
      const messages = Object.entries(found);
      messages.forEach(([name, message], at) => {
        form.setError(name as Path<Fields>, { message }, { shouldFocus: at === 0 });
      });
      return messages.length > 0;
    },
    /**
     * Sends fields that are right, once at a time; the first wrong one takes the focus. That `send`
     * failed is not looked at here: it tells by itself, as a mutation does.
     */
    submitTo: (send: (fields: Fields) => Promise<unknown>) =>
      form.handleSubmit((fields) => {
        if (isSending.current) return;
        isSending.current = true;
        const onSettled = () => {
          isSending.current = false;
        };
        send(fields).then(onSettled, onSettled);
      }),
  };
}

/** What a schema finds wrong with a value: the first message about each of its fields. */
export function validate(schema: z.ZodType, value: unknown): Messages {
  // Compiled checks would need `unsafe-eval`, which the content security policy does not allow.
  const { error } = schema.safeParse(value, { jitless: true });
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => [String(path[0]), message] as const).reverse(),
  );
}

/** Messages under the names that a form has for the fields. */
export const mapFieldNames = (messages: Messages, names: Readonly<Messages>): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [names[name] ?? name, message]),
  );
