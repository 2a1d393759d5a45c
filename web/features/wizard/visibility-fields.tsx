import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import { VisibilityChoice } from "#web/features/surveys/visibility-choice.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft.ts";
import { setFields } from "./wizard-store.ts";

/** Who may see the survey, and when its results are shown (R59, R65, R231). */
export function VisibilityFields({ draft }: { draft: Draft }) {
  return (
    <>
      <VisibilityChoice
        isCompact
        value={draft.visibility}
        onChange={(visibility) => setFields({ visibility })}
      />
      <RadioCards
        legend="Sonuç"
        isCompact
        value={draft.resultVisibility}
        onChange={(resultVisibility) => setFields({ resultVisibility })}
        choices={[
          { value: "before", label: "Önce", detail: "Sonuçlar oy vermeden önce de görünür." },
          {
            value: "after",
            label: "Sonra",
            detail:
              "Sonuçlar oy verdikten sonra görünür; anket sona erince anketi görebilen herkese açılır.",
          },
        ]}
      />
      {draft.visibility === "private" && (
        <Checkbox
          label={
            <>
              Sayım anında görünsün
              <span className="block text-sm leading-tight text-muted">
                Seçmezseniz {SHOWN_FROM_VOTES} oydan sonra, {SHOWN_STEP_VOTES} oyda bir görünür.
              </span>
            </>
          }
          checked={draft.instantResults}
          onChange={({ target }) => setFields({ instantResults: target.checked })}
        />
      )}
    </>
  );
}
