import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { ERRORS } from "#contract/errors.ts";
import { singleView } from "#web/features/ballots/single.tsx";
import {
  askForDetails,
  codeLinkQuery,
  redeemCode,
  settled,
} from "#web/features/sign-in/codes/codes.api.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { startSession, useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { ShownChoice } from "./shown-choice.tsx";

const SeveralChoice = lazyComponent("Seçiminiz yükleniyor", async () => {
  const { SeveralChoice } = await import("./several-choice.tsx");
  return SeveralChoice;
});

/** The page of a letter's link: shows the vote, which only a press casts (R502). */
export function CodeLinkScreen({ link }: { link: string | null }) {
  const { data, error, refetch } = useQuery({ ...codeLinkQuery(link ?? ""), enabled: !!link });
  const isOver = error instanceof ApiProblem && error.code.startsWith("link_");
  if (link === "" || isOver) {
    const [, title, text] = isOver ? ["", error.title, error.message] : ERRORS.link_unknown;
    return (
      <Screen title="Oyunuzu onaylayın">
        <div role="alert" className="grid gap-1.5">
          <p className="text-xl font-extrabold text-balance">{title}</p>
          <p className="text-muted text-pretty">{text}</p>
        </div>
        <p className="text-muted text-pretty">
          Oy vermek için <TextLink to="/surveys">ankete dönüp</TextLink> yeni bir kod isteyin.
        </p>
      </Screen>
    );
  }
  if (!link || !data) {
    return (
      <Screen title="Oyunuzu onaylayın">
        {error ? (
          <ProblemState error={error} onRetry={refetch} />
        ) : (
          <Spinner label="Bağlantı açılıyor" />
        )}
      </Screen>
    );
  }
  const { email, vote } = data.item;
  return (
    <Screen title={vote ? "Oyunuzu onaylayın" : "Giriş yapın"}>
      {vote && <ShownVote vote={vote} />}
      <UseLink link={link} email={email} vote={vote} />
    </Screen>
  );
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="column max-w-lg sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold text-balance">{title}</h1>
      <div className="grid gap-5 sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        {children}
      </div>
    </div>
  );
}

/** The question, and what is chosen there. */
function ShownVote({ vote }: { vote: WaitingVote }) {
  const { survey_id, invitation_code, ...choice } = vote;
  const { data, error, refetch } = useQuery(surveyQuery(String(survey_id), invitation_code, true));
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Spinner label="Anket yükleniyor" />;
  return (
    <>
      <p dir="auto" className="text-xl font-extrabold text-balance wrap-anywhere">
        {data.item.question}
      </p>
      {"survey_option_id" in choice ? (
        <ShownChoice {...singleView.describe(choice, data.item)} />
      ) : (
        <SeveralChoice choice={choice} survey={data.item} />
      )}
    </>
  );
}

interface UseLinkProps {
  link: string;
  email: string;
  vote: WaitingVote | null;
}

function UseLink({ link, email, vote }: UseLinkProps) {
  const router = useRouter();
  const isIn = useIsSignedIn();
  const using = useMutation({
    mutationFn: () => redeemCode({ link }, false),
    onSuccess: async (used) => {
      startSession(used.session);
      if (!vote) return router.navigate({ to: "/account" });
      await router.navigate({
        to: "/surveys/$id",
        params: { id: String(vote.survey_id) },
        search: vote.invitation_code ? { davet: vote.invitation_code } : {},
      });
      const problem = settled(used)?.problem;
      if (problem) toastProblem(problem);
      else if (used.account.missing?.includes("details")) askForDetails(vote);
    },
    onError: (problem) => toastProblem(problem),
  });
  return (
    <>
      <p className="text-pretty wrap-anywhere">
        {vote
          ? `Oyunuz ${email} adresiyle sayılacak ve bu tarayıcıda giriş yapılacak.`
          : `Bu tarayıcıda ${email} adresiyle giriş yapılacak.`}
        {isIn && " Şu an açık olan hesabın yerine bu adresin hesabı açılır."}
      </p>
      <Button
        variant="primary"
        size="large"
        busy={using.isPending || using.isSuccess}
        onClick={() => using.mutate()}
      >
        {vote ? "Oyumu Ver" : "Giriş Yap"}
      </Button>
      <p className="text-sm text-muted text-pretty">
        Bunu siz istemediyseniz düğmeye basmayın; hiçbir şey olmaz.
      </p>
    </>
  );
}
