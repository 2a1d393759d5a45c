import type { ComponentProps } from "react";
import { GENDER_NAMES } from "#contract/shapes/gender-names.ts";
import { Select } from "#web/ui/form/select.tsx";

export function GenderSelect(props: Omit<ComponentProps<typeof Select>, "label" | "children">) {
  return (
    <Select label="Cinsiyet" autoComplete="sex" {...props}>
      <option value="">Seçin</option>
      {Object.entries(GENDER_NAMES).map(([gender, name]) => (
        <option key={gender} value={gender}>
          {name}
        </option>
      ))}
    </Select>
  );
}
