import { createFileRoute } from "@tanstack/react-router";
import { InvitationList } from "#web/features/invitations/invitation-list.tsx";
import { InvitationSettings } from "#web/features/invitations/invitation-settings.tsx";
import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";

export const Route = createFileRoute("/invitations")({ component: InvitationsPage });

function InvitationsPage() {
  return (
    <div className="wide">
      <h1 className="mb-6 text-3xl font-extrabold">Davetler</h1>
      <RequireSignIn text="Davet edildiğiniz anketleri görmek için giriş yapın.">
        <div className="mb-4">
          <InvitationSettings />
        </div>
        <InvitationList />
      </RequireSignIn>
    </div>
  );
}
