import { useInfiniteQuery, useIsMutating, useQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import CirclePlus from "lucide-react/icons/circle-plus";
import Pencil from "lucide-react/icons/pencil";
import Settings2 from "lucide-react/icons/settings-2";
import { useEffect, useRef, useState } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { AccountSettings } from "#web/features/accounts/account-settings.tsx";
import { accountQuery, citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { MissingParts } from "#web/features/accounts/completion/missing-parts.tsx";
import { savedProfileEdits } from "#web/features/accounts/saved-profile.ts";
import { NoticeList } from "#web/features/notices/notice-list.tsx";
import { ownSurveysQuery } from "#web/features/own-surveys/own-surveys.api.ts";
import { OwnSurveys } from "#web/features/own-surveys/own-surveys.tsx";
import { AboutCard } from "#web/features/people/about-card.tsx";
import { PopularPeople } from "#web/features/people/popular-people.tsx";
import { ProfileHeader } from "#web/features/people/profile-header.tsx";
import { ProofDialog } from "#web/features/sign-in/proof/proof-dialog.tsx";
import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";
import { SecuritySettings } from "#web/features/sign-in/security/security-settings.tsx";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { pageTitle } from "#web/lib/page-title.ts";
import { currentToken, useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

export const Route = createFileRoute("/account")({
  validateSearch: ({ type }: { type?: unknown }): { type?: "TEST" } =>
    type === "TEST" ? { type } : {},
  head: ({ match }) => ({
    meta: match.search.type ? [{ title: pageTitle("Hesabım: Testler") }] : [],
  }),
  component: AccountPage,
});

const ProfileEditor = lazyComponent("Form yükleniyor", async () => {
  const { ProfileEditor } = await import("#web/features/accounts/profile-editor.tsx");
  return ProfileEditor;
});

function AccountPage() {
  const login = useLoginState();
  const router = useRouter();
  const { data, isLoadingError, error, refetch } = useQuery({
    ...accountQuery,
    enabled: login === "in",
  });

  // Visitors are sent to the login. A session that expires later leaves its owner here.
  useEffect(() => {
    if (currentToken()) return;
    const { href } = router.state.location;
    void router.navigate({ to: "/login", search: { next: href }, replace: true });
  }, [router]);

  return (
    <div className="wide grid gap-8">
      {!data && <h1 className="sr-only">Hesabım</h1>}
      <RequireSignIn text="Profiliniz ve anketleriniz giriş yaptığınızda burada.">
        {data && <AccountScreen key={data.item.id} account={data.item} />}
        {isLoadingError && <ProblemState error={error} onRetry={refetch} />}
        {!data && !isLoadingError && <Skeletons />}
      </RequireSignIn>
    </div>
  );
}

function AccountScreen({ account }: { account: Account }) {
  const [isEditing, setEditing] = useState(() => savedProfileEdits(account.id) !== undefined);
  const { type = "SURVEY" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: surveys } = useInfiniteQuery(ownSurveysQuery("SURVEY"));
  const { data: cities } = useQuery(citiesQuery);
  const isSaving = useIsMutating({ mutationKey: queryKeys.savingProfile }) > 0;
  const editButton = useRef<HTMLButtonElement>(null);
  const counts = surveys?.pages[0]?.counts;

  return (
    <>
      <NoticeList notices={account.notices}>
        <ProfileHeader person={account}>
          <LinkButton variant="primary" to="/survey/create">
            <CirclePlus className="size-5" aria-hidden="true" />
            Anket Oluştur
          </LinkButton>
          <Button
            ref={editButton}
            aria-expanded={isEditing}
            // Not `disabled`: it takes the focus while the mutation still counts as running.
            aria-disabled={isSaving}
            // Closing keeps the edits; only "Vazgeç" discards them.
            onClick={() => isSaving || setEditing(!isEditing)}
          >
            <Pencil className="size-5" aria-hidden="true" />
            Profil Düzenle
          </Button>
          {/* On small screens the settings are far down, below the list of surveys. */}
          <a href="#hesap-ayarlari" className={buttonStyle("outline", "normal", "lg:hidden")}>
            <Settings2 className="size-5" aria-hidden="true" />
            Hesap Ayarları
          </a>
        </ProfileHeader>
      </NoticeList>
      {account.missing && <MissingParts missing={account.missing} />}
      {isEditing && (
        <section aria-label="Profil Düzenle" className="rounded border border-line bg-surface">
          <ProfileEditor
            account={account}
            onDone={() => {
              setEditing(false);
              editButton.current?.focus();
            }}
          />
        </section>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Tabs
          label="Anketleriniz ve testleriniz"
          value={type}
          onChange={(chosen) =>
            navigate({
              search: chosen === "TEST" ? { type: chosen } : {},
              replace: true,
              resetScroll: false,
            })
          }
          tabs={[
            { value: "SURVEY", label: <Counted name="Anketler" count={counts?.SURVEY} /> },
            { value: "TEST", label: <Counted name="Testler" count={counts?.TEST} /> },
          ]}
        >
          <OwnSurveys type={type} />
        </Tabs>
        <div className="grid gap-6">
          <AboutCard
            gender={account.gender}
            birthDate={account.birth_date}
            city={cities?.items.find(({ code }) => code === account.city_id)?.name}
            biography={account.biography}
          />
          <PopularPeople />
          <SecuritySettings nickname={account.nickname} />
          <AccountSettings account={account} />
        </div>
      </div>
      <ProofDialog />
    </>
  );
}

function Counted({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name} <span className="tabular-nums">{count === undefined ? "" : `(${count})`}</span>
    </>
  );
}

function Skeletons() {
  return (
    <>
      <div>
        <Skeleton className="h-28 sm:h-44" />
        <div className="relative -mt-14 ml-4 size-32 rounded-full bg-page p-1 sm:ml-6">
          <Skeleton className="size-full rounded-full" />
        </div>
        <Skeleton className="mt-4 ml-4 h-9 w-56 sm:ml-6" />
      </div>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-4">
          <Skeleton className="h-11 w-64" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
        <Skeleton className="h-72" />
      </div>
    </>
  );
}
