import { useState } from "react";
import { ballotNameOf, type CastKind } from "#contract/ballots/ballots.ts";
import { KIND_NAMES } from "#web/features/ballots/kind-names.ts";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Draft } from "../draft/draft.ts";
import type { FieldErrors } from "../draft/draft-checks.ts";
import { choiceLimits } from "../survey-fields.ts";
import { setFields } from "../wizard-store.ts";
import { BallotPicture } from "./ballot-picture.tsx";

const DETAILS: Record<CastKind, string> = {
  single: "Herkes bir şık seçer.",
  multiple: "Herkes birkaç şık seçer; kaç tane olacağını siz belirlersiniz.",
  ranked: "Herkes şıkları en beğendiğinden başlayarak sıralar; kazananı eleme turları belirler.",
  rating: "Herkes şıklara 1’den 5’e kadar puan verir; ortalamalar karşılaştırılır.",
};

const KINDS = (Object.keys(DETAILS) as CastKind[]).map((value) => ({
  value,
  label: KIND_NAMES[value],
  detail: (
    <span className="flex items-center gap-3">
      <BallotPicture kind={value} />
      <span className="text-pretty">{DETAILS[value]}</span>
    </span>
  ),
}));

/** How votes are given (R572), folded to one line that says it. */
export function BallotFields({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || Boolean(errors.choices)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 rounded py-2.5 font-semibold">
        {`Oylama türü: ${KIND_NAMES[draft.ballot]} `}
        <span className="whitespace-nowrap">{limitsOf(draft)}</span>
      </summary>
      <div className="grid gap-4 pt-2">
        <RadioCards
          legend="Oy nasıl verilsin?"
          layout="list"
          choices={KINDS}
          value={draft.ballot}
          onChange={(ballot) => setFields({ ballot })}
        />
        <ChoiceLimits draft={draft} error={errors.choices} />
        {ballotNameOf(draft).ballot && (
          <p className="text-sm text-muted text-pretty">
            Bu türde sonuçlar yaşa, cinsiyete ve ile göre ayrılmaz.
          </p>
        )}
      </div>
    </details>
  );
}

/** "(1–3 şık)", "(en az 2 şık)". */
function limitsOf(draft: Draft): string {
  const { min_choices: least, max_choices: most } = choiceLimits(draft);
  if (least === undefined) return "";
  if (most === undefined) return `(en az ${least} şık)`;
  return `(${least === most ? least : `${least}–${most}`} şık)`;
}

function ChoiceLimits({ draft, error }: { draft: Draft; error: string | undefined }) {
  const { min_choices: least, max_choices: most } = choiceLimits(draft);
  const all = draft.options.length;
  if (least === undefined) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={most ? "En az kaç şık seçilmeli?" : "En az kaç şık sıralanmalı?"}
        value={least}
        error={error}
        onChange={({ target }) => {
          const minChoices = Number(target.value);
          const isAbove = most !== undefined && minChoices > most;
          setFields({ minChoices, ...(isAbove && { maxChoices: upTo(minChoices, all) }) });
        }}
      >
        {numbers(1, all)}
      </Select>
      {most !== undefined && (
        <Select
          label="En çok kaç şık seçilebilir?"
          value={most}
          onChange={({ target }) =>
            setFields({ minChoices: least, maxChoices: upTo(Number(target.value), all) })
          }
        >
          {
            // A choice of up to one is "Tek seçim".
            numbers(2, all)
          }
        </Select>
      )}
    </div>
  );
}

/** null is all, however many there will be. */
const upTo = (number: number, all: number) => (number < all ? number : null);

const numbers = (from: number, all: number) =>
  Array.from({ length: all - from + 1 }, (_, i) => from + i).map((number) => (
    <option key={number} value={number}>
      {number === all ? `${number} (hepsi)` : number}
    </option>
  ));
