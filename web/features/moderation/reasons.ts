import type { ReportReason } from "#contract/endpoints/moderation.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";

export const reasonEntries = Object.entries(REASONS) as [ReportReason, string][];
