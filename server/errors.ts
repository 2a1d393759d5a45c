import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Problem } from "#contract/problem.ts";

/** Sent with `second_factor_required`: the ticket for the second step, and the possible methods. */
export type SecondStep = Required<Pick<Problem, "ticket" | "methods">>;

/**
 * An error that the caller gets as problem+json. `fields` maps a field's dotted path to its
 * Turkish message, `words` replaces the Turkish message of the code. `cause` goes to the log and
 * never to the client; `isLogged` says that the thrower has logged it already, `isRefusal` that the
 * caller was refused although the status does not say so.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly words: string | undefined;
  readonly secondStep: SecondStep | undefined;
  readonly isLogged: boolean;
  readonly isRefusal: boolean;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Record<string, string>;
      cause?: unknown;
      retryAfterSeconds?: number;
      words?: string;
      secondStep?: SecondStep;
      isLogged?: boolean;
      isRefusal?: boolean;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.words = more.words;
    this.secondStep = more.secondStep;
    this.isLogged = more.isLogged ?? false;
    this.isRefusal = more.isRefusal ?? false;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}
