import type { ReactNode } from "react";
import type { SurveyCard as Card } from "#contract/shapes/survey-shapes.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import { keyOfCard, SurveyCard } from "./survey-card.tsx";
import { SurveyCardSkeleton } from "./survey-card-skeleton.tsx";

interface Props<T extends Card> {
  surveys: readonly T[];
  badges?: (survey: T) => ReactNode;
  hasEnded?: (survey: T) => boolean;
  /** Shows placeholders for cards that are being loaded. */
  isLoading?: boolean;
}

const PLACEHOLDERS = ["first", "second", "third"];

export function SurveyGrid<T extends Card>({ surveys, badges, hasEnded, isLoading }: Props<T>) {
  return (
    <ul
      aria-busy={isLoading}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-5 lg:gap-6"
    >
      {surveys.map((survey, i) => (
        <Kept
          as="li"
          key={survey.id}
          by={i > 0 && !badges ? keyOfCard(survey, hasEnded?.(survey)) : undefined}
          className="min-w-0"
        >
          <SurveyCard
            survey={survey}
            badges={badges?.(survey)}
            hasEnded={hasEnded?.(survey)}
            priority={i === 0}
          />
        </Kept>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((key) => (
          <li key={key} aria-hidden="true">
            <SurveyCardSkeleton />
          </li>
        ))}
    </ul>
  );
}
