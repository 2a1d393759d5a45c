import ChartPie from "lucide-react/icons/chart-pie";
import { useState } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { ResultsPanel } from "#web/features/votes/results-panel.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/overlay/dialog.tsx";

interface Props {
  survey: Survey;
  invitationCode: string | undefined;
}

const TITLE = "Sonuçlar";

/** The results beside the survey; hidden on small screens (R83), printed beneath it. */
export function ResultsAside(props: Props) {
  return (
    <aside
      aria-labelledby="results-title"
      className="hidden self-start rounded border border-line bg-surface p-6 lg:block print:mt-8 print:block print:break-inside-avoid"
    >
      <h2 id="results-title" className="mb-4 text-xl font-extrabold">
        {TITLE}
      </h2>
      <ResultsPanel {...props} />
    </aside>
  );
}

/** A button that opens the results as a sheet (R83). */
export function ResultsSheet({ className, ...props }: Props & { className: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="large" onClick={() => setOpen(true)} className={`max-sm:px-3 ${className}`}>
        <ChartPie className="size-5 max-sm:hidden" aria-hidden="true" />
        {TITLE}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={TITLE}>
        <ResultsPanel {...props} />
      </Sheet>
    </>
  );
}
