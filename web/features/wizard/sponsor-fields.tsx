import { useState } from "react";
import { SPONSOR_MAX } from "#contract/limits.ts";
import { SPONSOR_LABELS } from "#contract/shapes/sponsors.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { TextField } from "#web/ui/form/field.tsx";
import type { Draft } from "./draft/draft.ts";
import type { FieldErrors } from "./draft/draft-checks.ts";
import { setFields } from "./wizard-store.ts";

/** Who asked for the survey and who paid for it (R455), folded until something is said. */
export function SponsorFields({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const { askedBy, paidBy } = draft;
  const [isOpen, setOpen] = useState(askedBy !== "" || paidBy !== "");
  const hasError = Boolean(errors.askedBy || errors.paidBy);
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 rounded py-2.5 font-semibold">
        Bu anketi kim istedi, kim ödedi?
      </summary>
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <TextField
          label={SPONSOR_LABELS.asked_by}
          placeholder="Kişi ya da kurum"
          value={askedBy}
          error={tooLong(askedBy, SPONSOR_MAX) ?? errors.askedBy}
          onChange={({ target }) => setFields({ askedBy: target.value })}
        />
        <TextField
          label={SPONSOR_LABELS.paid_by}
          placeholder="Kişi ya da kurum"
          value={paidBy}
          error={tooLong(paidBy, SPONSOR_MAX) ?? errors.paidBy}
          onChange={({ target }) => setFields({ paidBy: target.value })}
        />
        <p className="text-sm text-muted text-pretty sm:col-span-2">
          İsteğe bağlı. Anketin ve sonuçlarının yanında görünür, yayınladıktan sonra değiştirilemez.
        </p>
      </div>
    </details>
  );
}
