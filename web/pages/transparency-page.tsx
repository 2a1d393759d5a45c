import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { transparencyQuery } from "#web/features/moderation/transparency.api.ts";
import { TransparencyReport } from "#web/features/moderation/transparency-report.tsx";

export const Route = createFileRoute("/transparency")({
  loader: ({ context }) => context.queryClient.ensureQueryData(transparencyQuery()),
  component: TransparencyPage,
});

function TransparencyPage() {
  const { data } = useSuspenseQuery(transparencyQuery());
  return <TransparencyReport {...data.item} />;
}
