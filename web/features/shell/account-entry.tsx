import { Link } from "@tanstack/react-router";
import Bell from "lucide-react/icons/bell";
import Flag from "lucide-react/icons/flag";
import LogOut from "lucide-react/icons/log-out";
import Mail from "lucide-react/icons/mail";
import UserRound from "lucide-react/icons/user-round";
import { useIsStaff } from "#web/features/accounts/accounts.api.ts";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { logOut, toastSessionLeftOpen } from "#web/features/sign-in/log-out.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, menuEntryStyle } from "#web/ui/overlay/menu.tsx";

const entries = [
  { to: "/account", label: "Hesabım", Icon: UserRound },
  { to: "/invitations", label: "Davetler", Icon: Mail },
  { to: "/notifications", label: "Bildirimler", Icon: Bell },
] as const;
const ofStaff = { to: "/moderation/{-$id}", label: "İnceleme", Icon: Flag } as const;

/** Login and registration for visitors, a menu for signed-in people. */
export function AccountEntry() {
  const login = useLoginState();
  return (
    <>
      {login !== "out" && (
        <div className="signed-out:hidden">
          <AccountMenu />
        </div>
      )}
      {login !== "in" && (
        <div className="flex gap-2 signed-in:hidden">
          <Button variant="ghost" onClick={() => openAuthDialog("login")}>
            Giriş Yap
          </Button>
          <Button
            variant="outline"
            className="no-registration:hidden"
            onClick={() => openAuthDialog("register")}
          >
            Kayıt Ol
          </Button>
        </div>
      )}
    </>
  );
}

function AccountMenu() {
  const isStaff = useIsStaff();
  return (
    <Menu label="Hesabım" id="hesabim">
      {[...entries, ...(isStaff ? [ofStaff] : [])].map(({ to, label, Icon }) => (
        <li key={to}>
          <Link to={to} className={menuEntryStyle}>
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
    </Menu>
  );
}
