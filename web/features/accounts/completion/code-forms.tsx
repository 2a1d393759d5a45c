import { useQuery } from "@tanstack/react-query";
import type { AuthDialogState } from "#web/features/sign-in/auth-dialog-store.ts";
import { VoteByCode } from "#web/features/sign-in/codes/vote-by-code.tsx";
import { accountQuery } from "../accounts.api.ts";
import { DetailsForm } from "./details-form.tsx";
import { IdentityForm } from "./identity-form.tsx";

/** A vote by code, and what completes the account that it opens; one file for the browser. */
export function CodeForms({ shown, purpose, counted }: AuthDialogState) {
  if (shown === "identity") return <MissingForm />;
  if (shown === "details") return <DetailsForm counted={counted} />;
  return purpose && <VoteByCode purpose={purpose} />;
}

/** A profile is edited with details, everything else that waits for this with a name. */
function MissingForm() {
  const missing = useQuery(accountQuery).data?.item.missing;
  return missing?.includes("identity") === false ? <DetailsForm /> : <IdentityForm />;
}
