import ChartPie from "lucide-react/icons/chart-pie";
import { useEffect, useRef, useState } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { RESULTS_HASH } from "#web/features/votes/results-hash.ts";
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
/** The end of a longer list would be out of view while the panel sticks. */
const MAX_STICKY_OPTIONS = 5;

/** The results beside the survey; hidden on small screens (R83), printed beneath it. */
export function ResultsAside({ survey, results }: Props) {
  return (
    <aside
      aria-labelledby={RESULTS_HASH}
      className={cn(
        "hidden self-start rounded border border-line bg-surface p-6 lg:block print:mt-8 print:block print:break-inside-avoid",
        survey.options.length <= MAX_STICKY_OPTIONS && "lg:sticky lg:top-6",
      )}
    >
      <h2 id={RESULTS_HASH} className="mb-4 text-xl font-extrabold">
        {TITLE}
      </h2>
      <ResultsPanel survey={survey} results={results} />
    </aside>
  );
}

/** The results on small screens: a button that opens a sheet (R83). */
export function ResultsSheet({ survey, results }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Where there is no button, the results stand beside the survey.
  useEffect(() => {
    if (location.hash === `#${RESULTS_HASH}` && button.current?.checkVisibility()) setOpen(true);
  }, []);
  return (
    <>
      <Button
        ref={button}
        size="large"
        onClick={() => setOpen(true)}
        className="max-sm:px-4 lg:hidden"
      >
        <ChartPie className="size-5" aria-hidden="true" />
        {TITLE}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={TITLE}>
        <ResultsPanel survey={survey} results={results} />
      </Sheet>
    </>
  );
}
