import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { GivenUp } from "#web/lib/given-up.ts";
import { toast } from "#web/ui/overlay/toast.ts";

/** Shows why something failed; `title` replaces the problem's own title. */
export function toastProblem(error: unknown, title?: string): void {
  if (error instanceof GivenUp) return;
  if (error instanceof ApiProblem) {
    // The end of the session has its own toast.
    if (error.code === "invalid_token") return;
    toast.error(title ?? error.title, error.message);
  } else toast.error(title ?? "Beklenmeyen Hata", "Bir şeyler ters gitti. Lütfen tekrar deneyin.");
}
