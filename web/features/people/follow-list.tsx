import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { PersonRow } from "./person-row.tsx";

export type FollowListKind = "followers" | "followings";

interface Props {
  nickname: string;
  kind: FollowListKind;
  /** Called when a person is chosen, whose profile then opens. */
  onLeave: () => void;
}

const emptyTitles: Record<FollowListKind, string> = {
  followers: "Henüz takipçi yok",
  followings: "Henüz kimse takip edilmiyor",
};

/** A person's followers, or the people they follow, page by page. */
export function FollowList({ nickname, kind, onLeave }: Props) {
  const list = useInfiniteQuery(followListQuery(nickname, kind));
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const box = useFocusFallback(people.map(({ id }) => id).join());
  if (list.isPending) return <Skeleton className="h-48" />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  return (
    <div {...box} className="rounded outline-none">
      {people.length === 0 && <EmptyState title={emptyTitles[kind]} />}
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onLeave={onLeave} />
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}

/** A person's followers, or the people they follow (R103). */
const followListQuery = (nickname: string, kind: FollowListKind) =>
  infiniteQueryOptions({
    queryKey: queryKeys.followList(nickname, kind),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(
        kind === "followers"
          ? "GET /api/users/{nickname}/followers"
          : "GET /api/users/{nickname}/followings",
        { params: { nickname }, query: { cursor }, signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
