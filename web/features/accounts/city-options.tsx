import { useQuery } from "@tanstack/react-query";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";

/** The provinces as options of a select. */
export function CityOptions() {
  const { data } = useQuery(citiesQuery);
  return (
    <>
      <option value="">Seçin</option>
      {data?.items.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
