import ChartPie from "lucide-react/icons/chart-pie";
import { useEffect, useRef, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { RESULTS_FRAGMENT } from "#web/features/results/results-fragment.ts";
import { ResultsPanel } from "#web/features/results/results-panel.tsx";
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
      aria-labelledby={RESULTS_FRAGMENT}
      className="hidden self-start rounded border border-line bg-surface p-6 lg:block print:mt-8 print:block print:break-inside-avoid"
    >
      <h2 id={RESULTS_FRAGMENT} className="mb-4 text-xl font-extrabold">
        {TITLE}
      </h2>
      <ResultsPanel {...props} />
    </aside>
  );
}

/** A button that opens the results as a sheet (R83). */
export function ResultsSheet({ className, ...props }: Props & { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = `/surveys/${props.survey.id}`;
  // If the button is hidden, the results are shown beside the survey.
  useEffect(() => {
    const isAskedFor = location.pathname === path && location.hash === `#${RESULTS_FRAGMENT}`;
    if (isAskedFor && button.current?.getClientRects().length) setOpen(true);
  }, [path]);
  return (
    <>
      <Button
        ref={button}
        size="large"
        onClick={() => setOpen(true)}
        className={`max-sm:px-3 ${className}`}
      >
        <ChartPie className="size-5 max-sm:hidden" aria-hidden="true" />
        {TITLE}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={TITLE}>
        <ResultsPanel {...props} />
      </Sheet>
    </>
  );
}
