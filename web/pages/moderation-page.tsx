import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useLocation, useRouter } from "@tanstack/react-router";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { AdminTools } from "#web/features/moderation/admin-tools.tsx";
import { CaseQueue } from "#web/features/moderation/case-queue.tsx";
import { CaseView } from "#web/features/moderation/case-view.tsx";
import { KeyHelp } from "#web/features/moderation/key-help.tsx";
import { PeopleTab } from "#web/features/moderation/people/people-tab.tsx";
import { PEOPLE_HASH, searchHash, searchOf } from "#web/features/moderation/people/person-hash.ts";
import { QueueSummary } from "#web/features/moderation/queue/queue-summary.tsx";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { ProofDialog } from "#web/features/sign-in/proof/proof-dialog.tsx";
import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/moderation/{-$id}")({
  component: ModerationPage,
});

const TABS = [
  { value: "queue", label: "Sıradakiler" },
  { value: "people", label: "Kişiler" },
] as const;

/** What waits, or the people of the site, by the fragment of the address. */
function QueueAndPeople() {
  const router = useRouter();
  const hash = useLocation({ select: ({ hash }) => hash });
  const isPeople = hash.startsWith(PEOPLE_HASH);
  const change = (hash: string) =>
    void router.navigate({
      ...{ to: "/moderation/{-$id}", params: { id: undefined }, replace: true },
      hash,
    });
  return (
    <Tabs
      label="İnceleme"
      tabs={TABS}
      value={isPeople ? "people" : "queue"}
      onChange={(tab) => change(tab === "people" ? PEOPLE_HASH : "")}
    >
      {isPeople ? (
        <PeopleTab q={searchOf(hash)} onSearch={(q) => change(searchHash(q))} />
      ) : (
        <>
          <QueueSummary />
          <CaseQueue />
        </>
      )}
    </Tabs>
  );
}

/** The queue, or a case of it. For members it does not exist. */
function ModerationPage() {
  const { id } = Route.useParams();
  const { data: account } = useQuery({ ...accountQuery, enabled: useIsSignedIn() });
  if (account && !account.item.role) return <NotFound />;
  return (
    <div className={id === undefined ? "column" : "wide"}>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="grow text-3xl font-extrabold">İnceleme</h1>
        {id === undefined ? (
          <AdminTools />
        ) : (
          <>
            <KeyHelp />
            <TextLink
              to="/moderation/{-$id}"
              params={{ id: undefined }}
              className="inline-flex min-h-11 items-center"
            >
              Sıradakiler
            </TextLink>
          </>
        )}
      </div>
      <RequireSignIn text="Bu sayfa yetkililer içindir.">
        {id === undefined ? <QueueAndPeople /> : <CaseView key={id} id={Number(id)} />}
      </RequireSignIn>
      <ProofDialog />
    </div>
  );
}
