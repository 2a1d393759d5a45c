import { Link } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import type { SurveyCard as Card } from "#contract/shapes/survey-shapes.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { useKnownVotes } from "#web/features/results/known-votes.ts";
import { SurveyDates } from "#web/features/surveys/survey-dates.tsx";
import { useVoteStatus } from "#web/features/votes/votes.api.ts";
import { isolated } from "#web/lib/direction.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import { CardBallot } from "./card-ballot.tsx";
import { CardReport } from "./card-report.tsx";

interface Props {
  survey: Card;
  /** Extra badges, shown on the picture. */
  badges?: ReactNode;
  /** Width of the card, as an `<img sizes>` value. */
  sizes?: string;
  /** Offers to vote in the card if the survey has two options. */
  hasBallot?: boolean;
  hasEnded?: boolean;
  /** Loads the pictures at once, for the first card of a page. */
  priority?: boolean;
}

const SIZES_IN_GRID = "(min-width: 1024px) min(30vw, 23rem), (min-width: 640px) 46vw, 92vw";

/** What a card without badges depends on on the server, for `Kept`; `kind` tells other props. */
export const keyOfCard = (survey: Card, kind: string | boolean = false): string =>
  `card ${kind} ${JSON.stringify(survey)}`;

/** A survey in a list; the whole card links to it (R133). */
export function SurveyCard(props: Props) {
  const { survey, badges, sizes = SIZES_IN_GRID, priority = false, hasBallot, hasEnded } = props;
  const hasVoted = useVoteStatus(survey.id, undefined, true) === "voted";
  const vote_count = useKnownVotes(survey);
  const { user } = survey;
  const lazyBox = !priority && "lazy-image-box";
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded border border-line bg-surface transition-shadow hover:shadow">
      {/* Among cards with a ballot, the picture of one without takes the remaining space. */}
      <div
        className={cn(
          "relative min-h-0",
          hasBallot ? "aspect-16/9 grow" : "aspect-5/2 sm:aspect-2/1",
          lazyBox,
        )}
      >
        <Picture
          path={survey.image_path}
          alt=""
          sizes={sizes}
          priority={priority}
          className="absolute inset-0 size-full"
        />
      </div>
      <div className="absolute top-3 left-3 flex flex-wrap gap-2">
        {survey.type === "TEST" && <Badge variant="info">Test</Badge>}
        {badges}
        {hasVoted && (
          <Badge variant="info">
            <Check className="size-4" aria-hidden="true" />
            Oy Verildi
          </Badge>
        )}
      </div>
      <CardReport survey={survey} />
      <div className={cn("flex flex-col gap-3 p-4 sm:p-5", !hasBallot && "grow")}>
        <div className="relative z-1 -my-1 flex items-center justify-between gap-2 tight:flex-wrap">
          <Link
            to="/profile/$nickname"
            params={{ nickname: user.nickname }}
            className="flex min-h-11 min-w-0 items-center gap-2.5 rounded text-muted hover:text-ink hover:underline"
          >
            <span className={cn("size-8 shrink-0", lazyBox)}>
              <Avatar image={user.image} size={32} priority={priority} />
            </span>
            <span className="truncate font-semibold">@{user.nickname}</span>
          </Link>
          <FollowButton person={user} place="card" />
        </div>
        <h3
          dir="auto"
          className="line-clamp-3 text-xl leading-snug font-extrabold wrap-anywhere hyphens-auto"
        >
          {survey.question}
        </h3>
        <div className="mt-auto grid gap-4">
          <SurveyDates survey={{ ...survey, vote_count }} />
          {hasBallot && survey.options && !hasEnded ? (
            <CardBallot surveyId={survey.id} options={survey.options}>
              <SurveyLink survey={survey} label="Ankete Katıl" className="grow" />
            </CardBallot>
          ) : (
            <SurveyLink survey={survey} label={hasEnded ? "Sonuçları Gör" : "Ankete Katıl"} />
          )}
        </div>
      </div>
    </article>
  );
}

interface SurveyLinkProps {
  survey: Card;
  label: string;
  className?: string;
}

/** Covers the whole card, below its other controls. */
function SurveyLink({ survey, label, className }: SurveyLinkProps) {
  return (
    <Link
      to="/surveys/$id"
      params={{ id: String(survey.id) }}
      aria-label={`${label}: ${isolated(survey.question)}`}
      className={buttonStyle(
        "info",
        "normal",
        cn(
          "after:absolute after:inset-0 after:rounded focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-turkuaz",
          className,
        ),
      )}
    >
      {label}
    </Link>
  );
}
