import { createFileRoute } from "@tanstack/react-router";
import { ProviderCallback } from "#web/features/accounts/provider-callback.tsx";

export const Route = createFileRoute("/login/callback/$provider")({
  // Everything the provider sent; the page reads it and removes it from the address.
  validateSearch: (search: Record<string, unknown>) => search,
  component: ProviderCallbackPage,
});

function ProviderCallbackPage() {
  const { provider } = Route.useParams();
  return <ProviderCallback provider={provider} />;
}
