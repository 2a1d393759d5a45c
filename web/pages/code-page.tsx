import { createFileRoute } from "@tanstack/react-router";
import { useMailLink } from "#web/features/email/use-mail-link.ts";
import { CodeLinkScreen } from "#web/features/votes/code-link-screen.tsx";

export const Route = createFileRoute("/code")({ component: CodePage });

function CodePage() {
  const { token } = useMailLink("code");
  return <CodeLinkScreen key={token} link={token} />;
}
