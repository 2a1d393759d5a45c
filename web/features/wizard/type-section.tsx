import type { SurveyType } from "#contract/shapes/survey-shapes.ts";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft/draft.ts";
import { SectionForm } from "./section-form.tsx";
import { setFields } from "./wizard-store.ts";

const TYPES: { value: SurveyType; label: string; detail: string }[] = [
  {
    value: "SURVEY",
    label: "Anket",
    detail: "Doğrusu yanlışı olmayan bir soru sorun, herkesin ne düşündüğünü öğrenin.",
  },
  {
    value: "TEST",
    label: "Test",
    detail:
      "Bilgi sorusu sorun, herkesin ne yanıt verdiğini görün; isterseniz birçok sorulu, puanlanan bir test hazırlayın. “Testler” bölümünde listelenir.",
  },
];

/** Section 0: survey or test. */
export function TypeSection({ draft }: { draft: Draft }) {
  return (
    <SectionForm title="Ne oluşturmak istersiniz?" section={0}>
      <RadioCards
        legend="Tür"
        choices={TYPES}
        value={draft.type}
        onChange={(type) => setFields({ type })}
      />
    </SectionForm>
  );
}
