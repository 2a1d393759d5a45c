import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/company")({ component: CompanyPage });

function CompanyPage() {
  return <h1>Şirket</h1>;
}
