import type { ReactNode } from "react";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { openAuthDialog } from "./auth-dialog-store.ts";

interface Props {
  /** Tells visitors what they will find here. */
  text: string;
  /** Called before the login dialog opens. */
  onLeave?: () => void;
  children: ReactNode;
}

/** Shows its children to signed-in people; visitors get a button to sign in. */
export function RequireSignIn({ text, onLeave, children }: Props) {
  const login = useLoginState();
  if (login === "in") return children;
  if (login === "unknown") return <Skeleton className="h-64" />;
  const signIn = () => {
    onLeave?.();
    openAuthDialog("login");
  };
  return (
    <EmptyState title="Giriş yapın" text={text}>
      <Button variant="primary" onClick={signIn}>
        Giriş Yap
      </Button>
    </EmptyState>
  );
}
