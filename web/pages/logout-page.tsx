import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/logout")({ component: LogoutPage });

function LogoutPage() {
  return <h1>Çıkış</h1>;
}
