import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { useKnownVotes } from "#web/features/results/use-results.ts";
import { featuredQuery } from "#web/features/survey-lists/survey-lists.api.ts";
import { SurveyDates } from "#web/features/surveys/survey-dates.tsx";
import { Ballot } from "#web/features/votes/ballot.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { HeroIllustration } from "./hero-illustration.tsx";

/** More options would push the buttons beneath them out of the window. */
const MOST_OPTIONS = 6;

/** The question of the day with its ballot; a drawing if there is none. */
export function FeaturedSurvey() {
  const survey = useQuery(featuredQuery).data?.item;
  return survey ? <Featured key={survey.id} survey={survey} /> : <HeroIllustration />;
}

function Featured({ survey }: { survey: Survey }) {
  const vote_count = useKnownVotes(survey);
  const link = { to: "/surveys/$id", params: { id: String(survey.id) } } as const;
  return (
    <section
      aria-labelledby="featured"
      className="min-w-0 rounded border border-line bg-surface p-4 shadow sm:p-6"
    >
      <p className="font-semibold text-nar">Günün sorusu</p>
      <div className="mt-1 flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <h2
            id="featured"
            dir="auto"
            className="text-2xl leading-tight font-extrabold wrap-anywhere hyphens-auto sm:text-3xl"
          >
            <Link {...link} className="-my-2 block rounded py-2 hover:underline">
              {survey.question}
            </Link>
          </h2>
          <SurveyDates survey={{ ...survey, vote_count }} />
        </div>
        <Picture
          path={survey.image_path}
          alt=""
          sizes="(min-width: 640px) 11rem, 6rem"
          priority
          className="aspect-16/9 w-24 shrink-0 rounded sm:w-44"
        />
      </div>
      {survey.options.length <= MOST_OPTIONS ? (
        <Ballot survey={survey} layout="compact" />
      ) : (
        <LinkButton {...link} variant="info" size="large" className="mt-4">
          Ankete Katıl
        </LinkButton>
      )}
    </section>
  );
}
