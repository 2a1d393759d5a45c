import {
  authDialog,
  closeAuthDialog,
  switchAuthDialog,
} from "#web/features/sign-in/auth-dialog-store.ts";
import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Picture } from "#web/ui/picture.tsx";

const LoginForm = lazyComponent("Form yükleniyor", async () => {
  const { LoginForm } = await import("#web/features/sign-in/login-form.tsx");
  return LoginForm;
});
const RegisterSteps = lazyComponent("Form yükleniyor", async () => {
  const { RegisterSteps } = await import("#web/features/accounts/register-steps.tsx");
  return RegisterSteps;
});

const WHY = "auth-why";

/** The login and register modals of the whole site; opened by `openAuthDialog`. */
export function AuthDialog() {
  const { shown, purpose } = useStore(authDialog);
  const isRegistering = shown === "register";
  return (
    <Dialog
      open={shown !== null}
      onClose={closeAuthDialog}
      title={isRegistering ? "Kayıt Ol" : "Giriş Yap"}
      describedBy={purpose && WHY}
    >
      {purpose && (
        <div id={WHY} className="mb-4 flex items-center gap-3 rounded bg-sunken p-3">
          {purpose.choice && (
            <Picture
              path={purpose.choice.image}
              alt=""
              sizes="3.5rem"
              className="size-14 shrink-0 rounded"
            />
          )}
          <p className="min-w-0 text-pretty wrap-anywhere">
            {purpose.choice && <b className="block">Seçiminiz: {purpose.choice.text}</b>}
            {purpose.why(isRegistering ? "üye olur olmaz" : "giriş yapar yapmaz")}
          </p>
        </div>
      )}
      {isRegistering ? (
        <RegisterSteps onSwitch={() => switchAuthDialog("login")} />
      ) : (
        <LoginForm takesFocus onSwitch={() => switchAuthDialog("register")} />
      )}
    </Dialog>
  );
}
