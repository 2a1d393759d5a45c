import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { ErrorState } from "#web/ui/error-state.tsx";

/** Shown in place of a page whose loader or rendering failed. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof ApiProblem && error.status === 404) return <NotFound />;
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <div className="column py-12">
      <ErrorState
        title={problem?.title ?? "Beklenmeyen Hata"}
        text={problem?.message ?? "Bir şeyler ters gitti. Lütfen tekrar deneyin."}
        onRetry={() => void router.invalidate()}
      />
    </div>
  );
}
