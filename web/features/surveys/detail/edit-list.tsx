import { useInfiniteQuery } from "@tanstack/react-query";
import type { SurveyEdit } from "#contract/survey-edits.ts";
import { surveyEditsQuery } from "#web/features/surveys/surveys.api.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { EditNoteProps } from "./edit-note.tsx";

/** What was changed after the first vote, the newest first, each with what it was and became. */
export function EditList({ id, editedAt, invitationCode }: EditNoteProps) {
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
          <Edit key={`${edit.edited_at} ${edit.field}`} edit={edit} />
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  );
}

const FIELDS: Record<SurveyEdit["field"], string> = {
  description: "Açıklama",
  expire_time: "Bitiş",
  visibility: "Kimler görebilir",
};

function Edit({ edit: { edited_at, field, was, became } }: { edit: SurveyEdit }) {
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{FIELDS[field]}</h3>
        <time dateTime={edited_at} className="text-sm text-muted">
          {formatDateTime(edited_at)}
        </time>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-sm/6 text-muted">Önce</dt>
        <dd dir="auto" className="paragraphs wrap-anywhere text-muted">
          {inWords(field, was)}
        </dd>
        <dt className="text-sm/6 text-muted">Sonra</dt>
        <dd dir="auto" className="paragraphs wrap-anywhere">
          {inWords(field, became)}
        </dd>
      </dl>
    </li>
  );
}

function inWords(field: SurveyEdit["field"], value: string | null): string {
  if (field === "expire_time") return value === null ? "Süresiz" : formatDateTime(value);
  if (field === "visibility") return value === "public" ? "Herkese" : "Özel";
  return value || "(boş)";
}
