import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft/draft.ts";
import { SectionForm } from "./section-form.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import { setFields } from "./wizard-store.ts";

/** Section 2: the layout of the options; theme 1 is horizontal, 2 vertical (R138). */
export function ThemeSection({ draft }: { draft: Draft }) {
  return (
    <SectionForm
      title="Tema"
      text="Şıklarınız oy sayfasında nasıl dursun? İstediğiniz zaman geri dönüp değiştirebilirsiniz."
      section={2}
    >
      <RadioCards
        legend="Şıkların düzeni"
        value={draft.theme === 1 ? "1" : "2"}
        onChange={(theme) => setFields({ theme: theme === "1" ? 1 : 2 })}
        choices={[
          {
            value: "1",
            label: "Yatay",
            detail: (
              <>
                Resim, şıkkın yanında. Uzun yazılara uygun.
                <ThemePreview draft={draft} theme={1} />
              </>
            ),
          },
          {
            value: "2",
            label: "Dikey",
            detail: (
              <>
                Resim, şıkkın üstünde. Büyük resimlere uygun.
                <ThemePreview draft={draft} theme={2} />
              </>
            ),
          },
        ]}
      />
    </SectionForm>
  );
}
