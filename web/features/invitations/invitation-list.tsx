import { useInfiniteQuery } from "@tanstack/react-query";
import { invitationsQuery } from "#web/features/invitations/invitations.api.ts";
import { SurveyGrid } from "#web/features/survey-lists/survey-grid.tsx";
import { AdultsBadge } from "#web/features/surveys/adults-badge.tsx";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";

/** The surveys the person is invited to, newest first (R62). */
export function InvitationList() {
  const list = useInfiniteQuery(invitationsQuery);
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <SurveyGrid surveys={[]} isLoading />;
  const invitations = list.data.pages.flatMap((page) => page.items);
  if (invitations.length === 0) {
    return (
      <EmptyState
        title="Henüz davetiniz yok"
        text="Özel bir ankete davet edildiğinizde anket burada sizi bekler."
      >
        <LinkButton to="/discovery">Anketleri Keşfet</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <SurveyGrid
        surveys={invitations}
        badges={({ state, adults_only }) => (
          <>
            <StateBadge state={state} />
            {adults_only && <AdultsBadge />}
          </>
        )}
        hasEnded={({ state }) => state === "ended"}
      />
      <MoreButton list={list} />
    </>
  );
}
