import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusKept } from "#web/ui/use-focus-kept.ts";
import { type Circle, circleQuery } from "./people.api.ts";
import { PersonRow } from "./person-row.tsx";

interface Props {
  nickname: string;
  circle: Circle;
  /** A person of the list was chosen, and the page goes there. */
  onLeave: () => void;
}

const nobody: Record<Circle, string> = {
  followers: "Henüz takipçi yok",
  followings: "Henüz kimse takip edilmiyor",
};

/** Followers or followed people of a person, a page at a time. */
export function CircleList({ nickname, circle, onLeave }: Props) {
  const list = useInfiniteQuery(circleQuery(nickname, circle));
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const box = useFocusKept(people.map(({ id }) => id).join());
  if (list.isPending) return <Skeleton className="h-48" />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  return (
    <div {...box} className="rounded outline-none">
      {people.length === 0 && <EmptyState title={nobody[circle]} />}
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onLeave={onLeave} />
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}
