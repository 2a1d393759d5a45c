import { createChallenge } from "#contract/endpoints/challenge.ts";
import type { AppContext } from "#server/app-context.ts";

export function challengeRoutes({ defineRoute, challenges, clientIpOf }: AppContext): void {
  defineRoute(createChallenge, async ({ body, request }) => {
    const who = { address: clientIpOf(request.raw), email: body.email };
    return { item: await challenges.issue(body.for, who) };
  });
}
