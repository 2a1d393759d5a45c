import { SEARCH_MAX } from "#contract/limits.ts";
import type { SurveyType } from "#contract/survey-shapes.ts";
import type { SurveyOrder } from "#contract/surveys.ts";

/** What the address of a list of surveys says, in the words of the call (R95). */
export interface ListAddress {
  q?: string;
  type?: SurveyType;
  category_id?: number;
  order?: SurveyOrder;
  cursor?: string;
}

const TYPES: readonly SurveyType[] = ["SURVEY", "TEST"];
const ORDERS: readonly SurveyOrder[] = ["popular", "ending"];

/** Anything unknown is left out, as is the default, so that a list has one address. */
export function readListAddress(search: Record<string, unknown>): ListAddress {
  const category = Number(search.category_id);
  const address: ListAddress = {
    q: text(search.q)?.slice(0, SEARCH_MAX),
    type: TYPES.find((type) => type === search.type),
    category_id: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    order: ORDERS.find((order) => order === search.order),
    cursor: text(search.cursor),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === "" ? undefined : String(value);
