import type { SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { ReportButton } from "#web/features/moderation/report-button.tsx";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { isolated } from "#web/lib/direction.ts";
import { useIsSignedIn } from "#web/lib/session.ts";

/** Reports the survey of a card, for everybody but its owner; a mouse has to be on the card. */
export function CardReport({ survey: { id, question, user } }: { survey: SurveyCard }) {
  const isSignedIn = useIsSignedIn();
  const account = useBrowserQuery({ ...accountQuery, enabled: isSignedIn });
  if (isSignedIn && account.data?.item.id === user.id) return null;
  return (
    <div className="absolute top-2 right-2 z-1 noscript:hidden">
      <ReportButton
        kind="survey"
        id={id}
        label={`Bildir: ${isolated(question)}`}
        className="rounded-full bg-surface/90 text-muted hover:bg-surface hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0"
      />
    </div>
  );
}
