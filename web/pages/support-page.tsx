import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/support")({ component: SupportPage });

function SupportPage() {
  return <h1>Destek</h1>;
}
