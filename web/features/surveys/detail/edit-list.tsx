import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EditItem } from "./edit-item.tsx";

export interface EditListProps {
  /** The survey's id. */
  id: number;
  /** When the survey was last edited. */
  editedAt: string;
  invitationCode: string | undefined;
}

/** Edits made after the first vote, newest first, each with the text before and after. */
export function EditList({ id, editedAt, invitationCode }: EditListProps) {
  const list = useInfiniteQuery(surveyEditsQuery(id, editedAt, invitationCode));
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  const edits = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      <p className="text-muted text-pretty">
        İlk oydan sonra yapılan değişiklikler, en yenisi en üstte.
      </p>
      <ol className="divide-y divide-line">
        {edits.map((edit) => (
          <EditItem key={`${edit.edited_at} ${edit.field}`} edit={edit} />
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  );
}

/** Edits made after the first vote; `editedAt` is the time of the last one. */
const surveyEditsQuery = (id: number, editedAt: string, invitationCode?: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.surveyEdits(id, editedAt),
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/auth/surveys/{id}/edits", {
        params: { id },
        query: { cursor, davet: invitationCode },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
