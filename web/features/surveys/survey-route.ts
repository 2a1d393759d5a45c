import type { QueryClient } from "@tanstack/react-query";
import { INVITATION_CODE } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { withoutSentence } from "#web/lib/secret-in-link.ts";
import { ssrContext } from "#web/lib/ssr-context.ts";

/** What the routes of one survey have in common. */
export const surveyRoute = {
  // A malformed code is dropped: without a code the page says what is missing.
  validateSearch: ({ davet }: { davet?: unknown }): { davet?: string } => {
    const code = withoutSentence(String(davet ?? ""));
    return INVITATION_CODE.test(code) ? { davet: code } : {};
  },
  loaderDeps: ({ search: { davet } }: { search: { davet?: string } }) => ({
    invitationCode: davet,
  }),
  // Another survey remounts the page; dropping the code from the address does not.
  remountDeps: ({ params }: { params: { id: string } }) => params,
};

interface Loading {
  context: { queryClient: QueryClient };
  params: { id: string };
  deps: { invitationCode: string | undefined };
  preload: boolean;
}

/** The survey, and on the server what `prefetch` fetches; null if only the browser may see it. */
export async function loadSurvey(
  { context: { queryClient }, params: { id }, deps: { invitationCode }, preload }: Loading,
  prefetch: (survey: Survey) => Promise<unknown>,
) {
  if (!ssrContext()) return queryClient.ensureQueryData(surveyQuery(id, invitationCode, preload));
  try {
    const survey = await queryClient.ensureQueryData(surveyQuery(id));
    await prefetch(survey.item);
    return survey;
  } catch (problem) {
    // Documents are the same for everybody: only the browser sends the invitation code.
    if (!invitationCode || !isMissing(problem)) throw problem;
    queryClient.removeQueries(surveyQuery(id));
    return null;
  }
}

export const isMissing = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 404;
