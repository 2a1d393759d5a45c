import type { SurveyEdit } from "#contract/endpoints/survey-edits.ts";
import { formatDateTime } from "#web/lib/turkish.ts";

const FIELDS: Record<SurveyEdit["field"], string> = {
  description: "Açıklama",
  expire_time: "Bitiş",
  visibility: "Kimler görebilir",
};

/** One edit: when, of which field, and the text before and after. */
export function EditItem({ edit: { edited_at, field, was, became } }: { edit: SurveyEdit }) {
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
