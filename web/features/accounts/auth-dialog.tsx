import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import {
  authDialogStore,
  closeAuthDialog,
  switchAuthDialog,
} from "#web/features/accounts/auth-dialog-store.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const LoginForm = lazy(async () => {
  const { LoginForm } = await import("#web/features/accounts/login-form.tsx");
  return { default: LoginForm };
});
const RegisterForm = lazy(async () => {
  const { RegisterForm } = await import("#web/features/accounts/register-form.tsx");
  return { default: RegisterForm };
});

/** The login and register modals of the whole site; opened by `openAuthDialog`. */
export function AuthDialog() {
  const shown = useSyncExternalStore(authDialogStore.subscribe, authDialogStore.shown, () => null);
  const [email, setEmail] = useState<string>();
  return (
    <Dialog
      open={shown !== null}
      onClose={closeAuthDialog}
      title={shown === "register" ? "Kayıt Ol" : "Giriş Yap"}
      className={shown === "register" ? "w-[min(44rem,calc(100vw-2rem))]" : ""}
    >
      <Suspense fallback={<Spinner label="Form yükleniyor" />}>
        {shown === "register" ? (
          <RegisterForm
            onSwitch={(email) => {
              setEmail(email);
              switchAuthDialog("login");
            }}
          />
        ) : (
          <LoginForm email={email} onSwitch={() => switchAuthDialog("register")} />
        )}
      </Suspense>
    </Dialog>
  );
}
