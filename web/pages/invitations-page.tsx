import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/invitations")({ component: InvitationsPage });

function InvitationsPage() {
  return <h1>Davetler</h1>;
}
