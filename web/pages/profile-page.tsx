import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Navigate } from "@tanstack/react-router";
import type { SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { BlockButton } from "#web/features/blocks/block-button.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { followStatusQuery } from "#web/features/follows/follows.api.ts";
import { ReportButton } from "#web/features/moderation/report-button.tsx";
import { AboutCard } from "#web/features/people/about-card.tsx";
import { personQuery, personSurveysQuery } from "#web/features/people/people.api.ts";
import { ProfileHeader } from "#web/features/people/profile-header.tsx";
import { SurveyGrid } from "#web/features/survey-lists/survey-grid.tsx";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { isMissing } from "#web/features/surveys/survey-route.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { isolated } from "#web/lib/direction.ts";
import { trueUntil } from "#web/lib/page-clock.ts";
import { pageTitle } from "#web/lib/page-title.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";

export const Route = createFileRoute("/profile/$nickname")({
  loader: async ({ context: { queryClient }, params: { nickname } }) => {
    const [person, surveys] = await Promise.all([
      queryClient.ensureQueryData(personQuery(nickname)),
      queryClient.ensureInfiniteQueryData(personSurveysQuery(nickname)),
    ]);
    return { person: person.item, ended: surveys.pages.flatMap(endedNow) };
  },
  head: ({ loaderData: { person } = {} }) => ({
    meta: person ? [{ title: pageTitle(`${isolated(person.name)} (@${person.nickname})`) }] : [],
  }),
  remountDeps: ({ params }) => params,
  component: ProfilePage,
});

const endedNow = ({ items }: { items: readonly SurveyCard[] }) =>
  items.filter((card) => Date.parse(card.expire_time ?? "") <= Date.now()).map(({ id }) => id);

function ProfilePage() {
  const { nickname } = Route.useParams();
  const { ended } = Route.useLoaderData();
  const { item: person } = useSuspenseQuery(personQuery(nickname)).data;
  const list = useSuspenseInfiniteQuery(personSurveysQuery(nickname));
  const isSignedIn = useIsSignedIn();
  const { data: account } = useBrowserQuery({ ...accountQuery, enabled: isSignedIn });
  const { error } = useBrowserQuery({ ...followStatusQuery(person.id), enabled: isSignedIn });
  if (isSignedIn && account?.item.id === person.id) return <Navigate to="/account" replace />;
  // The document is the same for everybody, also for whom the person is not there (R634).
  if (isMissing(error)) throw error;

  // As of the time of fetching, so that the server and the browser render the same. A document from
  // the browser's own cache lacks that time, but lists the surveys that had ended by then.
  const hasEnded = ({ id, expire_time }: Pick<SurveyCard, "id" | "expire_time">) => {
    const end = Date.parse(expire_time ?? "");
    if (end > list.dataUpdatedAt) trueUntil(end);
    return list.dataUpdatedAt > 0 ? end <= list.dataUpdatedAt : ended.includes(id);
  };
  const surveys = list.data.pages.flatMap((page) => page.items);
  return (
    <div className="wide grid gap-8">
      <ProfileHeader person={person}>
        <FollowButton person={person} place="profile" />
        <div className="flex flex-wrap justify-center">
          <BlockButton person={person} />
          <ReportButton kind="person" id={person.id} />
        </div>
      </ProfileHeader>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:order-last">
          <AboutCard
            gender={person.gender}
            birthDate={person.birth_date}
            biography={person.biography}
          />
        </div>
        <section aria-labelledby="anketler">
          <h2 id="anketler" className="mb-4 text-2xl font-extrabold">
            Anketler
          </h2>
          {surveys.length > 0 ? (
            <SurveyGrid
              surveys={surveys}
              hasEnded={hasEnded}
              badges={(survey) => hasEnded(survey) && <StateBadge state="ended" />}
            />
          ) : (
            <EmptyState
              title="Henüz anket yok"
              text={`${isolated(person.name)} yayınlayınca burada görünür.`}
            />
          )}
          <MoreButton list={list} />
        </section>
      </div>
    </div>
  );
}
