import { useQuery } from "@tanstack/react-query";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { caseQuery, viewersQuery } from "#web/features/moderation/cases.api.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DecisionList } from "./decision-list.tsx";
import { personHash } from "./people/person-hash.ts";
import { CaseDecision } from "./queue/case-decision.tsx";
import { CaseTools } from "./queue/case-tools.tsx";
import { Reported } from "./queue/reported.tsx";
import { Shown } from "./queue/shown.tsx";

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
function HoldNote({ hold }: { hold: NonNullable<CaseDetail["hold"]> }) {
  const { is_new, matches, similar_case } = hold;
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
      {similar_case !== null && (
        <p>
          <b>Gizlenen bir ankete benziyor:</b>{" "}
          <TextLink to="/moderation/{-$id}" params={{ id: String(similar_case) }}>
            O anketi gör
          </TextLink>
        </p>
      )}
      {matches.length === 0 && similar_case === null && (
        <p>Hesabın ilk anketleri incelemeden geçiyor.</p>
      )}
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
