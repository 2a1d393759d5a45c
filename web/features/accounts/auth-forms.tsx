import { type AuthDialogState, switchAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Picture } from "#web/ui/picture.tsx";

const FORM = "Form yükleniyor";

const LoginForm = lazyComponent(FORM, async () => {
  const { LoginForm } = await import("#web/features/sign-in/login-form.tsx");
  return LoginForm;
});
const RegisterSteps = lazyComponent(FORM, async () => {
  const { RegisterHere } = await import("#web/features/accounts/register-steps.tsx");
  return RegisterHere;
});
const CodeForms = lazyComponent<AuthDialogState>(FORM, async () => {
  const { CodeForms } = await import("#web/features/accounts/completion/code-forms.tsx");
  return CodeForms;
});

/** When what was begun goes on. */
const ONCE = {
  login: "giriş yapar yapmaz",
  register: "üye olur olmaz",
  code: "kodu yazar yazmaz",
  details: "",
  identity: "",
};

interface Props {
  state: AuthDialogState;
  /** The id of the reason to sign in. */
  whyId: string;
}

/** What the dialog holds: the reason and the choice that waits, above the form. */
export function AuthForms({ state, whyId }: Props) {
  const { shown, purpose } = state;
  if (!shown) return null;
  return (
    <>
      {purpose && (
        <div
          id={whyId}
          // Leaves a low window, such as one with the keyboard open, to the form.
          className="mb-4 flex items-center gap-3 rounded bg-sunken p-3 [@media(height<24rem)]:hidden"
        >
          {purpose.choice?.image && (
            <Picture
              path={purpose.choice.image}
              alt=""
              sizes="3.5rem"
              className="size-14 shrink-0 rounded"
            />
          )}
          <p className="min-w-0 text-pretty wrap-anywhere">
            {purpose.choice && <b className="block">Seçiminiz: {purpose.choice.text}</b>}
            {purpose.why(ONCE[shown])}
          </p>
        </div>
      )}
      {shown === "login" && (
        <LoginForm
          takesFocus
          onSwitch={() => switchAuthDialog("register")}
          onCode={purpose?.vote && (() => switchAuthDialog("code"))}
        />
      )}
      {shown === "register" && <RegisterSteps onSwitch={() => switchAuthDialog("login")} />}
      {shown !== "login" && shown !== "register" && <CodeForms {...state} />}
    </>
  );
}
