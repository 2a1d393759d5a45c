import { startSession } from "#web/lib/session.ts";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { closeAuthDialog, type Purpose, switchAuthDialog } from "../auth-dialog-store.ts";
import { ProviderButtons } from "../providers/provider-buttons.tsx";
import { CodeSteps } from "./code-steps.tsx";
import { askForDetails, type CodeUsed, settled } from "./codes.api.ts";

/** Votes by a code, without a password; other ways to sign in are beneath (R501). */
export function VoteByCode({ purpose }: { purpose: Purpose }) {
  const onUsed = (used: CodeUsed) => {
    // First, so that the start of the session does not cast the vote again.
    closeAuthDialog();
    startSession(used.session);
    const vote = settled(used);
    purpose.afterSignIn(vote);
    const isCounted = vote && !vote.problem;
    if (isCounted && used.account.missing?.includes("details")) askForDetails(purpose.vote);
  };
  return (
    <CodeSteps vote={purpose.vote} remember onUsed={onUsed}>
      <div className="mt-4 grid gap-4">
        <ProviderButtons />
        <p className="text-center text-muted">
          Hesabınız varsa{" "}
          <TextLink to="/login" onClick={onUnmodifiedClick(() => switchAuthDialog("login"))}>
            Giriş Yap
          </TextLink>
          <span className="no-registration:hidden">
            , yoksa{" "}
            <TextLink
              to="/register"
              onClick={onUnmodifiedClick(() => switchAuthDialog("register"))}
            >
              Kayıt Ol
            </TextLink>
          </span>
        </p>
      </div>
    </CodeSteps>
  );
}
