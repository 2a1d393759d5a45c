import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { votersOf } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { isolated } from "#web/lib/direction.ts";
import { cn } from "#web/ui/cn.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { differenceOf } from "./finding.ts";
import { type Group, groupsOf, NOISE_NOTE, sizeOf, whyNoGroups } from "./groups.ts";
import { isWithheld, reportQuery } from "./report.api.ts";
import { Legend, OptionMark, ShareBar } from "./share-bar.tsx";

type Cities = Parameters<typeof groupsOf>[2];

/** Where a survey's votes come from and how genders and ages voted, with a link to the report. */
export function ReportSummary({ survey }: { survey: OwnSurveyCard }) {
  const { id, question } = survey;
  const report = useQuery({ ...reportQuery(id), refetchOnMount: "always" });
  const cities = useQuery(citiesQuery);
  if (isWithheld(report.error)) return <p className="text-muted">{report.error.message}</p>;
  if (!report.data && report.error) {
    return <ProblemState error={report.error} onRetry={report.refetch} />;
  }
  // Without the provinces' names, regions would be shown in their place.
  if (!report.data || cities.isPending) return <Loading />;
  const { breakdown, results, voters } = report.data;
  const hasGroups = breakdown !== null && breakdown.groups.length > 0;
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
      {hasGroups && <Parts report={report.data} cities={cities.data?.items} />}
      <div className="grid gap-1">
        <p className="text-muted text-pretty">
          {hasGroups ? NOISE_NOTE : whyNoGroups(survey, report.data, votersOf(results, voters))}
        </p>
        <TextLink
          to="/surveys/$id/results"
          params={{ id: String(id) }}
          aria-label={`Bütün sonuçlar: ${isolated(question)}`}
          className="inline-flex min-h-11 items-center justify-self-start"
        >
          Bütün sonuçlar
        </TextLink>
      </div>
    </div>
  );
}

function Parts({ report, cities }: { report: Report; cities: Cities }) {
  const difference = differenceOf(report);
  return (
    <>
      <Part title="Oylar nereden geliyor?">
        <Places report={report} cities={cities} />
      </Part>
      <Part title="Kim ne dedi?" className="sm:row-span-2">
        {difference && <p className="font-semibold text-pretty">{difference}</p>}
        <Legend options={report.options} isShort />
        <GroupRows label="Cinsiyet" report={report} groups={groupsOf(report, ["gender"])} />
        <GroupRows label="Yaş" report={report} groups={groupsOf(report, ["age"])} />
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Part({ title, className, children }: PartProps) {
  return (
    <section className={cn("grid grid-cols-1 gap-3", className)}>
      <h4 className="text-base font-extrabold">{title}</h4>
      {children}
    </section>
  );
}

const PLACES = 5;

/** The shown places with the most votes. */
function Places({ report, cities }: { report: Report; cities: Cities }) {
  const places = shownPlaces(report, cities);
  const most = places[0]?.voters ?? 1;
  if (places.length === 0)
    return <p className="text-muted">Şimdilik gösterilebilen bir yer yok.</p>;
  return (
    <>
      <ul className="grid grid-cols-1 gap-2">
        {places.slice(0, PLACES).map((place) => (
          <li key={place.key} className={ROW}>
            <span className={NAME}>{place.names.join(", ")}</span>
            <span className={BAR}>
              <svg
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-3 w-full overflow-hidden rounded bg-sunken"
              >
                <rect width={(100 * place.voters) / most} height="4" className="fill-turkuaz" />
              </svg>
            </span>
            <span className={NUMBER}>{sizeOf(place)}</span>
          </li>
        ))}
      </ul>
      {places.length > PLACES && (
        <p className="text-muted">{`ve ${places.length - PLACES} yer daha`}</p>
      )}
    </>
  );
}

/** Provinces, or regions if no province is shown. */
function shownPlaces(report: Report, cities: Cities): Group[] {
  const provinces = groupsOf(report, ["province"], cities);
  const places = provinces.length > 0 ? provinces : groupsOf(report, ["region"]);
  return places.sort((a, b) => b.voters - a.voters);
}

/** One line; with large text the parts wrap. */
const ROW = "flex flex-wrap items-center gap-x-3";
const NAME = "w-28 max-w-full font-semibold wrap-anywhere";
const BAR = "flex min-w-12 flex-1";
const NUMBER = "ml-auto min-w-16 text-right tabular-nums";

interface GroupRowsProps {
  label: string;
  report: Report;
  groups: readonly Group[];
}

function GroupRows({ label, report, groups }: GroupRowsProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-2">
      {groups.map((group) => (
        <li key={group.key} className={ROW}>
          <span className={cn(NAME, "grid")}>
            {group.names.join(", ")}
            <span className="font-normal text-muted">{sizeOf(group)}</span>
          </span>
          <span className={BAR}>
            <ShareBar options={report.options} group={group} />
          </span>
          <Lead options={report.options} group={group} />
        </li>
      ))}
    </ul>
  );
}

/** The leading share; the bar beside it gives all shares to screen readers. */
function Lead({ options, group }: { options: Report["options"]; group: Group }) {
  const option = options[group.leader];
  return (
    <span aria-hidden="true" className={cn(NUMBER, "flex items-baseline justify-end gap-1.5")}>
      {option ? (
        <>
          <OptionMark color={option.color} shape={group.leader} />
          <span className="font-semibold">%{group.shares[group.leader]}</span>
        </>
      ) : (
        <span className="text-muted">Eşitlik</span>
      )}
    </span>
  );
}

function Loading() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-40" />
      <Spinner label="Oyların dağılımı yükleniyor" />
    </div>
  );
}
