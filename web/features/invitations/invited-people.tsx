import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { invitedPeopleQuery, useInvitations } from "#web/features/invitations/invitations.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isolated } from "#web/lib/direction.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";

/** The people invited to the owner's survey, each with a button that withdraws the invitation. */
export function InvitedPeople({ surveyId }: { surveyId: number }) {
  const list = useInfiniteQuery(invitedPeopleQuery(surveyId));
  const { withdraw } = useInvitations(surveyId);
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const box = useFocusFallback(people.map(({ id }) => id).join());
  if (list.isPending) return <Skeleton className="h-28" />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  return (
    <section {...box} aria-labelledby="davetliler" className="rounded outline-none">
      <h3 id="davetliler" className="font-semibold">
        Davetliler
      </h3>
      {people.length === 0 && <p className="py-2 text-muted">Henüz kimseyi davet etmediniz.</p>}
      <ul className="divide-y divide-line">
        {people.map(({ id, name, nickname, image }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <Link
              to="/profile/$nickname"
              params={{ nickname }}
              className="group flex min-h-11 min-w-0 grow items-center gap-3 rounded"
            >
              <Avatar image={image} />
              <span className="grid min-w-0 leading-snug">
                <span
                  dir="auto"
                  className="w-fit max-w-full truncate font-semibold group-hover:underline"
                >
                  {name}
                </span>
                <span className="truncate text-sm text-muted">@{nickname}</span>
              </span>
            </Link>
            <Button
              className="shrink-0 px-3 text-sm"
              aria-label={`Geri Al: ${isolated(name)}`}
              onClick={() =>
                // Not `mutate`, whose callbacks are dropped when it is called again.
                withdraw
                  .mutateAsync(id)
                  .then(() => toast.success("Davet Geri Alındı"), toastProblem)
              }
            >
              Geri Al
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  );
}
