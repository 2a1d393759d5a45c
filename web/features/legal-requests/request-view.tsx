import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LegalRequestDetail } from "#contract/endpoints/moderation/legal-requests.ts";
import { ACTS } from "#web/features/moderation/acts.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { AnswerForm } from "./answer-form.tsx";
import { ASKERS, legalPictureQuery, legalRequestQuery, OUTCOMES } from "./legal-requests.api.ts";

/** A request with the copy of what it is about, what was decided for it, and its answer (R672). */
export function RequestView({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { data, error, refetch } = useQuery({
    ...{ ...legalRequestQuery(id), refetchOnMount: "always" as const },
    // Each look is a row in the record.
    refetchOnWindowFocus: false,
  });
  const box = useFocusFallback(String(data?.item.outcome));
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  const { item } = data;
  const isOverdue = item.outcome === null && Date.parse(item.deadline) < Date.now();
  return (
    <div {...box} className="grid gap-5 rounded outline-none">
      <div className="grid gap-1">
        <h3 className="flex flex-wrap items-center gap-2 text-lg font-extrabold">
          Talep {item.name} <Badge>{ASKERS[item.asker]}</Badge>
          {isOverdue && <Badge variant="primary">Süresi geçti</Badge>}
        </h3>
        <bdi className="wrap-anywhere">{item.reference}</bdi>
        <p className="text-sm text-muted">
          Geldi: {formatDateTime(item.received_at)} · Son: {formatDateTime(item.deadline)}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{item.target}</p>
        {item.words && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {item.words}
          </p>
        )}
      </div>
      <Copied item={item} />
      <Decided item={item} onLeave={onLeave} />
      {item.outcome === null ? (
        <AnswerForm id={id} />
      ) : (
        <div className="grid gap-1 border-t border-line pt-4">
          <p className="flex flex-wrap items-baseline gap-2">
            <b>{OUTCOMES[item.outcome]}</b>
            {item.answered_at && (
              <span className="text-sm text-muted">{formatDateTime(item.answered_at)}</span>
            )}
          </p>
          <p dir="auto" className="wrap-anywhere">
            {item.answer}
          </p>
        </div>
      )}
    </div>
  );
}

function Copied({ item: { id, copy, copy_hash, pictures } }: { item: LegalRequestDetail }) {
  if (copy_hash === null) return <p>Bu adreste bir anket, profil ya da resim bulunamadı.</p>;
  return (
    <section aria-label="Saklanan kopya" className="grid gap-2 rounded border border-line p-4">
      {copy === null ? (
        <p className="text-muted">Kopyanın saklama süresi doldu.</p>
      ) : (
        <>
          <b dir="auto" className="wrap-anywhere">
            {copy.title}
          </b>
          {copy.text && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {copy.text}
            </p>
          )}
          <ul className="list-inside list-disc">
            {copy.options.map(({ content }) => (
              <li key={content} dir="auto" className="wrap-anywhere">
                {content}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            {pictures.map((picture) => (
              <CopiedPicture key={picture.id} requestId={id} {...picture} />
            ))}
          </div>
        </>
      )}
      <p className="text-sm break-all text-muted">SHA-256: {copy_hash}</p>
    </section>
  );
}

interface PictureProps {
  requestId: number;
  id: number;
  content: string;
}

function CopiedPicture({ requestId, id, content }: PictureProps) {
  const { data } = useQuery(legalPictureQuery(requestId, id));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return <img src={url} alt={content} className="aspect-16/9 w-32 bg-sunken object-cover" />;
}

function Decided({ item, onLeave }: { item: LegalRequestDetail; onLeave: () => void }) {
  const { decisions, case_id, outcome } = item;
  return (
    <div className="grid gap-2">
      {decisions.length > 0 && (
        <ul className="grid gap-1">
          {decisions.map(({ act, decided_at, undone_at }) => (
            <li key={`${act} ${decided_at}`}>
              {ACTS[act].label} · {formatDateTime(decided_at)}
              {undone_at && " · Geri alındı"}
            </li>
          ))}
        </ul>
      )}
      {case_id !== null && outcome === null && (
        <p>
          <TextLink
            to="/moderation/{-$id}"
            params={{ id: String(case_id) }}
            onClick={onLeave}
            className="inline-flex min-h-11 items-center"
          >
            Karar vermek için incelemeyi açın
          </TextLink>
        </p>
      )}
    </div>
  );
}
