import { Link } from "@tanstack/react-router";
import Bell from "lucide-react/icons/bell";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Rows from "lucide-react/icons/text-align-start";
import UserRound from "lucide-react/icons/user-round";
import { unreadCountQuery } from "#web/features/notifications/unread-count.api.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import { cn } from "#web/ui/cn.ts";

const places = [
  { to: "/feed", label: "Akış", Icon: Rows },
  { to: "/discovery", label: "Keşfet", Icon: Search },
  { to: "/survey/create", label: "Anket Oluştur", Icon: Plus },
  { to: "/notifications", label: "Bildirimler", Icon: Bell },
  { to: "/login", label: "Giriş", Icon: UserRound, only: "signed-in:hidden" },
  { to: "/account", label: "Ben", Icon: UserRound, only: "signed-out:hidden" },
];

/** The places most used, under the thumb; gone while the keyboard is open (`--phone-bar`). */
export function PhoneBar() {
  // The header's bell keeps it up to date.
  const { data: unread } = useBrowserQuery({ ...unreadCountQuery, enabled: false });
  return (
    <Kept
      as="nav"
      by="phone bar"
      perRoute
      aria-label="Alt menü"
      className="phone-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-page print:hidden"
    >
      <ul className="flex h-14">
        {places.map(({ to, label, Icon, only }) => (
          <li key={to} className={cn("relative w-1/5", only)}>
            <Link
              to={to}
              className="group grid h-full place-content-center justify-items-center text-xs font-semibold text-muted aria-[current=page]:text-ink"
            >
              {Icon === Plus ? (
                <>
                  <span className="grid h-10 w-13 place-items-center rounded bg-nar text-on-accent">
                    <Plus aria-hidden="true" />
                  </span>
                  <span className="sr-only">{label}</span>
                </>
              ) : (
                <>
                  <Icon aria-hidden="true" />
                  {label}
                </>
              )}
              {Icon === Bell && unread ? (
                <>
                  <span className="absolute top-1.5 left-1/2 size-2.5 translate-x-1.5 rounded-full bg-nar" />
                  <span className="sr-only">, {unread} okunmamış</span>
                </>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </Kept>
  );
}
