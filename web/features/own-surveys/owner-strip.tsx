import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { HeldNote, OwnBadges } from "./in-review.tsx";
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
          <OwnBadges {...survey} />
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
      <HeldNote survey={survey} className="px-1 pb-1 text-pretty" />
      {isOpen && (
        <div id={actions} className="px-2 pb-2">
          <OwnSurveyActions survey={survey} isOnItsPage />
        </div>
      )}
    </section>
  );
}
