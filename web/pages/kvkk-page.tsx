import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/kvkk")({ component: KvkkPage });

function KvkkPage() {
  return <h1>KVKK Aydınlatma Metni</h1>;
}
