import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, item, PageQuery, PathId, page } from "../shapes/shapes.ts";
import { Author, SurveyCard, SurveyState } from "../shapes/survey-shapes.ts";
import { Nickname } from "./account.ts";
import { InvitationCode } from "./surveys.ts";

/** Who may invite a person: everybody, people the person follows, or nobody. */
export const InvitableBy = z.enum(["everybody", "followings", "nobody"]);
export type InvitableBy = z.infer<typeof InvitableBy>;
const InvitationSettings = z.object({ invitable_by: InvitableBy });

const SurveyParam = z.object({ id: PathId });
const Link = item(z.object({ code: z.string() }));

/** Named in the OpenAPI document, as every exported shape. */
export const Invitation = SurveyCard.extend({ state: SurveyState, invited_at: Instant });

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/auth/account/invitations",
  summary: "The surveys the caller is invited to, newest first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(Invitation) },
  errors: [],
});

export const listInvitedPeople = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/invitations",
  summary: "The people invited to the caller's own survey",
  auth: "required",
  params: SurveyParam,
  query: PageQuery,
  answers: { 200: page(Author) },
  errors: ["survey_not_found", "forbidden"],
});

export const invitePerson = endpoint({
  method: "POST",
  path: "/api/auth/surveys/{id}/invitations",
  summary:
    "Invites a person to the caller's own survey by nickname; inviting twice changes nothing",
  auth: "required",
  params: SurveyParam,
  body: z.object({ nickname: Nickname }),
  answers: { 201: item(Author) },
  errors: [
    "survey_not_found",
    "forbidden",
    "survey_not_published",
    "person_not_found",
    "self_invitation",
    "person_blocked",
    "not_invitable",
    "daily_quota",
  ],
  limit: "write",
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/api/auth/surveys/{id}/invitations/{userId}",
  summary: "Withdraws an invitation; a vote already cast stays",
  auth: "required",
  params: SurveyParam.extend({ userId: z.coerce.number().pipe(Id) }),
  answers: { 204: null },
  errors: ["survey_not_found", "forbidden"],
  limit: "write",
});

export const getInvitationLink = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/invitation-link",
  summary: "The code of the link to share",
  auth: "required",
  params: SurveyParam,
  answers: { 200: Link },
  errors: ["survey_not_found", "forbidden"],
});

export const renewInvitationLink = endpoint({
  method: "PUT",
  path: "/api/auth/surveys/{id}/invitation-link",
  summary: "A new code; the old link stops working, people already invited stay",
  auth: "required",
  params: SurveyParam,
  answers: { 200: Link },
  errors: ["survey_not_found", "forbidden"],
  limit: "write",
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/auth/surveys/{id}/invitations/accept",
  summary: "Accepts an invitation link: adds the caller to the invited",
  auth: "required",
  params: SurveyParam,
  body: z.object({ code: InvitationCode }),
  answers: { 204: null },
  errors: ["survey_not_found"],
  limit: "write",
});

export const getInvitationSettings = endpoint({
  method: "GET",
  path: "/api/auth/account/invitations/settings",
  summary: "Who may invite the caller to surveys; everybody at first",
  auth: "required",
  answers: { 200: item(InvitationSettings) },
  errors: [],
});

export const changeInvitationSettings = endpoint({
  method: "PUT",
  path: "/api/auth/account/invitations/settings",
  summary: "Changes who may invite the caller; earlier invitations stay, and links work for all",
  auth: "required",
  body: InvitationSettings,
  answers: { 200: item(InvitationSettings) },
  errors: [],
  limit: "write",
});
