import { ERRORS, type ErrorCode } from "#contract/errors.ts";

/**
 * An error that the caller gets as problem+json. `fields` maps a field's dotted path to its
 * Turkish message; `cause` goes to the log and never to the client.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    more: { fields?: Record<string, string>; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}
