import { Link } from "@tanstack/react-router";
import ArrowDown from "lucide-react/icons/arrow-down";
import { type ReactNode, useEffect, useRef } from "react";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { WHATSAPP } from "#web/features/surveys/share/share-targets.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { outcomeWords } from "./outcome-words.ts";

interface Props {
  survey: Survey;
  /** Id of the option that was voted for here; unknown for earlier votes. */
  chosen: number | undefined;
  results: readonly Result[] | undefined;
  /** Whether `results` have loaded or failed to load. */
  isSettled: boolean;
  /** Whether the vote was cast on this page. */
  isNew: boolean;
  problem: unknown;
  next: { question: string; go: () => void } | undefined;
  shorten: ((text: string) => ReactNode) | undefined;
}

/** What has become of a vote, ways to share it, and the way to the next question. */
export function FeedOutcome({ survey, next, shorten, isNew, ...vote }: Props) {
  const text = outcomeText({ isNew, ...vote });
  const ref = useRef<HTMLDivElement>(null);
  const isTold = isNew && text !== "";
  // The vote button is gone, and the focus with it.
  useEffect(() => {
    if (isTold) ref.current?.focus({ preventScroll: true });
  }, [isTold]);
  if (shorten) {
    return (
      <div ref={ref} role="status" tabIndex={-1} className="outline-none">
        {shorten(text)}
      </div>
    );
  }
  const url = `${siteOrigin()}/surveys/${survey.id}`;
  return (
    <div className="above-phone-bar sticky z-10 mt-auto grid grid-cols-1 gap-2 bg-page py-2 print:hidden">
      <div className="grid grid-cols-2 gap-2 tight:grid-cols-1">
        <a
          href={WHATSAPP.address(survey.question, url)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle("outline", "normal", "bg-surface px-2!")}
        >
          WhatsApp’ta paylaş
        </a>
        <Link
          to="/surveys/$id/results"
          params={{ id: String(survey.id) }}
          className={buttonStyle("outline", "normal", "bg-surface")}
        >
          Kim ne dedi?
        </Link>
      </div>
      <div className="flex min-h-16 items-stretch rounded bg-ink text-page">
        <div className="min-w-0 grow px-4 py-2.5">
          <div
            ref={ref}
            role="status"
            tabIndex={-1}
            className="line-clamp-2 font-semibold outline-none"
          >
            {text}
          </div>
          {next && <p className="truncate text-sm opacity-80">Sıradaki: {next.question}</p>}
        </div>
        {next && (
          <button
            type="button"
            aria-label="Sıradaki soruya geç"
            onClick={next.go}
            className="grid w-14 shrink-0 place-items-center rounded-r"
          >
            <ArrowDown className="size-6" aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

function outcomeText({
  isNew,
  isSettled,
  results,
  chosen,
  problem,
}: Pick<Props, "isNew" | "isSettled" | "results" | "chosen" | "problem">): string {
  if (problem instanceof ApiProblem && problem.code === "already_voted") return problem.message;
  if (!isNew) return "Bu soruya oy verdiniz.";
  if (!isSettled) return "Oyunuz verildi.";
  return results ? outcomeWords(results, chosen) : "Oyunuz verildi. Sonuçlar şimdilik kapalı.";
}
