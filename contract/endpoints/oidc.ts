import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { Instant, item, items } from "../shapes/shapes.ts";
import { Login, Registration, SignedIn } from "./account.ts";

/** A sign-in provider, by the name that the operator gave it. */
export const Provider = z.object({
  id: z.string(),
  /** The text of its button. */
  label: z.string(),
});
export type Provider = z.infer<typeof Provider>;

const ProviderId = z.object({ provider: z.string().max(50) });

const Begun = item(
  z.object({
    /** The provider's page, where the browser has to go. */
    url: z.string(),
    /** Kept by the browser to prove that the answer arrives where the sign-in began. */
    browser_key: z.string(),
  }),
);

/** What the provider sent the browser back with, usable once, and the key from the start. */
const ProviderAnswer = z.object({
  provider: z.string().max(50),
  /** The query of the URL to which the provider sent the browser. */
  parameters: z.string().max(8192),
  browser_key: z.string().max(100),
});

export const startProviderLogin = endpoint({
  method: "POST",
  path: "/api/auth/oidc/{provider}/start",
  summary: "Begins signing in with a provider, for ten minutes",
  auth: "none",
  params: ProviderId,
  answers: { 200: Begun },
  errors: ["not_found", "provider_unavailable"],
  limit: "provider",
});

/** What the provider says about a person who has no account here yet. */
export const NewcomerFacts = z.object({
  /** Used by `completeRegistration` to create the account, within half an hour. */
  ticket: z.string(),
  email: z.string(),
  first_name: z.string(),
  surname: z.string(),
});
export type NewcomerFacts = z.infer<typeof NewcomerFacts>;

export const finishProviderLogin = endpoint({
  method: "POST",
  path: "/api/auth/oidc/finish",
  summary:
    "Completes signing in with a provider: a session, or for a newcomer the data for registering",
  auth: "none",
  body: ProviderAnswer.extend(Login.pick({ remember: true, browsers: true }).shape),
  answers: {
    200: item(z.object({ session: SignedIn.nullable(), registration: NewcomerFacts.nullable() })),
  },
  errors: [
    "registration_closed",
    "provider_refused",
    "provider_cancelled",
    "provider_expired",
    "provider_unavailable",
    "provider_email_unverified",
    "link_identity_first",
    "identity_taken",
    "votes_overlap",
    "second_factor_required",
  ],
  limit: "provider",
  proof: "sign-in",
});

const form = Registration.shape;

export const completeRegistration = endpoint({
  method: "POST",
  path: "/api/auth/oidc/complete",
  summary: "Opens an account for a person signed in by a provider, and a session",
  auth: "none",
  body: z.object({
    ticket: z.string().max(100),
    name: form.name,
    nickname: form.nickname,
    gender: form.gender,
    city_id: form.city_id,
    birth_date: form.birth_date,
    explicit_consent: form.explicit_consent,
    communication_consent: form.communication_consent,
    invitation: form.invitation,
    ...Login.pick({ remember: true, browsers: true }).shape,
  }),
  answers: { 201: SignedIn },
  errors: [
    ...(["registration_closed", "invitation_needed", "provider_expired"] as const),
    ...(["nickname_taken", "email_taken", "identity_taken"] as const),
  ],
  limit: "register",
  proof: "sign-in",
});

export const listIdentities = endpoint({
  method: "GET",
  path: "/api/auth/account/my/identities",
  summary: "The providers, and which of them are linked with the account",
  auth: "required",
  answers: {
    200: items(
      Provider.extend({
        identity: z.object({ email: z.string().nullable(), linked_at: Instant }).nullable(),
      }),
    ),
  },
  errors: [],
});

export const startLinking = endpoint({
  method: "POST",
  path: "/api/auth/account/my/identities/{provider}/start",
  summary: "Begins linking one's account with a provider, for ten minutes",
  auth: "required",
  params: ProviderId,
  body: z.object(OwnerProof).optional(),
  answers: { 200: Begun },
  errors: [...PROOF_REFUSALS, "not_found", "provider_unavailable"],
  limit: "provider",
  proof: "fresh",
});

export const finishLinking = endpoint({
  method: "POST",
  path: "/api/auth/account/my/identities",
  summary: "Completes linking the account with a provider; repeating it changes nothing",
  auth: "required",
  body: ProviderAnswer,
  answers: { 204: null },
  errors: [
    "provider_refused",
    "provider_cancelled",
    "provider_expired",
    "provider_unavailable",
    "provider_email_unverified",
    "identity_taken",
    "votes_overlap",
  ],
  limit: "provider",
  proof: "begun",
});

export const unlinkIdentity = endpoint({
  method: "DELETE",
  path: "/api/auth/account/my/identities/{provider}",
  summary: "Unlinks the account from a provider",
  auth: "required",
  params: ProviderId,
  body: z.object(OwnerProof).optional(),
  answers: { 204: null },
  errors: [...PROOF_REFUSALS, "last_sign_in"],
  limit: "write",
  proof: "fresh",
});
