import { VisibilityChoice } from "#web/features/surveys/visibility-choice.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft.ts";
import { setFields } from "./wizard-store.ts";

/** Who may see the survey, and when its results are shown (R59, R65). */
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
    </>
  );
}
