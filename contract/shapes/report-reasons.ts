import type { ReportReason } from "../endpoints/moderation.ts";

/** The rules of the community, in the order in which they are offered. */
export const REASONS: Record<ReportReason, string> = {
  personal_data: "Kişisel veri",
  hate: "Nefret ya da ayrımcılık",
  violence: "Şiddet ya da tehdit",
  sexual: "Cinsellik",
  spam: "Spam",
  misleading: "Yanıltıcı",
  copyright: "Telif hakkı",
  crime: "Suça teşvik",
  other: "Diğer",
};
