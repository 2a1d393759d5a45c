import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const VerifyReminder = lazyComponent("Hatırlatma yükleniyor", async () => {
  const { VerifyReminder } = await import("#web/features/email/verify-reminder.tsx");
  return VerifyReminder;
});

const LATER = "verify-later";

/**
 * Reminds people to verify their address, until they press "Sonra" in this tab (R253). Not above the
 * feed, whose questions are as high as the window.
 */
export function VerifyStrip() {
  const isFeed = useLocation({ select: ({ pathname }) => pathname === "/feed" });
  const isIn = useIsSignedIn() && !isFeed;
  const [isLater, setLater] = useState(true);
  useLayoutEffect(() => setLater(!sendsMail() || tabStorage.get(LATER) !== null), []);
  const { data } = useQuery({ ...accountQuery, enabled: isIn && !isLater });
  if (!isIn || isLater || !data || data.item.email_verified) return null;
  const later = () => {
    tabStorage.set(LATER, "");
    setLater(true);
  };
  return <VerifyReminder email={data.item.email} onLater={later} />;
}
