import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { browserStorage, tabStorage } from "#web/lib/browser-storage.ts";
import { useIsSignedIn, VERIFY_ROOM } from "#web/lib/session.ts";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const VerifyReminder = lazyComponent("Hatırlatma yükleniyor", async () => {
  const { VerifyReminder } = await import("#web/features/email/verify-reminder.tsx");
  return VerifyReminder;
});

const SuspendedNote = lazyComponent("", async () => {
  const { SuspendedNote } = await import("#web/features/moderation/suspended-note.tsx");
  return SuspendedNote;
});

const LATER = "verify-later";

/**
 * Beneath the header: says that the account is suspended (R633), or reminds people to verify their
 * address until they press "Sonra" in this tab (R253). Not above the feed, whose questions are as
 * high as the window. Who has seen the reminder in this browser finds its room kept from the first
 * paint on, so that nothing moves when the account has come.
 */
export function AccountStrip() {
  const isFeed = useLocation({ select: ({ pathname }) => pathname === "/feed" });
  const isIn = useIsSignedIn() && !isFeed;
  const [isLater, setLater] = useState(true);
  useLayoutEffect(() => setLater(!sendsMail() || tabStorage.get(LATER) !== null), []);
  const { data } = useQuery({ ...accountQuery, enabled: isIn });
  const { email_verified: isVerified, suspended_until: until } = data?.item ?? {};
  useLayoutEffect(() => {
    if (isVerified) giveUpRoom();
  }, [isVerified]);
  if (isFeed) return null;
  if (isIn && until && Date.parse(until) > Date.now()) return <SuspendedNote until={until} />;
  const later = () => {
    tabStorage.set(LATER, "");
    giveUpRoom();
    setLater(true);
  };
  return (
    <div className="signed-in:min-h-(--verify-room)">
      {isIn && !isLater && data && !isVerified && (
        <VerifyReminder email={data.item.email} onLater={later} onHeight={keepRoom} />
      )}
    </div>
  );
}

function keepRoom(pixels: number): void {
  browserStorage.set(VERIFY_ROOM, `${pixels}px`);
}

function giveUpRoom(): void {
  browserStorage.remove(VERIFY_ROOM);
  document.documentElement.style.removeProperty(`--${VERIFY_ROOM}`);
}
