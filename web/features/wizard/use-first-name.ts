import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { useIsSignedIn } from "#web/lib/session.ts";

/** First name of the signed-in person, for the greeting. */
export function useFirstName(): string | undefined {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...accountQuery, enabled: isSignedIn });
  return isSignedIn ? data?.item.name.split(" ")[0] || undefined : undefined;
}
