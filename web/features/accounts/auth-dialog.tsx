import {
  type AuthDialogState,
  authDialog,
  closeAuthDialog,
} from "#web/features/sign-in/auth-dialog-store.ts";
import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const AuthForms = lazyComponent<{ state: AuthDialogState; whyId: string }>(
  "Form yükleniyor",
  async () => (await import("./auth-forms.tsx")).AuthForms,
);

const WHY = "auth-why";

const TITLES = {
  login: "Giriş Yap",
  register: "Kayıt Ol",
  code: "E-postanızla oy verin",
  details: "",
  identity: "Hesabınızı tamamlayın",
};

/** The dialogs of the whole site that sign in and complete accounts; see `openAuthDialog`. */
export function AuthDialog() {
  const state = useStore(authDialog);
  return (
    <Dialog
      open={state.shown !== null}
      onClose={() => closeAuthDialog()}
      title={state.title ?? TITLES[state.shown ?? "login"]}
      describedBy={state.purpose && WHY}
    >
      <AuthForms state={state} whyId={WHY} />
    </Dialog>
  );
}
