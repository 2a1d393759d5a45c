import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { VisibilityChoice } from "#web/features/surveys/visibility-choice.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft/draft.ts";
import { offersInstantResults } from "./survey-fields.ts";
import { setFields } from "./wizard-store.ts";

/** Who may see the survey, and when its results are shown (R59, R65, R206, R590). */
export function VisibilityFields({ draft }: { draft: Draft }) {
  const isPrivate = draft.visibility === "private";
  const inSteps = isPrivate && !draft.instantResults;
  return (
    <>
      <VisibilityChoice
        layout="compactOnPhones"
        value={draft.visibility}
        onChange={(visibility) => setFields({ visibility })}
      />
      <div className="relative">
        <RadioCards
          legend="Sonuç"
          layout="compactOnPhones"
          value={draft.resultVisibility}
          onChange={(resultVisibility) => setFields({ resultVisibility })}
          choices={[
            { value: "before", label: "Önce", detail: inSteps ? BEFORE_IN_STEPS : BEFORE },
            { value: "after", label: "Sonra", detail: inSteps ? AFTER_IN_STEPS : AFTER },
            {
              value: "end",
              label: "Bitince",
              detail: draft.end === null ? AT_END_BY_OWNER : AT_END,
            },
          ]}
        />
        {offersInstantResults(draft) && (
          // Beside the legend: phones have no height to spare.
          <Checkbox
            className="absolute -top-3 right-0 max-[22rem]:static"
            label="Sayım anında görünsün"
            checked={draft.instantResults}
            onChange={({ target }) => setFields({ instantResults: target.checked })}
          />
        )}
      </div>
    </>
  );
}

const BEFORE = "Sonuçlar oy vermeden önce de görünür.";
/** One line on phones, which have no height to spare. */
const BEFORE_IN_STEPS = `Eski hesaplardan ${SHOWN_FROM_VOTES} oy gelince görünür.`;
const AFTER =
  "Sonuçlar oy verdikten sonra görünür; anket sona erince anketi görebilen herkese açılır.";
const AT_END = "Sonuçları anket bitene kadar siz dahil kimse göremez.";
const AT_END_BY_OWNER = "Sonuçları siz anketi bitirene kadar, siz dahil kimse göremez.";
const AFTER_IN_STEPS = `Sonuçlar oy verenlere ${SHOWN_FROM_VOTES} oydan sonra, ${SHOWN_STEP_VOTES} oyda bir görünür; anket sona erince görebilen herkese açılır. Yeni hesaplar bu sayılara katılmaz.`;
