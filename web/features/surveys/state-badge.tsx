import type { SurveyState } from "#contract/shapes/survey-shapes.ts";
import { Badge } from "#web/ui/badge.tsx";

const states: Record<SurveyState, { name: string; variant: "neutral" | "primary" | "info" }> = {
  draft: { name: "Taslak", variant: "neutral" },
  scheduled: { name: "Planlandı", variant: "primary" },
  active: { name: "Yayında", variant: "info" },
  ended: { name: "Sona erdi", variant: "neutral" },
};

/** A survey's state (R42). */
export function StateBadge({ state }: { state: SurveyState }) {
  const { name, variant } = states[state];
  return <Badge variant={variant}>{name}</Badge>;
}
