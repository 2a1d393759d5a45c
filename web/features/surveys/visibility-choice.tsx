import type { Visibility } from "#contract/shapes/survey-shapes.ts";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";

interface Props {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
  layout?: "compactOnPhones";
}

/** Who may see a survey (R58, R59). */
export function VisibilityChoice(props: Props) {
  return (
    <RadioCards
      legend="Güvenlik"
      {...props}
      choices={[
        {
          value: "public",
          label: "Herkese",
          detail: "Listelerde ve aramada görünür, herkes katılabilir.",
        },
        {
          value: "private",
          label: "Özel",
          detail:
            "Hiçbir listede görünmez. Yalnızca davet ettikleriniz ve bağlantısını alanlar katılır.",
        },
      ]}
    />
  );
}
