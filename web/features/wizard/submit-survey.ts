import type { QueryClient } from "@tanstack/react-query";
import { ERRORS } from "#contract/errors.ts";
import { openAuthDialog } from "#web/features/accounts/auth-dialog-store.ts";
import { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { currentToken } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { picturesReady } from "#web/ui/form/image-picker.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { type Draft, startFromToday } from "./draft.ts";
import { mainErrors, optionErrors } from "./draft-checks.ts";
import { mapFieldNames } from "./map-field-names.ts";
import { pictureFile } from "./picture-file.ts";
import { publish } from "./publish.ts";
import {
  changeDraft,
  currentWizard,
  isWizardInSight,
  type Publication,
  saveNow,
  setPublication,
  showErrors,
  startNewDraft,
} from "./wizard-store.ts";

const START: Publication = { state: "publishing", percent: 0 };
const TITLE = "Yayınlama Hatası";
const NO_BLANKS = "Lütfen boş alan bırakmayınız.";
const [, , CHECK_FIELDS] = ERRORS.validation_failed;

/** "Yayınla": refuses what is incomplete, asks visitors to sign in and then goes on by itself. */
export async function submitSurvey(queryClient: QueryClient): Promise<void> {
  if (currentWizard()?.publication.state !== "idle") return;
  setPublication(START);
  // A picture that was chosen and is still being prepared is not missing.
  await picturesReady();
  setPublication({ state: "idle" });
  changeDraft((draft) => startFromToday(draft, Date.now()));
  const draft = currentWizard()?.draft;
  if (!draft || isRefused(draft)) return;
  if (!currentToken()) return askToSignIn(queryClient);

  setPublication(START);
  try {
    const survey = await send(draft);
    // Lists and counts that were read before do not have it.
    void queryClient.invalidateQueries();
    setPublication({ state: "published", survey });
    if (!isWizardInSight()) toast.success("Yayınlandı", "Anketiniz yayınlandı.");
    await startNewDraft();
  } catch (error) {
    setPublication({ state: "idle" });
    if (error instanceof ApiProblem && error.status === 401) return askToSignIn(queryClient);
    explain(error, draft);
  }
}

function isRefused(draft: Draft): boolean {
  const inOptions = optionErrors(draft);
  const errors = Object.keys(inOptions).length > 0 ? inOptions : mainErrors(draft, Date.now());
  if (Object.keys(errors).length === 0) return false;
  const hasBlank = draft.options.some(({ content, image }) => !content.trim() || !image);
  toast.error(TITLE, hasBlank ? NO_BLANKS : CHECK_FIELDS);
  showErrors(errors);
  return true;
}

async function send(draft: Draft) {
  return await publish(draft, {
    call: callApi,
    fileOf: pictureFile,
    record: (changes) => {
      changeDraft((current) => ({ ...current, ...changes }));
      return saveNow();
    },
    onProgress: (share) =>
      setPublication({ state: "publishing", percent: Math.round(share * 100) }),
    now: Date.now(),
  });
}

function explain(error: unknown, draft: Draft): void {
  toastProblem(error, TITLE);
  const errors = error instanceof ApiProblem ? mapFieldNames(error, draft) : {};
  if (Object.keys(errors).length > 0) showErrors(errors);
}

const askToSignIn = (queryClient: QueryClient): void =>
  openAuthDialog("login", {
    why: "Anketiniz, giriş yapınca kendiliğinden yayınlanır.",
    afterSignIn: () => void submitSurvey(queryClient),
  });
