import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { cn } from "#web/ui/cn.ts";
import { AuthorCard } from "./author-card.tsx";
import { MainSection } from "./main-section.tsx";
import { OptionsSection } from "./options-section.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { isQuiz } from "./quiz/draft-questions.ts";
import { QuestionsSection } from "./quiz/questions-section.tsx";
import { useSectionHistory } from "./section-history.ts";
import { Stepper } from "./stepper.tsx";
import { ThemeSection } from "./theme-section.tsx";
import { TypeSection } from "./type-section.tsx";
import { dismissPublished, type Wizard } from "./wizard-store.ts";

/** The wizard: stepper, current section, and the author beside them. */
export function SurveyWizard({ wizard }: { wizard: Wizard }) {
  const { draft, publication, failedChecks } = wizard;
  const panel = useRef<HTMLDivElement>(null);
  const isPublished = publication.state === "published";

  useSectionHistory(wizard);

  // A survey published on an earlier visit to this page is not announced again.
  useEffect(dismissPublished, []);

  const view = `${draft.section} ${isPublished} ${failedChecks}`;
  const focusedView = useRef(view);
  useEffect(() => {
    if (focusedView.current === view) return;
    focusedView.current = view;
    const invalid = panel.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (invalid) return invalid.focus();
    panel.current?.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
    showTop(panel.current);
  }, [view]);

  // Publishing goes back to the history's entry of the first section, where the router restores how
  // far that was scrolled.
  const router = useRouter();
  useEffect(
    () => (isPublished ? router.subscribe("onRendered", () => showTop(panel.current)) : undefined),
    [isPublished, router],
  );

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start lg:gap-8">
      <div ref={panel} className="flex min-w-0 flex-col gap-3 sm:gap-4">
        <Stepper {...wizard} />
        <div className="rounded border border-line bg-surface p-4 shadow sm:p-8">
          {isPublished ? (
            <PublishedPanel survey={publication.survey} />
          ) : (
            <CurrentSection {...wizard} />
          )}
        </div>
      </div>
      <div className={cn(draft.section > 0 && "max-sm:hidden")}>
        <AuthorCard />
      </div>
    </div>
  );
}

/** Scrolls up to an element whose top is above the window. */
function showTop(element: HTMLElement | null): void {
  if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
}

function CurrentSection({ draft, errors, publication }: Wizard) {
  if (draft.section === 0) return <TypeSection draft={draft} />;
  if (draft.section === 1) return <MainSection draft={draft} errors={errors} />;
  if (draft.section === 2) return <ThemeSection draft={draft} />;
  if (isQuiz(draft)) {
    return <QuestionsSection draft={draft} errors={errors} publication={publication} />;
  }
  return <OptionsSection draft={draft} errors={errors} publication={publication} />;
}
