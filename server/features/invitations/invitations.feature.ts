import type { Feature } from "../feature.ts";
import { exportInvitations, readInvitableBy } from "./invitations.reads.ts";
import { invitationRoutes } from "./invitations.routes.ts";

export const invitations: Feature = {
  name: "invitations",
  tables: {
    invitations: {
      people: { user_id: { exported: "invitations", deletedBy: "foreign key" } },
      ofSurvey: { user_id: Number.MIN_SAFE_INTEGER },
    },
  },
  routes: invitationRoutes,
  download: {
    invitations: ({ db }, userId) => exportInvitations(db, userId),
    invitable_by: ({ db }, userId) => readInvitableBy(db, userId),
  },
};
