import type { ErrorCode } from "./errors.ts";

/** What every error answer carries, as `application/problem+json` (RFC 9457, R147). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  /** The code's own, or with `daily_quota` one that says how many (R226). */
  message: string;
  request_id: string;
  /** For 422: what is wrong with which field, in Turkish; `data.0.content` for nested ones. */
  fields?: Record<string, string>;
  /** For `second_factor_required`: what the second step is made with, and the ways to make it. */
  ticket?: string;
  methods?: ("totp" | "passkey" | "recovery_code")[];
}
