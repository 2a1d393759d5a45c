import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/team")({ component: TeamPage });

function TeamPage() {
  return <h1>Ekip</h1>;
}
