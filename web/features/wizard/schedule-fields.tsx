import { useRef } from "react";
import { dayOf, joinMoment, LAST_DAY, timeOf, today } from "#web/features/surveys/schedule.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import type { Draft } from "./draft.ts";
import type { FieldErrors } from "./draft-checks.ts";
import { setFields } from "./wizard-store.ts";

interface Props {
  draft: Draft;
  errors: FieldErrors;
}

const DATE_AND_TIME = "grid min-w-0 items-start gap-3 min-[22rem]:grid-cols-[minmax(0,1fr)_8rem]";

/** Start and end, each a date and an optional time; "Süresiz" is no end (R53). */
export function ScheduleFields({ draft, errors }: Props) {
  const { start, end } = draft;
  // Comes back when "Süresiz" is unchecked.
  const lastEnd = useRef("");
  const setStart = (day: string, time: string) => setFields({ start: joinMoment(day, time) });
  const setEnd = (day: string, time: string) => setFields({ end: joinMoment(day, time) });
  const setEndless = (isEndless: boolean) => {
    if (end !== null) lastEnd.current = end;
    setFields({ end: isEndless ? null : lastEnd.current });
  };
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className={DATE_AND_TIME}>
        <TextField
          label="Başlangıç tarihi"
          type="date"
          required
          min={today(Date.now())}
          max={LAST_DAY}
          value={dayOf(start)}
          error={errors.start}
          hint="Bugünü seçerseniz hemen başlar."
          onChange={({ target }) => setStart(target.value, timeOf(start))}
        />
        <TextField
          label="Başlangıç saati"
          type="time"
          hint="İsteğe bağlı"
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
          disabled={end === null}
          min={dayOf(start) || today(Date.now())}
          max={LAST_DAY}
          value={dayOf(end ?? "")}
          error={errors.end}
          onChange={({ target }) => setEnd(target.value, timeOf(end ?? ""))}
        />
        <TextField
          label="Bitiş saati"
          type="time"
          hint="İsteğe bağlı"
          disabled={!end}
          value={timeOf(end ?? "")}
          onChange={({ target }) => setEnd(dayOf(end ?? ""), target.value)}
        />
        <Checkbox
          label="Süresiz"
          className="col-span-full"
          checked={end === null}
          onChange={({ target }) => setEndless(target.checked)}
        />
      </div>
    </div>
  );
}
