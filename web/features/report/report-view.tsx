import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { kindOf, votersOf } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { noOpinionWords } from "#web/features/results/steps-words.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ChartActions } from "./chart-actions.tsx";
import { CrossTable } from "./cross-table.tsx";
import { Downloads } from "./downloads.tsx";
import { differenceOf, findingOf } from "./finding.ts";
import { GroupList } from "./group-list.tsx";
import {
  DIMENSIONS,
  type Dimension,
  groupsOf,
  NOISE_NOTE,
  NOT_DIVIDED,
  whyNoGroups,
} from "./groups.ts";
import { KIND_WORDS } from "./kinds.ts";
import { LeadingOption, leaderIn } from "./leading-option.tsx";
import { Method } from "./method.tsx";
import { ResultBars } from "./result-bars.tsx";
import { Legend } from "./share-bar.tsx";
import { TileMap } from "./tile-map.tsx";
import { Timeline } from "./timeline.tsx";
import { TrustPanel } from "./trust-panel.tsx";
import { usePrinting } from "./use-printing.ts";
import { WeightedResults } from "./weighted-results.tsx";

/** Plain surveys do without its code. */
const BallotDetails = lazyComponent("Ayrıntılar yükleniyor", async () => {
  const { BallotDetails } = await import("./ballot-details.tsx");
  return BallotDetails;
});

interface Props {
  survey: Survey;
  report: Report;
  invitationCode: string | undefined;
}

/** The whole report on a survey's results, from the finding in one sentence to the method. */
export function ReportView({ survey, report, invitationCode }: Props) {
  const { breakdown, timeline, burst } = report;
  const total = votersOf(report.results, report.voters);
  const details = KIND_WORDS[kindOf(survey)].details?.(report);
  const leader = leaderIn(survey, report);
  // The picture's caption says who leads.
  const finding = leader ? differenceOf(report) : findingOf(report);
  return (
    <div className="grid grid-cols-1 gap-10">
      <Section title="Sonuç">
        <LeadingOption survey={survey} leader={leader} />
        {finding && <p className="text-2xl font-extrabold text-pretty">{finding}</p>}
        {total === 0 && (
          <p className="font-semibold">
            {survey.state === "ended" ? "Bu ankette oy kullanılmadı." : "Henüz oy yok."}
          </p>
        )}
        <ResultBars {...report} survey={survey} total={total} />
        <p className="text-muted">
          Toplam <strong className="text-ink">{formatNumber(total)}</strong> oy
          {report.no_opinion !== undefined && (
            <span className="block">{noOpinionWords(report.no_opinion)}</span>
          )}
        </p>
        {total > 0 && <ChartActions survey={survey} chart="results" />}
      </Section>
      {details && (
        <Section title={details}>
          <BallotDetails report={report} total={total} />
        </Section>
      )}
      {breakdown && breakdown.groups.length > 0 ? (
        <Section title="Kim ne dedi?">
          <Groups survey={survey} report={report} />
          <p className="text-sm text-muted">
            {`${NOISE_NOTE} Gruplar ${formatDateTime(breakdown.taken_at)} tarihinde, ${formatNumber(breakdown.votes)} oyla sayıldı.`}
          </p>
        </Section>
      ) : (
        <p className="rounded border border-line bg-surface p-4 text-muted">
          {whyNoGroups(survey, report, total)}
        </p>
      )}
      {breakdown && (
        <Section title="Türkiye’ye göre">
          <WeightedResults report={report} weighted={breakdown.weighted} />
          {breakdown.weighted.values && <ChartActions survey={survey} chart="weighted" />}
        </Section>
      )}
      {timeline.length > 0 && (
        <Section title="Zaman içinde">
          <Timeline timeline={timeline} burst={burst} />
          {timeline.length > 1 && <ChartActions survey={survey} chart="timeline" />}
        </Section>
      )}
      {breakdown && (
        <Section title="Güven">
          <TrustPanel {...report} trust={breakdown.trust} />
        </Section>
      )}
      <Section title="İndir" className="print:hidden">
        <Downloads survey={survey} invitationCode={invitationCode} />
      </Section>
      <Section title="Künye">
        <Method survey={survey} report={report} total={total} />
      </Section>
    </div>
  );
}

interface SectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Section({ title, className, children }: SectionProps) {
  return (
    <section
      className={cn(
        "grid grid-cols-1 gap-5 not-first:border-t not-first:border-line not-first:pt-6",
        className,
      )}
    >
      <h2 className="text-xl font-extrabold">{title}</h2>
      {children}
    </section>
  );
}

type Tab = Dimension | "cross";

const TABS = [
  ...Object.entries(DIMENSIONS).map(([value, label]) => ({ value: value as Tab, label })),
  { value: "cross" as const, label: "Çapraz" },
];

/** Results by the chosen dimension; on paper by all, since nothing can be chosen there. */
function Groups({ survey, report }: Omit<Props, "invitationCode">) {
  const [tab, setTab] = useState<Tab>("gender");
  const isPrinting = usePrinting();
  const others = isPrinting ? TABS.filter(({ value }) => value !== tab && value !== "cross") : [];
  return (
    <>
      <Tabs label="Kırılımlar" tabs={TABS} value={tab} onChange={setTab}>
        <GroupsBy tab={tab} survey={survey} report={report} />
      </Tabs>
      {others.map(({ value, label }) => (
        <section key={value} className="grid grid-cols-1 gap-5">
          <h3 className="text-lg font-extrabold">{label}</h3>
          <GroupsBy tab={value} survey={survey} report={report} />
        </section>
      ))}
    </>
  );
}

function GroupsBy({ tab, survey, report }: Omit<Props, "invitationCode"> & { tab: Tab }) {
  const { data: cities } = useQuery(citiesQuery);
  const groups = (dimensions: readonly Dimension[]) => groupsOf(report, dimensions, cities?.items);
  if (tab === "cross") return <CrossTable report={report} groupsOf={groups} />;
  const shown = groups([tab]);
  const regions = tab === "province" ? groups(["region"]) : [];
  if (shown.length === 0 && regions.length === 0)
    return <p className="text-muted">{NOT_DIVIDED}</p>;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Legend options={report.options} />
      {tab === "province" ? (
        <TileMap report={report} provinces={shown} regions={regions} />
      ) : (
        <GroupList report={report} groups={shown} dimension={DIMENSIONS[tab]} />
      )}
      <ChartActions survey={survey} chart={tab} />
    </div>
  );
}
