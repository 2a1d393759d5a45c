import { useEffect, useState } from "react";
import type { ApiProblem } from "#web/lib/api/api-problem.ts";
import { explainLostCode } from "#web/lib/api/chunk-load-error.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props {
  error: unknown;
  onRetry: (problem: ApiProblem) => unknown;
}

/** Replaces content whose code did not load; says why: the connection or a new release. */
export function LostCode({ error, onRetry }: Props) {
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => void explainLostCode(error).then(setProblem), [error]);
  if (!problem) return <Spinner label="Sayfa yükleniyor" />;
  return <ProblemState error={problem} onRetry={() => onRetry(problem)} />;
}
