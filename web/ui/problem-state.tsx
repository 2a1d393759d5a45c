import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { Button } from "#web/ui/button.tsx";

interface Props {
  error: unknown;
  onRetry: () => unknown;
  /** It is being tried again, where that is known outside only. */
  isRetrying?: boolean;
}

/** Somebody has just pressed the button. */
let isTriedAgain = false;
const FAILED_AGAIN_WITHIN_MS = 100;

/** Why a call failed, in the place of what it should have brought, and the way to try again. */
export function ProblemState({ error, onRetry, isRetrying }: Props) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const problem = error instanceof ApiProblem ? error : undefined;
  const retry = async () => {
    isTriedAgain = true;
    setBusy(true);
    try {
      await onRetry();
    } finally {
      setBusy(false);
      setTimeout(() => {
        isTriedAgain = false;
      }, FAILED_AGAIN_WITHIN_MS);
    }
  };
  // What loads may stand in its place meanwhile, and takes the focus from it.
  useEffect(() => {
    if (isTriedAgain && document.activeElement === document.body) button.current?.focus();
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
