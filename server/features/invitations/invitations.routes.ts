import {
  acceptInvitation,
  changeInvitationSettings,
  getInvitationLink,
  getInvitationSettings,
  invitePerson,
  listInvitations,
  listInvitedPeople,
  renewInvitationLink,
  withdrawInvitation,
} from "#contract/endpoints/invitations.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import {
  admitFor,
  requireSurvey,
  requireSurveyFor,
} from "#server/features/surveys/survey-access.reads.ts";
import { mayInviteToSurvey } from "#server/features/surveys/survey-policies.ts";
import { findIdByNickname } from "#server/http/identity/veils.reads.ts";
import { readInvitableBy, readInvitationsOf, readInvitedPeople } from "./invitations.reads.ts";
import { accept, invite, renewCode, setInvitableBy, withdraw } from "./invitations.writes.ts";

export function invitationRoutes(context: AppContext): void {
  const { defineRoute, db, clock } = context;
  const quotas = createQuotas(context);

  defineRoute(listInvitations, async ({ query, viewer }) =>
    readInvitationsOf(db, viewer.id, query, clock.now()),
  );

  defineRoute(listInvitedPeople, async ({ params, query, viewer }) => {
    const survey = await requireSurveyFor(db, params.id, viewer, mayInviteToSurvey);
    return readInvitedPeople(db, survey.id, query);
  });

  defineRoute(
    invitePerson,
    async ({ params, body, viewer }) => {
      const survey = await requireSurveyFor(db, params.id, viewer, mayInviteToSurvey);
      const personId = viewer.veil && (await findIdByNickname(db, body.nickname));
      if (viewer.veil?.unwanted.get(personId ?? 0) === "block")
        throw new ApiError("person_blocked");
      return { item: await invite(db, quotas, survey.id, body.nickname, clock.now()) };
    },
    admitFor(db, mayInviteToSurvey),
  );

  defineRoute(
    withdrawInvitation,
    async ({ params }) => {
      await withdraw(db, params.id, params.userId, clock.now());
      return null;
    },
    admitFor(db, mayInviteToSurvey),
  );

  defineRoute(getInvitationLink, async ({ params, viewer }) => {
    const survey = await requireSurveyFor(db, params.id, viewer, mayInviteToSurvey);
    return { item: { code: survey.invitation_code } };
  });

  defineRoute(
    renewInvitationLink,
    async ({ params }) => ({ item: { code: await renewCode(db, params.id) } }),
    admitFor(db, mayInviteToSurvey),
  );

  defineRoute(acceptInvitation, async ({ params, body, viewer }) => {
    const survey = await requireSurvey(db, params.id, viewer, body.code);
    await accept(db, { surveyId: survey.id, userId: viewer.id, code: body.code }, clock.now());
    return null;
  });

  defineRoute(getInvitationSettings, async ({ viewer }) => ({
    item: { invitable_by: await readInvitableBy(db, viewer.id) },
  }));

  defineRoute(changeInvitationSettings, async ({ body, viewer }) => {
    await setInvitableBy(db, viewer.id, body.invitable_by);
    return { item: { invitable_by: await readInvitableBy(db, viewer.id) } };
  });
}
