import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { Select } from "#web/ui/form/select.tsx";

export function CitySelect(props: Omit<ComponentProps<typeof Select>, "label" | "children">) {
  const { data } = useQuery(citiesQuery);
  return (
    <Select label="Şehir" autoComplete="address-level1" {...props}>
      <option value="">Seçin</option>
      {data?.items.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
