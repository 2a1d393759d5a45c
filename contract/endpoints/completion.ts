import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import { ConfirmPassword, NewPassword, PASSWORDS_DIFFER } from "../shapes/passwords.ts";
import { item } from "../shapes/shapes.ts";
import { Account, Registration } from "./account.ts";

const form = Registration.shape;

export const completeIdentity = endpoint({
  method: "PUT",
  path: "/api/auth/account/my/identity",
  summary: "Gives an account that was opened by a code its name, nickname and password",
  auth: "required",
  body: z
    .object({
      name: form.name,
      nickname: form.nickname,
      new_password: NewPassword,
      confirm_password: ConfirmPassword,
      communication_consent: form.communication_consent,
      ...OwnerProof,
    })
    .refine(({ new_password, confirm_password }) => new_password === confirm_password, {
      path: ["confirm_password"],
      error: PASSWORDS_DIFFER.error,
    }),
  answers: { 200: item(Account) },
  errors: [...PROOF_REFUSALS, "account_complete", "nickname_taken"],
  limit: "write",
  proof: "fresh",
});

export const completeDetails = endpoint({
  method: "PUT",
  path: "/api/auth/account/my/details",
  summary:
    "Gives an account that was opened by a code its gender, birth date and city; its votes so far then count in the breakdowns",
  auth: "required",
  body: z.object({
    gender: form.gender,
    birth_date: form.birth_date,
    city_id: form.city_id,
    explicit_consent: form.explicit_consent,
  }),
  answers: { 200: item(Account) },
  errors: ["account_complete"],
  limit: "write",
});
