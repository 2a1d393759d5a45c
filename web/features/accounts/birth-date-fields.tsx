import { type ComponentProps, type MouseEvent, useId, useState } from "react";
import { BIRTH_YEARS, FIRST_BIRTH_YEAR } from "#contract/limits.ts";
import { istanbulClock } from "#web/lib/turkish.ts";
import { FieldError } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

type Part = Omit<ComponentProps<"select">, "className">;

interface Props {
  day: Part;
  month: Part;
  year: Part;
  /** The year that the form has now, such as "1988", or "". */
  chosenYear: string;
  error: string | undefined;
}

const monthName = new Intl.DateTimeFormat("tr-TR", { month: "long", timeZone: "UTC" });
const twoDigits = (number: number): string => String(number).padStart(2, "0");
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

const part = (name: string) => <span className="text-sm font-normal text-muted">{name}</span>;

/**
 * Day, month and year; their values are the parts of dd.mm.yyyy. The button beneath the year adds
 * those before the listed ones, down to 1900.
 */
export function BirthDateFields({ day, month, year, chosenYear, error }: Props) {
  const errorId = useId();
  const [hasOpened, setOpened] = useState(false);
  // In Istanbul time, so that the server and the browser agree.
  const thisYear = Number(istanbulClock(Date.now()).slice(0, 4));
  const isWrong = error ? true : undefined;
  const oldest = thisYear - BIRTH_YEARS;
  const isOpen = hasOpened || (chosenYear !== "" && Number(chosenYear) < oldest);
  const openOlder = ({ currentTarget }: MouseEvent) => {
    setOpened(true);
    const selects = currentTarget.closest("fieldset")?.querySelectorAll("select");
    selects?.[2]?.focus();
  };
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="font-semibold">Doğum tarihi</legend>
      {/* Less padding on small screens, where a year would not fit otherwise. */}
      <div className="grid grid-cols-[1fr_1.4fr_1.2fr] gap-1.5 max-lg:[&_select]:pr-5 max-lg:[&_select]:pl-2 max-lg:[&_svg]:right-1 sm:gap-3">
        <Select label={part("Gün")} autoComplete="bday-day" aria-invalid={isWrong} {...day}>
          <option value="">–</option>
          {upTo(31).map((number) => (
            <option key={number} value={twoDigits(number)}>
              {number}
            </option>
          ))}
        </Select>
        <Select label={part("Ay")} autoComplete="bday-month" aria-invalid={isWrong} {...month}>
          <option value="">–</option>
          {upTo(12).map((number) => (
            <option key={number} value={twoDigits(number)}>
              {monthName.format(Date.UTC(2000, number - 1))}
            </option>
          ))}
        </Select>
        <Select label={part("Yıl")} autoComplete="bday-year" aria-invalid={isWrong} {...year}>
          <option value="">–</option>
          {upTo(BIRTH_YEARS).map((yearsAgo) => (
            <option key={yearsAgo}>{thisYear - yearsAgo}</option>
          ))}
          {isOpen &&
            upTo(oldest - FIRST_BIRTH_YEAR).map((yearsBefore) => (
              <option key={yearsBefore}>{oldest - yearsBefore}</option>
            ))}
        </Select>
      </div>
      {!isOpen && (
        <button
          type="button"
          onClick={openOlder}
          className="ml-auto flex min-h-11 items-center text-sm text-muted underline underline-offset-2 hover:text-ink"
        >
          Daha eski yıllar
        </button>
      )}
      <div className={error ? "mt-1.5" : ""}>
        <FieldError id={errorId} error={error} />
      </div>
    </fieldset>
  );
}
