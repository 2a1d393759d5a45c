import { Link } from "@tanstack/react-router";
import CirclePlus from "lucide-react/icons/circle-plus";
import { BRAND } from "#contract/brand.ts";
import { Bell } from "#web/features/notifications/bell.tsx";
import { AccountEntry } from "#web/features/shell/account-entry.tsx";
import { MobileMenu } from "#web/features/shell/mobile-menu.tsx";
import { useScrolledPast } from "#web/features/shell/use-scrolled-past.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import { cn } from "#web/ui/cn.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";

const places = [
  { to: "/", label: "Anasayfa" },
  { to: "/discovery", label: "Keşfet" },
  { to: "/support", label: "Destek" },
] as const;

const PLACE =
  "min-h-11 items-center rounded px-3 font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-nar aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8";

/** Hides once the page is scrolled; returns when the keyboard focuses something in it (R124). */
export function Header() {
  const isHidden = useScrolledPast();
  return (
    <header
      className={cn(
        "sticky top-0 z-20 border-b border-line bg-page transition-transform duration-200 print:hidden",
        "focus-within:translate-y-0",
        isHidden && "-translate-y-full",
      )}
    >
      <Kept
        as="div"
        by="header"
        perRoute
        className="wide flex min-h-16 items-center gap-2 sm:gap-3"
      >
        <Link to="/" className="mr-auto flex min-h-11 items-center gap-2 rounded lg:mr-6">
          <Logo className="size-8 text-nar" />
          <span className="text-[min(1.5rem,7.5vw)] font-extrabold tracking-heading">{BRAND}</span>
        </Link>
        <nav aria-label="Ana menü" className="hidden lg:block">
          <ul className="flex gap-1">
            {places.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === "/" }} className={`flex ${PLACE}`}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Link to="/feed" className={`mr-auto -ml-2 hidden lg:flex ${PLACE}`}>
          Akış
        </Link>
        <Bell />
        <div className="hidden lg:block">
          <AccountEntry />
        </div>
        <LinkButton variant="primary" to="/survey/create" className="max-sm:hidden">
          <CirclePlus className="size-5" aria-hidden="true" />
          Anket Oluştur
        </LinkButton>
        <MobileMenu />
      </Kept>
    </header>
  );
}
