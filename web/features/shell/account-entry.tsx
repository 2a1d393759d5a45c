import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";

const load = async () => (await import("./account-menu-entries.tsx")).AccountMenuEntries;
const AccountMenuEntries = lazyComponent("Menü yükleniyor", load);

/** Login and registration for visitors, a menu for signed-in people. */
export function AccountEntry() {
  const login = useLoginState();
  return (
    <>
      {login !== "out" && (
        <div className="signed-out:hidden">
          <Menu label="Hesabım" id="hesabim" onApproach={load}>
            <AccountMenuEntries />
          </Menu>
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
