import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  lookAtPerson as contract,
  type PersonDetail,
} from "#contract/endpoints/moderation/people.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { DECIDED } from "../acts.ts";
import { isForGood } from "../own-decisions.tsx";
import { ReasonDialog } from "../queue/reason-dialog.tsx";
import {
  lookAtPerson,
  openPersonCase,
  personDecisionsQuery,
  staffPersonQuery,
} from "./people.api.ts";
import { PEOPLE_HASH, personHash } from "./person-hash.ts";
import { ROLES } from "./roles.ts";
import { SimilarPeople } from "./similar-people.tsx";

/** An account as staff sees it: what was reported and decided about it (R687). */
export function PersonView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ ...staffPersonQuery(id), refetchOnMount: "always" });
  // The router scrolls to what the fragment names.
  return (
    <div id={personHash(id)} className="grid gap-6">
      <TextLink
        to="/moderation/{-$id}"
        params={{ id: undefined }}
        hash={PEOPLE_HASH}
        className="inline-flex min-h-11 items-center justify-self-start"
      >
        Bütün kişiler
      </TextLink>
      {!data && error && <ProblemState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data && <Found person={data.item} />}
    </div>
  );
}

function Found({ person }: { person: PersonDetail }) {
  return (
    <>
      <section
        aria-labelledby="hesap"
        className="grid gap-4 rounded border border-line bg-surface p-5"
      >
        <Who person={person} />
        <Facts person={person} />
        <Tools id={person.id} />
      </section>
      <Cases cases={person.cases} />
      <Decisions id={person.id} />
      <SimilarPeople id={person.id} />
    </>
  );
}

function Who({ person: { name, nickname, image, role } }: { person: PersonDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar image={image} size={48} />
      <div className="grid min-w-0 grow leading-snug">
        <h2 id="hesap" className="text-xl font-extrabold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <TextLink
          to="/profile/$nickname"
          params={{ nickname }}
          className="inline-flex min-h-11 items-center wrap-anywhere"
        >
          @{nickname}
        </TextLink>
      </div>
      {role !== "member" && <Badge variant="info">{ROLES[role]}</Badge>}
    </div>
  );
}

function Facts({ person }: { person: PersonDetail }) {
  const { id, created_at, suspended_until, survey_count, decision_count } = person;
  const facts = [
    ["Hesap numarası", String(id)],
    ["Üyelik", formatDateTime(created_at)],
    ["Profilindeki anketler", formatNumber(survey_count)],
    ["Geçerli kararlar", formatNumber(decision_count)],
    ...(suspended_until ? [["Askı", suspension(suspended_until)]] : []),
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{label}:</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function suspension(until: string): string {
  if (isForGood(until)) return "süresiz";
  const isOver = Date.parse(until) <= Date.now();
  return `${formatDateTime(until)} ${isOver ? "tarihinde bitti" : "tarihine kadar"}`;
}

function Tools({ id }: { id: number }) {
  const router = useRouter();
  const [isLooking, setLooking] = useState(false);
  const [email, setEmail] = useState<string>();
  const box = useFocusFallback(String(email));
  const open = useMutation({
    mutationFn: () => openPersonCase(id),
    onSuccess: ({ item }) =>
      router.navigate({
        ...{ to: "/moderation/{-$id}", params: { id: String(item) }, hash: "karar" },
      }),
    onError: (error) => toastProblem(error),
  });
  return (
    <div {...box} className="grid gap-4 rounded outline-none">
      {email !== undefined && (
        <p className="rounded bg-sunken p-3 wrap-anywhere">
          E-posta adresi: <bdi>{email}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={open.isPending} onClick={() => open.mutate()}>
          Karar Ver
        </Button>
        {email === undefined && (
          <Button aria-haspopup="dialog" onClick={() => setLooking(true)}>
            E-posta Adresini Göster
          </Button>
        )}
      </div>
      <ReasonDialog
        open={isLooking}
        title="E-posta adresini göster"
        text="Adresi bu sayfada yalnızca siz görürsünüz. Baktığınız, gerekçesiyle kayda geçer."
        hint="Kayıtta durur."
        action="Göster"
        done="Kayda Geçti"
        schema={contract.body}
        toBody={({ words }) => ({ words })}
        send={async ({ words }) => {
          const { item } = await lookAtPerson(id, words);
          setEmail(`${item.email}${item.email_verified_at ? "" : " (doğrulanmamış)"}`);
        }}
        onDone={() => undefined}
        onClose={() => setLooking(false)}
      />
    </div>
  );
}

function Cases({ cases }: { cases: PersonDetail["cases"] }) {
  if (cases.length === 0) return null;
  return (
    <section aria-labelledby="incelemeler" className="grid gap-3">
      <h2 id="incelemeler" className="text-xl font-extrabold">
        İncelemeler
      </h2>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {cases.map(({ id, survey, reports, opened_at }) => (
          <li key={id}>
            <Link
              to="/moderation/{-$id}"
              params={{ id: String(id) }}
              className="flex flex-wrap items-center gap-2 px-4 py-3 hover:bg-sunken"
            >
              <Badge>{survey ? "Anket" : "Profil"}</Badge>
              {survey && (
                <bdi className="min-w-0 font-semibold wrap-anywhere">{survey.question}</bdi>
              )}
              {reports > 0 && <Badge variant="primary">{formatNumber(reports)} bildirim</Badge>}
              {!opened_at && <span className="text-sm text-muted">Bekleyen yok</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decisions({ id }: { id: number }) {
  const list = useInfiniteQuery({ ...personDecisionsQuery(id), refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  const decisions = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="kararlar" className="grid gap-3">
      <h2 id="kararlar" className="text-xl font-extrabold">
        Kararlar
      </h2>
      <ul className="grid gap-3">
        {decisions.map(({ id: key, survey, act, reason, words, decided_at, undone_at }) => (
          <li key={key} className="grid gap-1 rounded border border-line p-4">
            <p className="flex flex-wrap items-center gap-2">
              <b>{DECIDED[act]}</b>
              <span>{REASONS[reason]}</span>
              {undone_at && <Badge>Geri alındı</Badge>}
              <span className="text-sm text-muted">{formatDateTime(decided_at)}</span>
            </p>
            {survey && (
              <bdi className="font-semibold wrap-anywhere">
                {survey.question || "Herkese açık olmayan bir anket"}
              </bdi>
            )}
            <p dir="auto" className="wrap-anywhere">
              {words}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  );
}
