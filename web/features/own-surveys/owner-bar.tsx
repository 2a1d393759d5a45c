import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const OwnerStrip = lazyComponent<{ survey: Survey }>("", async () => {
  const { OwnerStrip } = await import("./owner-strip.tsx");
  return OwnerStrip;
});

/** Shown to the owner only, above their own survey. */
export function OwnerBar({ survey }: { survey: Survey }) {
  const isSignedIn = useIsSignedIn();
  const { data } = useBrowserQuery({ ...accountQuery, enabled: isSignedIn });
  return isSignedIn && data?.item.id === survey.user.id ? <OwnerStrip survey={survey} /> : null;
}
