import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { IN_REVIEW, IN_REVIEW_BADGE } from "./in-review.ts";
import { wasInterrupted } from "./saved-edits.ts";

const OwnSurveyActions = lazyComponent("Yükleniyor", async () => {
  const { OwnSurveyActions } = await import("./own-survey-actions.tsx");
  return OwnSurveyActions;
});

/** The survey's state, and what its owner can do with it (R540). */
export function OwnerStrip({ survey }: { survey: Survey }) {
  const [isOpen, setOpen] = useState(() => wasInterrupted(survey.id));
  const actions = useId();
  return (
    <section
      aria-label="Anketiniz"
      className="mb-6 grid gap-2 rounded border border-line bg-surface p-2"
    >
      <div className="flex items-center gap-2 pl-1 tight:flex-wrap">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
          <p className="grow font-semibold">Bu anket sizin</p>
          {survey.in_review ? (
            <Badge variant="primary">{IN_REVIEW_BADGE}</Badge>
          ) : (
            <StateBadge state={survey.state} />
          )}
          {survey.hidden && <Badge variant="primary">Yayından kaldırıldı</Badge>}
          {survey.visibility && !survey.hidden && (
            <Badge>{survey.visibility === "public" ? "Herkese" : "Özel"}</Badge>
          )}
          {survey.adults_only && <Badge>18 yaş ve üstü</Badge>}
        </div>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? actions : undefined}
          onClick={() => setOpen(!isOpen)}
          className="max-sm:px-3"
        >
          Yönet
          <ChevronDown
            aria-hidden="true"
            className={cn("size-5 transition-transform", isOpen && "rotate-180")}
          />
        </Button>
      </div>
      {survey.in_review && <p className="px-1 pb-1 text-pretty">{IN_REVIEW}</p>}
      {survey.hidden && (
        <p className="px-1 pb-1 text-pretty">
          Bu anketi Topluluk Kuralları gereği yalnızca siz görüyorsunuz.{" "}
          <TextLink to="/notifications" hash="kararlar">
            Nedeni ve itiraz yolu
          </TextLink>
        </p>
      )}
      {isOpen && (
        <div id={actions} className="px-2 pb-2">
          <OwnSurveyActions survey={survey} isOnItsPage />
        </div>
      )}
    </section>
  );
}
