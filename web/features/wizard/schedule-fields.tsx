import { useRef } from "react";
import {
  dayOf,
  daysAfter,
  joinMoment,
  LAST_DAY,
  timeOf,
  today,
} from "#web/features/surveys/schedule.ts";
import { Chip } from "#web/ui/form/chip.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import type { Draft } from "./draft/draft.ts";
import type { FieldErrors } from "./draft/draft-checks.ts";
import { setFields } from "./wizard-store.ts";

interface Props {
  draft: Draft;
  errors: FieldErrors;
}

const DATE_AND_TIME =
  "grid min-w-0 items-start gap-x-3 gap-y-2 min-[22rem]:grid-cols-[minmax(0,1fr)_8rem]";

// On phones the only visible hint takes the width of both fields.
const OPTIONAL = <span className="max-sm:sr-only">İsteğe bağlı</span>;
const START_HINT = (
  <span className="min-[22rem]:max-sm:whitespace-nowrap">Bugünü seçerseniz hemen başlar.</span>
);

/** Start and end: a date and optional time each; chips set the end, "Süresiz" removes it (R53). */
export function ScheduleFields({ draft, errors }: Props) {
  const { start, end } = draft;
  const ends = [
    { label: "1 gün", value: daysAfter(start, 1, Date.now()) },
    { label: "1 hafta", value: daysAfter(start, 7, Date.now()) },
    { label: "Süresiz", value: null },
  ];
  // Comes back when a chip is unchecked.
  const typedEnd = useRef("");
  const setStart = (day: string, time: string) => setFields({ start: joinMoment(day, time) });
  const setEnd = (day: string, time: string) => setFields({ end: joinMoment(day, time) });
  const toggleEnd = (value: string | null, isChecked: boolean) => {
    if (end !== null && !ends.some((one) => one.value === end)) typedEnd.current = end;
    setFields({ end: isChecked ? value : typedEnd.current });
  };
  return (
    <div className="grid gap-3.5 sm:gap-6 md:grid-cols-2">
      <div className={DATE_AND_TIME}>
        <TextField
          label="Başlangıç tarihi"
          type="date"
          required
          min={today(Date.now())}
          max={LAST_DAY}
          value={dayOf(start)}
          error={errors.start}
          hint={START_HINT}
          onChange={({ target }) => setStart(target.value, timeOf(start))}
        />
        <TextField
          label="Başlangıç saati"
          type="time"
          hint={OPTIONAL}
          disabled={!start}
          value={timeOf(start)}
          onChange={({ target }) => setStart(dayOf(start), target.value)}
        />
      </div>
      <div className={DATE_AND_TIME}>
        <TextField
          label="Bitiş tarihi"
          type="date"
          required={end !== null}
          min={dayOf(start) || today(Date.now())}
          max={LAST_DAY}
          value={dayOf(end ?? "")}
          error={errors.end}
          onChange={({ target }) => setEnd(target.value, timeOf(end ?? ""))}
        />
        <TextField
          label="Bitiş saati"
          type="time"
          hint={OPTIONAL}
          disabled={!end}
          value={timeOf(end ?? "")}
          onChange={({ target }) => setEnd(dayOf(end ?? ""), target.value)}
        />
        <fieldset className="col-span-full flex flex-wrap gap-2">
          <legend className="sr-only">Bitiş</legend>
          {ends.map(({ label, value }) => (
            <Chip
              key={label}
              label={label}
              checked={end === value}
              onChange={({ target }) => toggleEnd(value, target.checked)}
            />
          ))}
        </fieldset>
      </div>
    </div>
  );
}
