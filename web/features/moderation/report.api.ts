import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";

export const report = (body: Body<"POST /api/auth/reports">) =>
  callApi("POST /api/auth/reports", { body });
