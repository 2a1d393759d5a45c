import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { browserStorage, tabStorage } from "#web/lib/browser-storage.ts";
import { STRIP_ROOM, useIsSignedIn } from "#web/lib/session.ts";
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
 * high as the window. Who has seen either in this browser finds its room kept from the first paint
 * on, so that nothing moves when the account has come.
 */
export function AccountStrip() {
  const isFeed = useLocation({ select: ({ pathname }) => pathname === "/feed" });
  const isIn = useIsSignedIn() && !isFeed;
  const [isLater, setLater] = useState<boolean>();
  useLayoutEffect(() => setLater(!sendsMail() || tabStorage.get(LATER) !== null), []);
  const { data } = useQuery({ ...accountQuery, enabled: isIn });
  const { email, email_verified: isVerified, suspended_until: until } = data?.item ?? {};
  const isSuspended = until !== undefined && Date.parse(until) > Date.now();
  const isEmpty = data !== undefined && !isSuspended && (isVerified || isLater);
  useLayoutEffect(() => {
    if (isEmpty) giveUpRoom();
  }, [isEmpty]);
  if (isFeed) return null;
  const later = () => {
    tabStorage.set(LATER, "");
    setLater(true);
  };
  const isReminded = email && !isSuspended && isLater === false && !isVerified;
  return (
    <div className="signed-in:min-h-(--strip-room)">
      {isIn && isSuspended && <SuspendedNote until={until} onHeight={keepRoom} />}
      {isIn && isReminded && <VerifyReminder email={email} onLater={later} onHeight={keepRoom} />}
    </div>
  );
}

function keepRoom(pixels: number): void {
  browserStorage.set(STRIP_ROOM, `${pixels}px`);
}

function giveUpRoom(): void {
  browserStorage.remove(STRIP_ROOM);
  document.documentElement.style.removeProperty(`--${STRIP_ROOM}`);
}
