import { useInfiniteQuery } from "@tanstack/react-query";
import { surveyEditsQuery } from "#web/features/surveys/surveys.api.ts";
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
