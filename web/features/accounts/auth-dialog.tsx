import { useState } from "react";
import {
  authDialog,
  closeAuthDialog,
  switchAuthDialog,
} from "#web/features/accounts/auth-dialog-store.ts";
import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const LoginForm = lazyComponent("Form yükleniyor", async () => {
  const { LoginForm } = await import("#web/features/accounts/login-form.tsx");
  return LoginForm;
});
const RegisterForm = lazyComponent("Form yükleniyor", async () => {
  const { RegisterForm } = await import("#web/features/accounts/register-form.tsx");
  return RegisterForm;
});

const WHY = "auth-why";

/** The login and register modals of the whole site; opened by `openAuthDialog`. */
export function AuthDialog() {
  const { shown, purpose } = useStore(authDialog);
  const why = purpose?.why;
  const [email, setEmail] = useState<string>();
  return (
    <Dialog
      open={shown !== null}
      onClose={() => {
        setEmail(undefined);
        closeAuthDialog();
      }}
      title={shown === "register" ? "Kayıt Ol" : "Giriş Yap"}
      describedBy={why && WHY}
      className={shown === "register" ? "w-[min(44rem,calc(100vw-2rem))]" : ""}
    >
      {why && (
        <p id={WHY} className="mb-4 text-muted text-pretty">
          {why}
        </p>
      )}
      {shown === "register" ? (
        <RegisterForm
          takesFocus
          onSwitch={(email) => {
            setEmail(email);
            switchAuthDialog("login");
          }}
        />
      ) : (
        <LoginForm takesFocus email={email} onSwitch={() => switchAuthDialog("register")} />
      )}
    </Dialog>
  );
}
