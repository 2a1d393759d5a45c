import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/discovery")({ component: DiscoveryPage });

function DiscoveryPage() {
  return <h1>Keşfet</h1>;
}
