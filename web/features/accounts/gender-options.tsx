import { GENDER_NAMES } from "#contract/gender-names.ts";

/** The choices of a select of genders, none chosen at first. */
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
