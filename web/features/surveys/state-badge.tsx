import type { SurveyState } from "#contract/survey-shapes.ts";
import { Badge } from "#web/ui/badge.tsx";

const states: Record<SurveyState, { name: string; tone: "plain" | "act" | "learn" }> = {
  draft: { name: "Taslak", tone: "plain" },
  scheduled: { name: "Planlandı", tone: "act" },
  active: { name: "Yayında", tone: "learn" },
  ended: { name: "Sona erdi", tone: "plain" },
};

/** Where a survey stands in its life (R42). */
export function StateBadge({ state }: { state: SurveyState }) {
  const { name, tone } = states[state];
  return <Badge tone={tone}>{name}</Badge>;
}
