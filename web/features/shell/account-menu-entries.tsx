import { Link } from "@tanstack/react-router";
import Bell from "lucide-react/icons/bell";
import Flag from "lucide-react/icons/flag";
import LogOut from "lucide-react/icons/log-out";
import Mail from "lucide-react/icons/mail";
import UserRound from "lucide-react/icons/user-round";
import { useIsStaff } from "#web/features/accounts/accounts.api.ts";
import { logOut, toastSessionLeftOpen } from "#web/features/sign-in/log-out.ts";
import { menuEntryStyle } from "#web/ui/overlay/menu.tsx";

const entries = [
  { to: "/account", label: "Hesabım", Icon: UserRound },
  { to: "/invitations", label: "Davetler", Icon: Mail },
  { to: "/notifications", label: "Bildirimler", Icon: Bell },
] as const;
// Without `id` the link would stay at an open case.
const ofStaff = {
  ...{ to: "/moderation/{-$id}", params: { id: undefined } },
  ...{ label: "İnceleme", Icon: Flag },
} as const;

/** What the account's menu lists; staff's entry comes with the account. */
export function AccountMenuEntries() {
  const isStaff = useIsStaff();
  return (
    <>
      {[...entries, ...(isStaff ? [ofStaff] : [])].map(({ label, Icon, ...place }) => (
        <li key={label}>
          <Link {...place} className={menuEntryStyle}>
            <Icon className="size-5 text-muted" aria-hidden="true" />
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-2 border-t border-line pt-2">
        <button
          type="button"
          onClick={() => logOut().catch(toastSessionLeftOpen)}
          className={menuEntryStyle}
        >
          <LogOut className="size-5 text-muted" aria-hidden="true" />
          Çıkış
        </button>
      </li>
    </>
  );
}
