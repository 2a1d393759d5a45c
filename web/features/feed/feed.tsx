import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FeedTab } from "#contract/endpoints/feed.ts";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { MoreSurveys } from "#web/features/survey-lists/more-surveys.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { questionsQuery } from "./feed.api.ts";
import { endOfDay, goOnToday, QUESTIONS_A_DAY } from "./feed-day.ts";
import { FeedQuestion, QuestionSkeleton } from "./feed-question.tsx";

/** Questions below each other, each as high as the window. */
export function Feed({ tab }: { tab: FeedTab }) {
  const login = useLoginState();
  return (
    <>
      {login !== "in" && (
        <div className="signed-in:hidden">
          {tab === "following" ? <SignInFirst /> : <Questions tab={tab} isMember={false} />}
        </div>
      )}
      {/* The document holds the visitors' questions; members' own come later, in the same room. */}
      {login !== "out" && (
        <div className="signed-out:hidden">
          {login === "in" ? (
            <Questions tab={tab} isMember />
          ) : (
            <QuestionSkeleton className="feed-screen pt-2" />
          )}
        </div>
      )}
    </>
  );
}

interface Props {
  tab: FeedTab;
  isMember: boolean;
}

function Questions({ tab, isMember }: Props) {
  const { data, error, ...list } = useInfiniteQuery(questionsQuery(tab, isMember));
  const [end, setEnd] = useState(() => (isMember ? endOfDay() : QUESTIONS_A_DAY));
  const goOn = () => setEnd(isMember ? goOnToday() : end + QUESTIONS_A_DAY);
  // Votes may move a survey to a later page between two requests.
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const questions = [...new Map(loaded.map((survey) => [survey.id, survey])).values()];
  const answeredBefore = isMember ? (data?.pages[0]?.answeredBefore ?? 0) : 0;
  const shown = questions.slice(0, Math.max(0, end - answeredBefore));
  const isDayOver = shown.length < questions.length || (data && end <= answeredBefore);
  const isCursorInvalid = error instanceof ApiProblem && "cursor" in error.fields;
  const hasFailed = list.isLoadingError || list.isFetchNextPageError || isCursorInvalid;

  if (list.isPending) return <QuestionSkeleton className="feed-screen pt-2" />;
  return (
    <>
      <ol aria-label="Sorular" className="grid grid-cols-1">
        {shown.map((survey, at) => {
          const next = shown[at + 1];
          return (
            <Place key={survey.id} id={survey.id}>
              <FeedQuestion
                survey={survey}
                priority={at === 0}
                next={next && { question: next.question, go: () => goTo(next.id) }}
              />
            </Place>
          );
        })}
      </ol>
      {hasFailed && (
        <ProblemState
          error={error}
          onRetry={data && !isCursorInvalid ? list.fetchNextPage : list.refetch}
        />
      )}
      {!hasFailed && isDayOver && <DayOver onGoOn={goOn} />}
      {!hasFailed && !isDayOver && list.hasNextPage && (
        <MoreSurveys
          link={{ to: "/discovery" }}
          isLoading={list.isFetchingNextPage}
          onLoadMore={list.fetchNextPage}
        />
      )}
      {!hasFailed && !isDayOver && !list.hasNextPage && (
        <NoneLeft tab={tab} isEmpty={questions.length === 0} />
      )}
    </>
  );
}

function goTo(surveyId: number): void {
  const title = document.getElementById(`soru-${surveyId}`);
  title?.closest("li")?.scrollIntoView({
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
  title?.focus({ preventScroll: true });
}

/** What is known of a question's place once it has been on screen, by survey. */
const places = new Map<number, { height: number; isNear: boolean }>();
const NEAR = "200% 0px";

/**
 * As high as the window. Questions far from it leave only their height, so that a long feed stays
 * light; coming back to the page, each is as high as it was, and the scroll position fits.
 */
function Place({ id, children }: { id: number; children: ReactNode }) {
  const ref = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(() => places.get(id)?.isNear ?? true);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // What has the focus stays.
        const isKept = !entry || entry.isIntersecting || place.contains(document.activeElement);
        places.set(id, { height: place.offsetHeight, isNear: isKept });
        setNear(isKept);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [id]);
  const known = places.get(id);
  return (
    <li
      ref={ref}
      className="feed-screen flex flex-col border-b border-line pt-2 pb-3"
      style={!isNear && known ? { height: known.height } : undefined}
    >
      {isNear && children}
    </li>
  );
}

function DayOver({ onGoOn }: { onGoOn: () => void }) {
  return (
    <section aria-labelledby="gun-sonu" className="feed-screen grid content-center py-6">
      <h2 id="gun-sonu" className="sr-only">
        Bugünlük bu kadar
      </h2>
      <EmptyState
        title="Bugünlük bu kadar"
        text="Günün sorularını yanıtladınız. Yarın yenileriyle buradayız; dilerseniz devam edin ya da siz bir soru sorun."
      >
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" to="/survey/create">
            Anket Oluştur
          </LinkButton>
          <Button onClick={onGoOn}>Devam Et</Button>
          <LinkButton to="/discovery">Keşfet</LinkButton>
        </div>
      </EmptyState>
    </section>
  );
}

const EMPTY: Record<FeedTab, { title: string; text: string }> = {
  you: {
    title: "Hepsine oy verdiniz",
    text: "Yeni sorular gelince burada sizi bekler. Bu arada siz de bir soru sorun.",
  },
  following: {
    title: "Takip ettikleriniz şu an bir şey sormuyor",
    text: "Merak ettiğiniz kişileri takip edin; sordukları sorular burada sıralansın.",
  },
  new: {
    title: "Yeni soru yok",
    text: "Yeni sorulara oy verdiniz. Merak ettiğiniz bir şey varsa siz sorun.",
  },
  ending: {
    title: "Bitmek üzere olan soru yok",
    text: "Bir hafta içinde bitecek sorular burada sıralanır.",
  },
};

/** The end of a list, or an empty one. */
function NoneLeft({ tab, isEmpty }: { tab: FeedTab; isEmpty: boolean }) {
  const { title, text } = isEmpty ? EMPTY[tab] : { ...EMPTY.you, title: "Şimdilik hepsi bu" };
  return (
    <div className="py-8">
      <EmptyState title={title} text={text}>
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" to="/survey/create">
            Anket Oluştur
          </LinkButton>
          <LinkButton to="/discovery">Keşfet</LinkButton>
        </div>
      </EmptyState>
    </div>
  );
}

function SignInFirst() {
  return (
    <div className="py-8">
      <EmptyState
        title="Takip ettiklerinizin soruları burada"
        text="Giriş yapın; takip ettiğiniz kişilerin sorduğu soruları sırayla yanıtlayın."
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => openAuthDialog("login")}>
            Giriş Yap
          </Button>
          <Button className="no-registration:hidden" onClick={() => openAuthDialog("register")}>
            Kayıt Ol
          </Button>
        </div>
      </EmptyState>
    </div>
  );
}
