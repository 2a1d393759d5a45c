import { ApiProblem } from "#web/lib/api-problem.ts";
import { ErrorState } from "#web/ui/error-state.tsx";

/** Why a call failed, in the place of what it should have brought. */
export function ProblemState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <ErrorState
      title={problem?.title ?? "Beklenmeyen Hata"}
      text={problem?.message ?? "Bir şeyler ters gitti. Lütfen tekrar deneyin."}
      onRetry={onRetry}
    />
  );
}
