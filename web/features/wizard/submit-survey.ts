import type { QueryClient } from "@tanstack/react-query";
import { ERRORS } from "#contract/errors.ts";
import { IN_REVIEW, IN_REVIEW_BADGE } from "#web/features/own-surveys/in-review.tsx";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { currentToken } from "#web/lib/session.ts";
import { whenPicturesReady } from "#web/ui/form/image-picker.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { type Draft, moveStartToToday } from "./draft/draft.ts";
import { lastSectionErrors, mainErrors, serverErrors } from "./draft/draft-checks.ts";
import { photoFile } from "./draft/draft-storage.ts";
import { publish } from "./publish.ts";
import { isQuiz } from "./quiz/draft-questions.ts";
import {
  changeDraft,
  currentWizard,
  isWizardMounted,
  type Publication,
  saveNow,
  setPublication,
  showErrors,
  startNewDraft,
} from "./wizard-store.ts";

const START: Publication = { state: "publishing", percent: 0 };
const FAILED = "Yayınlama Hatası";
const NO_BLANKS = "Lütfen boş alan bırakmayınız.";
const [, , CHECK_FIELDS] = ERRORS.validation_failed;

/** "Yayınla": checks and publishes the draft. Visitors sign in first, then it is resubmitted. */
export async function submitSurvey(queryClient: QueryClient): Promise<void> {
  if (currentWizard()?.publication.state !== "idle") return;
  setPublication(START);
  // A picture still being prepared must not count as missing.
  await whenPicturesReady();
  setPublication({ state: "idle" });
  changeDraft((draft) => moveStartToToday(draft, Date.now()));
  const draft = currentWizard()?.draft;
  if (!draft || hasErrors(draft)) return;
  if (!currentToken()) return askToSignIn(queryClient);

  setPublication(START);
  try {
    const survey = await send(draft);
    // Cached lists and counts do not include the survey.
    void queryClient.invalidateQueries();
    setPublication({ state: "published", survey });
    if (!isWizardMounted()) {
      if (survey.in_review) toast.success(IN_REVIEW_BADGE, IN_REVIEW);
      else toast.success("Yayınlandı", "Anketiniz yayınlandı.");
    }
    await startNewDraft();
  } catch (error) {
    setPublication({ state: "idle" });
    if (error instanceof ApiProblem && error.status === 401) return askToSignIn(queryClient);
    showFailure(error, draft);
  }
}

/** Checks the draft and shows what is wrong. */
function hasErrors(draft: Draft): boolean {
  const ofOptions = lastSectionErrors(draft);
  const errors = Object.keys(ofOptions).length > 0 ? ofOptions : mainErrors(draft, Date.now());
  if (Object.keys(errors).length === 0) return false;
  const hasBlank = isQuiz(draft)
    ? draft.questions.some(({ content, options }) =>
        [content, ...options.map((option) => option.content)].some((text) => !text.trim()),
      )
    : draft.options.some(({ content, image }) => !content.trim() || !image);
  toast.error(FAILED, hasBlank ? NO_BLANKS : CHECK_FIELDS);
  showErrors(errors);
  return true;
}

/** Throws `image_missing` if the photograph was lost. */
function requirePhoto(id: string): Blob {
  const file = photoFile(id);
  if (file) return file;
  const [status, title, message] = ERRORS.image_missing;
  throw new ApiProblem({ code: "image_missing", status, title, message });
}

const send = (draft: Draft) =>
  publish(draft, {
    call: callApi,
    photoFile: requirePhoto,
    saveProgress: (changes) => {
      changeDraft((current) => ({ ...current, ...changes }));
      return saveNow();
    },
    onProgress: (share) =>
      setPublication({ state: "publishing", percent: Math.round(share * 100) }),
    now: Date.now(),
  });

function showFailure(error: unknown, draft: Draft): void {
  toastProblem(error, FAILED);
  const errors = error instanceof ApiProblem ? serverErrors(error, draft) : {};
  if (Object.keys(errors).length > 0) showErrors(errors);
}

const askToSignIn = (queryClient: QueryClient): void =>
  openAuthDialog("join", {
    why: (once) => `Anketinizi sakladık; ${once} yayınlanacak.`,
    afterSignIn: () => void submitSurvey(queryClient),
  });
