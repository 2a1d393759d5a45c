import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { logOut } from "#web/features/accounts/session.api.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export const Route = createFileRoute("/logout")({ component: LogoutPage });

/** Logs out; the shell then leads home. */
function LogoutPage() {
  useEffect(() => void logOut().catch(toastProblem), []);
  return (
    <div className="grid place-items-center py-24">
      <Spinner label="Çıkış yapılıyor" />
    </div>
  );
}
