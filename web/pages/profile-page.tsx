import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/profile/$nickname")({ component: ProfilePage });

function ProfilePage() {
  return <h1>Profil</h1>;
}
