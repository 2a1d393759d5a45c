import { useMutation } from "@tanstack/react-query";
import LogIn from "lucide-react/icons/log-in";
import { authDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { GoogleButton, GoogleMark } from "#web/features/sign-in/google-button.tsx";
import { InAppNote } from "#web/features/sign-in/in-app-note.tsx";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRefusedInApps } from "#web/lib/in-app-browser.ts";
import { offeredProviders } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { goToProvider } from "./providers.api.ts";

interface Props {
  /** Whether the session should last for days; called when a button is pressed. */
  remember?: () => boolean;
  /** Whether to show a disabled button if no provider is set up (R17). */
  showsMissing?: boolean;
}

/** A button for each provider, to sign in or register with. */
export function ProviderButtons({ remember, showsMissing }: Props) {
  const go = useMutation({
    mutationFn: (provider: string) =>
      goToProvider({
        ...{ provider, next: pageToReturnTo(), remember: remember?.() ?? false },
        resume: authDialog.get().purpose?.resume,
      }),
    onError: (error) => toastProblem(error),
  });
  const providers = offeredProviders();
  if (providers.length === 0) return showsMissing ? <GoogleButton /> : null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        ya da
      </p>
      <InAppNote
        text={`${
          providers.some(({ id }) => isRefusedInApps(id))
            ? "Google hesabıyla ve geçiş anahtarıyla giriş burada çalışmaz."
            : "Başka bir hesapla ve geçiş anahtarıyla giriş burada çalışmayabilir."
        } Sayfayı tarayıcınızda açın ya da yukarıdaki formu kullanın.`}
      />
      {providers.map(({ id, label }) => (
        <Button
          key={id}
          busy={go.isPending && go.variables === id}
          onClick={() => go.isPending || go.mutate(id)}
          className={cn("w-full", isRefusedInApps(id) && "in-app:hidden")}
        >
          {id === "google" ? <GoogleMark /> : <LogIn className="size-5" aria-hidden="true" />}
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Button>
      ))}
    </div>
  );
}

/** On the login and registration pages, the page they lead to; otherwise this page. */
function pageToReturnTo(): string {
  const { pathname, search, hash } = location;
  if (["/login", "/register"].includes(pathname)) {
    return new URLSearchParams(search).get("next") ?? "";
  }
  return pathname + search + hash;
}
