import type { ErrorCode } from "./errors.ts";

/** The body of every error response, as `application/problem+json` (RFC 9457, R147). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  /** The code's message; for `daily_quota` one that says how many (R226). */
  message: string;
  request_id: string;
  /** For 422: the Turkish error of each field; `data.0.content` for nested ones. */
  fields?: Record<string, string>;
  /** For `second_factor_required`: the second step's ticket, and the available methods. */
  ticket?: string;
  methods?: ("totp" | "passkey" | "recovery_code")[];
}
