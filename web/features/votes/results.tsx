import ChartPie from "lucide-react/icons/chart-pie";
import { useState } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { ResultsPanel } from "#web/features/votes/results-panel.tsx";
import type { useResults } from "#web/features/votes/votes.api.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Sheet } from "#web/ui/overlay/dialog.tsx";

interface Props {
  survey: Survey;
  results: ReturnType<typeof useResults>;
}

const TITLE = "Sonuçlar";
/** A longer list would have to be scrolled to its end while it stands still. */
const STICKY_UP_TO = 5;

/** The panel at the side, hidden on small screens (R83), beneath the survey on paper. */
export function ResultsAside({ survey, results }: Props) {
  return (
    <aside
      aria-labelledby="results-title"
      className={cn(
        "hidden self-start rounded border border-line bg-surface p-6 lg:block print:mt-8 print:block print:break-inside-avoid",
        survey.options.length <= STICKY_UP_TO && "lg:sticky lg:top-6",
      )}
    >
      <h2 id="results-title" className="mb-4 text-xl font-extrabold">
        {TITLE}
      </h2>
      <ResultsPanel survey={survey} results={results} />
    </aside>
  );
}

/** The same panel for small screens, behind a button (R83). */
export function ResultsSheet({ survey, results }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="large" onClick={() => setOpen(true)} className="max-sm:px-4 lg:hidden">
        <ChartPie className="size-5" aria-hidden="true" />
        {TITLE}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={TITLE}>
        <ResultsPanel survey={survey} results={results} />
      </Sheet>
    </>
  );
}
