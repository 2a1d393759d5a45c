import type { ErrorComponentProps } from "@tanstack/react-router";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { ApiProblem } from "#web/lib/api-problem.ts";

/** Shown in place of a page whose loader or rendering failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiProblem && error.status === 404) return <NotFound />;
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <section>
      <h1>{problem?.title ?? "Beklenmeyen Hata"}</h1>
      <p>{problem?.message ?? "Bir şeyler ters gitti. Lütfen tekrar deneyin."}</p>
      <button type="button" onClick={reset}>
        Tekrar Dene
      </button>
    </section>
  );
}
