import { useSuspenseQuery } from "@tanstack/react-query";
import type { SurveyOrder } from "#contract/endpoints/surveys.ts";
import type { SurveyType } from "#contract/shapes/survey-shapes.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { SearchParams } from "./search-params.ts";

interface Props {
  /** Distinguishes the ids of several panels. */
  id: string;
  filter: Pick<SearchParams, "type" | "category_id" | "order">;
  /** False where the page offers categories otherwise. */
  hasCategories: boolean;
  onChange: (change: SearchParams) => void;
}

const types: readonly { type: SurveyType; label: string }[] = [
  { type: "SURVEY", label: "Anketler" },
  { type: "TEST", label: "Testler" },
];
const orders: readonly { order: SurveyOrder; label: string }[] = [
  { order: "new", label: "Yeni" },
  { order: "popular", label: "Popüler" },
  { order: "ending", label: "Yakında bitecek" },
];

/** Type, category and order (R95). */
export function FilterPanel({ id, filter, hasCategories, onChange }: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const chosenType = filter.type;
  return (
    <Kept
      as="div"
      by={`filters ${id} ${JSON.stringify([filter, hasCategories && categories])}`}
      className="flex flex-col gap-4 lg:flex-row lg:items-center lg:gap-6 lg:[&_label:not(:has(input))]:sr-only"
    >
      <fieldset className="mr-auto">
        <legend className="mb-1.5 font-semibold lg:sr-only">Tür</legend>
        <div className="flex flex-wrap gap-x-6">
          <Checkbox
            label="Hepsi"
            errorId={`${id}-all`}
            checked={!chosenType}
            onChange={() => onChange({ type: undefined })}
          />
          {types.map(({ type, label }) => (
            <Checkbox
              key={type}
              label={label}
              errorId={`${id}-${type}`}
              checked={chosenType === type}
              // Choosing the second type too means all types.
              onChange={() => onChange({ type: chosenType ? undefined : type })}
            />
          ))}
        </div>
      </fieldset>
      {hasCategories && (
        <Select
          id={`${id}-category`}
          label="Kategori"
          value={filter.category_id ?? ""}
          onChange={({ target }) => onChange({ category_id: Number(target.value) || undefined })}
          className="lg:w-56"
        >
          <option value="">Bütün kategoriler</option>
          {categories.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        id={`${id}-order`}
        label="Sıralama"
        value={filter.order ?? "new"}
        onChange={({ target }) =>
          onChange({ order: orders.find(({ order }) => order === target.value)?.order })
        }
        className="lg:w-56"
      >
        {orders.map(({ order, label }) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </Select>
    </Kept>
  );
}
