import RotateCw from "lucide-react/icons/rotate-cw";
import { useState } from "react";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Why a call failed, in the place of what it should have brought, and the way to try again. */
export function ProblemState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const problem = error instanceof ApiProblem ? error : undefined;
  const retry = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onRetry();
    } finally {
      setBusy(false);
    }
  };
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
          {problem?.message ?? "Bir şeyler ters gitti. Lütfen tekrar deneyin."}
        </p>
      </div>
      {/* Not disabled meanwhile, which would take the focus from it. */}
      <Button aria-busy={isBusy} aria-disabled={isBusy} onClick={retry}>
        {isBusy ? <Spinner /> : <RotateCw className="size-5" aria-hidden="true" />}
        Tekrar Dene
      </Button>
    </div>
  );
}
