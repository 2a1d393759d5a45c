import { useQueryClient } from "@tanstack/react-query";
import Send from "lucide-react/icons/send";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { submitSurvey } from "./submit-survey.ts";
import type { Publication } from "./wizard-store.ts";

const PROGRESS = cn(
  "h-2 min-w-0 grow appearance-none overflow-hidden rounded-full bg-line",
  "[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-nar",
  "[&::-moz-progress-bar]:bg-nar",
);

/** The button "Yayınla", and the progress of publishing. */
export function PublishBar({ publication }: { publication: Publication }) {
  const queryClient = useQueryClient();
  const isPublishing = publication.state === "publishing";
  return (
    <>
      <p role="status" className="sr-only">
        {isPublishing && "Anketiniz gönderiliyor."}
      </p>
      {isPublishing && (
        <label className="order-first flex w-full items-center gap-3 text-sm font-semibold">
          <span className="shrink-0">Gönderiliyor</span>
          <progress max={100} value={publication.percent} className={PROGRESS} />
          <span className="w-12 shrink-0 text-right tabular-nums">%{publication.percent}</span>
        </label>
      )}
      <Button
        variant="primary"
        busy={isPublishing}
        onClick={() => submitSurvey(queryClient)}
        className="ml-auto"
      >
        {!isPublishing && <Send className="size-5" aria-hidden="true" />}
        Yayınla
      </Button>
    </>
  );
}
