import { ApiProblem } from "#web/lib/api-problem.ts";
import { toast } from "#web/ui/overlay/toast.ts";

/** Shows why something failed; `title` where the screen knows a better one than the problem. */
export function toastProblem(error: unknown, title?: string): void {
  if (error instanceof ApiProblem) {
    // Told as the session's end.
    if (error.code === "invalid_token") return;
    toast.error(title ?? error.title, error.message);
  } else toast.error(title ?? "Beklenmeyen Hata", "Bir şeyler ters gitti. Lütfen tekrar deneyin.");
}
