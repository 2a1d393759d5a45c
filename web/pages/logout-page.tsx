import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { logOut, toastSessionLeftOpen } from "#web/features/sign-in/log-out.ts";
import { whenShown } from "#web/lib/page-start/when-shown.ts";
import { currentToken } from "#web/lib/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export const Route = createFileRoute("/logout")({ component: LogoutPage });

/** Logs out and loads the home page, so that nothing personal stays in memory. */
function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    void whenShown().then(() => {
      if (!currentToken()) return navigate({ to: "/", replace: true });
      return logOut({ leaving: true }).then(() => location.replace("/"), toastSessionLeftOpen);
    });
  }, [navigate]);
  return (
    <div className="grid place-items-center gap-4 py-24">
      <h1 className="sr-only">Çıkış</h1>
      <Spinner label="Çıkış yapılıyor" />
    </div>
  );
}
