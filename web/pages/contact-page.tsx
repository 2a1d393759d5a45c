import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/contact")({ component: ContactPage });

function ContactPage() {
  return <h1>İletişim</h1>;
}
