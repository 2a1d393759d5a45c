import { ERRORS, type ErrorCode } from "#contract/errors.ts";

/**
 * An error that the caller gets as problem+json. `fields` maps a field's dotted path to its
 * Turkish message, `words` replaces the Turkish message of the code; `cause` goes to the log and never
 * to the client.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly words: string | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Record<string, string>;
      cause?: unknown;
      retryAfterSeconds?: number;
      words?: string;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.words = more.words;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}
