import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { onSessionChange } from "#web/lib/session.ts";
import { cn } from "#web/ui/cn.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const ReportSummary = lazyComponent("Oyların dağılımı yükleniyor", async () => {
  const { ReportSummary } = await import("#web/features/report/report-summary.tsx");
  return ReportSummary;
});

/** Ids of surveys whose groups are open, so that returning from the results finds them open. */
const opened = new Set<number>();
onSessionChange((change) => {
  if (change === "ended") opened.clear();
});

/** Where the votes of the owner's survey come from; fetched when opened (R307). */
export function OwnSurveyGroups({ survey }: { survey: OwnSurveyCard }) {
  const { id, question } = survey;
  const [isOpen, setOpen] = useState(() => opened.has(id));
  const panelId = useId();
  const toggle = () => {
    if (isOpen) opened.delete(id);
    else opened.add(id);
    setOpen(!isOpen);
  };
  return (
    <div className="-mx-2 -mb-3 min-w-0 border-t border-line px-2 pt-1 text-sm sm:col-span-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={`Oyların dağılımı: ${isolated(question)}`}
        onClick={toggle}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded text-left font-semibold"
      >
        Oyların dağılımı
        <ChevronDown
          aria-hidden="true"
          className={cn("size-5 shrink-0 transition-transform", isOpen && "rotate-180")}
        />
      </button>
      {isOpen && (
        <div id={panelId} className="pt-2 pb-3">
          <ReportSummary survey={survey} />
        </div>
      )}
    </div>
  );
}
