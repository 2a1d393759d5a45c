import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/register")({ component: RegisterPage });

function RegisterPage() {
  return <h1>Kayıt Ol</h1>;
}
