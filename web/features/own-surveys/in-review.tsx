import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** What the owner of a survey in review reads (R662). */
export const IN_REVIEW =
  "Anketiniz incelemede: sonuçlanana kadar onu sizden başka yalnızca yetkililer görür, oy verilemez. Sonucu bildirimlerinizde okursunuz.";
export const IN_REVIEW_BADGE = "İncelemede";

type Badges = Pick<OwnSurveyCard, "state" | "visibility" | "hidden" | "in_review" | "adults_only">;

/** A survey's state, or what moderation has made of it, and who may see it, for its owner (R42, R458). */
export function OwnBadges({ state, visibility, hidden, in_review, adults_only }: Badges) {
  return (
    <>
      {in_review && <Badge variant="primary">{IN_REVIEW_BADGE}</Badge>}
      {hidden && <Badge variant="primary">Yayından kaldırıldı</Badge>}
      {!in_review && !hidden && <StateBadge state={state} />}
      {visibility && !hidden && <Badge>{visibility === "public" ? "Herkese" : "Özel"}</Badge>}
      {adults_only && <Badge>18 yaş ve üstü</Badge>}
    </>
  );
}

interface Held {
  survey: Pick<OwnSurveyCard, "hidden" | "in_review">;
  className: string;
}

/** Why the owner's survey takes no votes; renders nothing where moderation does not hide it (R458). */
export function HeldNote({ survey: { hidden, in_review }, className }: Held) {
  if (in_review) return <p className={className}>{IN_REVIEW}</p>;
  return (
    hidden && (
      <p className={className}>
        Bu anket yayından kaldırıldı: onu sizden başka yalnızca yetkililer görür, oy verilemez.{" "}
        <TextLink to="/notifications" hash="kararlar">
          Nedeni ve itiraz yolu
        </TextLink>
      </p>
    )
  );
}
