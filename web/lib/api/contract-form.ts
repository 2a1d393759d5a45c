import { type SyntheticEvent, useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
  useForm,
} from "react-hook-form";
import type * as z from "zod";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { ProblemCode } from "#web/lib/api/api-types.ts";
import { mapFieldNames, validate } from "#web/lib/api/validate.ts";

type Name<Fields> = keyof Fields & string;
type Messages = Record<string, string>;

/** Maps errors of the call to fields of the form. */
export interface ErrorFields<Fields extends FieldValues> {
  /** The form's names for names in the body, where they differ. */
  fieldNames?: Readonly<Record<string, Name<Fields>>>;
  /** The field to which a problem with this code belongs. */
  fieldsOfCodes?: Readonly<Partial<Record<ProblemCode, Name<Fields>>>>;
}

interface Options<Fields extends FieldValues> extends ErrorFields<Fields> {
  defaultValues?: DefaultValues<Fields>;
  /** When fields are validated again after a submit; by default as they change. */
  reValidateMode?: UseFormProps<Fields>["reValidateMode"];
  /** The call's body; by default the fields as they are. */
  toBody?: (fields: Fields) => unknown;
  /** The fields of this step of a longer form; by default all. */
  step?: readonly Name<Fields>[];
  /** In a form of one field: shows every problem there. */
  onlyField?: Name<Fields>;
  /** The form's own messages, which replace the contract's for the same field. */
  check?: (fields: Fields) => Messages;
}

/**
 * A form that is validated with the schema of the call it makes, and shows the server's field
 * errors in its fields. Everything else is react-hook-form's.
 */
export function useContractForm<Fields extends FieldValues>(
  schema: z.ZodType,
  options: Options<Fields> = {},
) {
  const { toBody, fieldNames = {}, fieldsOfCodes, step, onlyField, check, ...rest } = options;
  const ofStep = (messages: Messages): [Name<Fields>, string][] =>
    Object.entries(messages).filter(([name]) => !step || step.includes(name));
  const form = useForm<Fields>({
    ...rest,
    resolver: (fields) => {
      const found = validate(schema, toBody ? toBody(fields) : fields);
      const messages = ofStep({ ...mapFieldNames(found, fieldNames), ...check?.(fields) });
      if (messages.length === 0) return { values: fields, errors: {} };
      const errors = messages.map(([name, message]) => [name, { type: "contract", message }]);
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
    errorOf: (name: Name<Fields>) => form.formState.errors[name]?.message as string | undefined,
    /**
     * Shows the reason of a failed call in the fields concerned, and focuses the first of them.
     * Returns false if there is no such field or the form is closed: then the caller shows it.
     */
    showErrors(error: unknown): boolean {
      if (!isShown.current || !(error instanceof ApiProblem)) return false;
      const found = messagesOf(error, { fieldNames, fieldsOfCodes });
      if (onlyField) found[onlyField] ??= error.message;
      const messages = ofStep(found);
      messages.forEach(([name, message], at) => {
        form.setError(name as Path<Fields>, { message }, { shouldFocus: at === 0 });
      });
      return messages.length > 0;
    },
    /**
     * Validates, then sends, unless the form is being sent already. An invalid field takes the focus
     * instead. Failures of `send` are ignored here: a mutation handles its own.
     */
    submitTo: (send: (fields: Fields) => Promise<unknown>) => {
      const submit = form.handleSubmit((fields) => {
        if (isSending.current) return;
        isSending.current = true;
        const onSettled = () => {
          isSending.current = false;
        };
        send(fields).then(onSettled, onSettled);
      });
      return (event: SyntheticEvent<HTMLFormElement>) => {
        for (const [name, value] of unheard(event.currentTarget, form.getValues())) {
          form.setValue(name as Path<Fields>, value as never);
        }
        return submit(event);
      };
    },
  };
}

/** Texts that a password manager has filled in without firing events. */
const unheard = (form: HTMLFormElement, values: FieldValues): [string, string][] =>
  [...form.querySelectorAll("input")]
    .filter(({ name, value }) => typeof values[name] === "string" && values[name] !== value)
    .filter(({ type }) => ["text", "email", "password", "tel"].includes(type))
    .map(({ name, value }) => [name, value]);

/** The field errors of a failed call, under the form's names. */
export function messagesOf<Fields extends FieldValues>(
  error: unknown,
  { fieldNames = {}, fieldsOfCodes = {} }: ErrorFields<Fields>,
): Messages {
  if (!(error instanceof ApiProblem)) return {};
  const field = fieldsOfCodes[error.code];
  return field ? { [field]: error.message } : mapFieldNames(error.fields, fieldNames);
}
