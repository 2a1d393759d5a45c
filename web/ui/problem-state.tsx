import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";

interface Props {
  error: unknown;
  onRetry: () => unknown;
  /** For retries that continue after `onRetry` has returned. */
  isRetrying?: boolean;
}

// Outside the component, because a retry may replace it with a placeholder and mount a new one.
let wasJustRetried = false;
const REMOUNT_WITHIN_MS = 100;

/** Shown in place of content whose loading failed: the reason, and a button to try again. */
export function ProblemState({ error, onRetry, isRetrying }: Props) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const problem = error instanceof ApiProblem ? error : undefined;
  const retry = async () => {
    wasJustRetried = true;
    setBusy(true);
    try {
      await onRetry();
    } finally {
      setBusy(false);
      setTimeout(() => {
        wasJustRetried = false;
      }, REMOUNT_WITHIN_MS);
    }
  };
  // The focus was lost with the button of the previous failed attempt.
  useEffect(() => {
    if (wasJustRetried && document.activeElement === document.body) button.current?.focus();
  }, []);

  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded border border-line bg-surface px-6 py-10 text-center"
    >
      <div className="flex max-w-md flex-col gap-1.5">
        <p className="text-xl font-extrabold text-balance">
          {problem?.title ?? "Beklenmeyen Hata"}
        </p>
        <p className="text-muted text-pretty">
          {problem?.fields.cursor ??
            problem?.message ??
            "Bir şeyler ters gitti. Lütfen tekrar deneyin."}
        </p>
      </div>
      <Button ref={button} busy={isBusy || isRetrying} onClick={retry}>
        {!isBusy && !isRetrying && <RotateCw className="size-5" aria-hidden="true" />}
        Tekrar Dene
      </Button>
    </div>
  );
}
