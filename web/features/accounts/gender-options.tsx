import { GENDER_NAMES } from "#contract/gender-names.ts";

/** The genders as options of a select. */
export function GenderOptions() {
  return (
    <>
      <option value="">Seçin</option>
      {Object.entries(GENDER_NAMES).map(([gender, name]) => (
        <option key={gender} value={gender}>
          {name}
        </option>
      ))}
    </>
  );
}
