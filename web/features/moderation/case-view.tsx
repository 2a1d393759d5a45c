import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Snapshot } from "#contract/endpoints/moderation.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { caseQuery, viewersQuery } from "#web/features/moderation/cases.api.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { CasePicture } from "./case-picture.tsx";
import { DecisionList } from "./decision-list.tsx";
import { MarkedText } from "./marked-text.tsx";
import { personHash } from "./people/person-hash.ts";
import { CaseDecision } from "./queue/case-decision.tsx";
import { CaseTools } from "./queue/case-tools.tsx";
import { ReporterMute } from "./queue/reporter-mute.tsx";

/** A reported survey or person: what it shows, what was reported and decided (R626). */
export function CaseView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ ...caseQuery(id), refetchOnMount: "always" });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const { item } = data;
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid gap-6">
        <Owner item={item} />
        {item.hold && <HoldNote hold={item.hold} />}
        <Shown item={item} snapshot={item.now} />
        <Reported item={item} />
      </div>
      <div className="grid gap-6">
        <CaseDecision item={item} />
        <CaseTools item={item} />
        <DecisionList item={item} />
      </div>
    </div>
  );
}

function Owner({ item }: { item: CaseDetail }) {
  const { user, earlier_decisions, is_hidden, is_unlisted, is_for_adults } = item;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <TextLink
        to="/profile/$nickname"
        params={{ nickname: user.nickname }}
        className="inline-flex min-h-11 items-center"
      >
        @{user.nickname}
      </TextLink>
      <TextLink
        to="/moderation/{-$id}"
        params={{ id: undefined }}
        hash={personHash(user.id)}
        className="inline-flex min-h-11 items-center"
      >
        Hesap
      </TextLink>
      <Viewers id={item.id} />
      {item.is_held && <Badge variant="info">İnceleme</Badge>}
      {is_hidden && !item.is_held && <Badge variant="primary">Yayından kaldırıldı</Badge>}
      {is_unlisted && <Badge variant="primary">Listelerde yok</Badge>}
      {is_for_adults && <Badge variant="primary">18 yaş ve üstü</Badge>}
      {earlier_decisions > 0 && (
        <Badge>Başka konularda {formatNumber(earlier_decisions)} karar</Badge>
      )}
    </p>
  );
}

/** Why a survey waits, and what a decision does (R663). */
function HoldNote({ hold: { is_new, matches } }: { hold: NonNullable<CaseDetail["hold"]> }) {
  return (
    <div className="grid gap-2 rounded border border-line bg-sunken p-4">
      <p>
        {is_new
          ? "Bu anket yayınlanmak için inceleme bekliyor."
          : "Bu anketin metni değişti; inceleme bitene kadar yayında değil."}{" "}
        Kurallara uygun bulursanız yayınlanır.
      </p>
      {matches.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1">
          <b>Listedeki sözcükler:</b>
          {matches.map(({ form, found }) => (
            <span key={form} dir="auto" className="wrap-anywhere">
              <mark className="rounded bg-nar-soft px-1 text-nar">{found}</mark>
              {found !== form && ` (${form})`}
            </span>
          ))}
        </p>
      )}
      {matches.length === 0 && <p>Hesabın ilk anketleri incelemeden geçiyor.</p>}
    </div>
  );
}

function Viewers({ id }: { id: number }) {
  const { data } = useQuery({ ...viewersQuery(id), refetchOnMount: "always" });
  return data?.items.map((nickname) => (
    <Badge key={nickname} variant="info">
      @{nickname} bakıyor
    </Badge>
  ));
}

/** Pictures are blurred until they are pressed or focused. */
const BLURRED = "blur-lg focus:blur-none active:blur-none";

function Shown({ item, snapshot }: { item: CaseDetail; snapshot: Snapshot }) {
  const { title, text, image_path, options, questions = [], types = [] } = snapshot;
  const found = item.hold?.matches.map((match) => match.found) ?? [];
  const marked = (text: string) => <MarkedText text={text} found={found} />;
  const pictures = [
    ...(image_path ? [{ content: title, image_path }] : []),
    ...options.filter((option) => option.image_path !== ""),
    ...questions.flatMap(({ content, image_path: image, explanation_image_path: explaining }) =>
      [image, explaining].flatMap((path) => (path ? [{ content, image_path: path }] : [])),
    ),
  ];
  return (
    <section aria-label="İçerik" className="grid gap-3 rounded border border-line bg-surface p-5">
      <h2 dir="auto" className="text-xl font-extrabold wrap-anywhere">
        {marked(title)}
      </h2>
      {text && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {marked(text)}
        </p>
      )}
      {options.length > 0 && (
        <ul className="list-inside list-disc">
          {options.map(({ content }) => (
            <li key={content} dir="auto" className="wrap-anywhere">
              {marked(content)}
            </li>
          ))}
        </ul>
      )}
      {questions.length > 0 && <Questions questions={questions} marked={marked} />}
      {types.map((said) => (
        <p key={said} dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
          {marked(said)}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        {pictures.map((picture) => (
          <button
            key={picture.image_path}
            type="button"
            aria-label={`Resmi göster: ${isolated(picture.content)}`}
            className={`overflow-hidden rounded ${BLURRED}`}
          >
            <CasePicture item={item} path={picture.image_path} />
          </button>
        ))}
      </div>
    </section>
  );
}

/** What a test asks, with its options and explanations. */
function Questions({
  questions,
  marked,
}: {
  questions: NonNullable<Snapshot["questions"]>;
  marked: (text: string) => ReactNode;
}) {
  return (
    <ol className="list-inside list-decimal">
      {[...questions.entries()].map(([at, { content, options, explanation }]) => (
        <li key={at} dir="auto" className="wrap-anywhere">
          {marked(content)}: {marked(options.join(", "))}
          {explanation && <p className="whitespace-pre-line text-muted">{marked(explanation)}</p>}
        </li>
      ))}
    </ol>
  );
}

function Reported({ item }: { item: CaseDetail }) {
  const { reported } = item;
  if (reported.length === 0) return null;
  return (
    <section aria-labelledby="bildirimler" className="grid gap-3">
      <h2 id="bildirimler" className="text-xl font-extrabold">
        Bildirimler
      </h2>
      <ul className="grid gap-3">
        {reported.map(({ id, reason, text, reported_at, is_open, is_author_muted, snapshot }) => (
          <li key={id} className="grid gap-1 rounded border border-line p-4">
            <p className="flex flex-wrap items-center gap-2">
              <b>{REASONS[reason]}</b>
              {is_open && <Badge variant="primary">Açık</Badge>}
              <span className="text-sm text-muted">{formatDateTime(reported_at)}</span>
            </p>
            {text && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            )}
            {snapshot && (
              <details>
                <summary>Bildirildiğinde başka görünüyordu</summary>
                <Shown item={item} snapshot={snapshot} />
              </details>
            )}
            <ReporterMute caseId={item.id} report={{ id, is_author_muted }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
