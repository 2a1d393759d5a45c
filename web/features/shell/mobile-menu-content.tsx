import { Link, type LinkProps, useRouterState } from "@tanstack/react-router";
import { useIsStaff } from "#web/features/accounts/accounts.api.ts";
import { logOut, toastSessionLeftOpen } from "#web/features/sign-in/log-out.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { registration } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { menuEntryStyle } from "#web/ui/overlay/menu.tsx";

type Place = Pick<LinkProps, "to" | "params" | "search"> & { label: string };

const everybody: Place[] = [
  { to: "/", label: "Anasayfa" },
  { to: "/feed", label: "Akış" },
  { to: "/surveys", search: { type: "SURVEY" }, label: "Anketler" },
  { to: "/surveys", search: { type: "TEST" }, label: "Testler" },
  { to: "/survey/create", label: "Anket Oluştur" },
  { to: "/discovery", label: "Keşfet" },
  { to: "/support", label: "Destek" },
];
const visitors = (next: string): Place[] => [
  { to: "/login", search: { next }, label: "Giriş Yap" },
  ...(registration() === "closed"
    ? []
    : [{ to: "/register", search: { next }, label: "Kayıt Ol" } as const]),
];
const members: Place[] = [
  { to: "/account", label: "Hesabım" },
  { to: "/invitations", label: "Davetler" },
  { to: "/notifications", label: "Bildirimler" },
];
const staff: Place[] = [
  ...members,
  // Without `id` the link would stay at an open case.
  { to: "/moderation/{-$id}", params: { id: undefined }, label: "İnceleme" },
];

/** What the small screens' menu lists; loaded when it is first opened. */
export function MobileMenuContent({ onLeave }: { onLeave: () => void }) {
  const signedIn = useIsSignedIn();
  const ownPlaces = useIsStaff() ? staff : members;
  const here = useRouterState({ select: ({ location }) => location.href });
  return (
    <nav aria-label="Menü" className="flex flex-col gap-4">
      <Places places={everybody} onChoose={onLeave} />
      <Places places={signedIn ? ownPlaces : visitors(here)} onChoose={onLeave} />
      {signedIn && (
        <Button
          onClick={() => {
            onLeave();
            logOut().catch(toastSessionLeftOpen);
          }}
        >
          Çıkış
        </Button>
      )}
    </nav>
  );
}

function Places({ places, onChoose }: { places: Place[]; onChoose: () => void }) {
  return (
    <ul className="-mx-3 border-b border-line pb-4 last:border-0">
      {places.map(({ label, ...place }) => (
        <li key={label}>
          <Link {...place} onClick={onChoose} className={`${menuEntryStyle} text-lg`}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
