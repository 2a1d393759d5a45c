import { openAuthDialog } from "#web/features/accounts/auth-dialog-store.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** In place of what only people who are signed in can see. */
export function SignInInvitation({ text }: { text: string }) {
  return (
    <EmptyState title="Giriş yapın" text={text}>
      <Button kind="act" onClick={() => openAuthDialog("login")}>
        Giriş Yap
      </Button>
    </EmptyState>
  );
}
