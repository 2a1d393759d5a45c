import type { SurveyOrder } from "#contract/endpoints/surveys.ts";
import { SEARCH_MAX } from "#contract/limits.ts";
import type { SurveyType } from "#contract/shapes/survey-shapes.ts";

/** Search, filters and position of a list, named as in the page's address and the API (R95). */
export interface SearchParams {
  q?: string;
  type?: SurveyType;
  category_id?: number;
  order?: SurveyOrder;
  cursor?: string;
}

const TYPES: readonly SurveyType[] = ["SURVEY", "TEST"];
const ORDERS: readonly SurveyOrder[] = ["popular", "ending"];

/** Drops unknown and default values, so that each list has one address. */
export function parseSearchParams(search: Record<string, unknown>): SearchParams {
  const category = Number(search.category_id);
  const params: SearchParams = {
    q: text(search.q)?.slice(0, SEARCH_MAX),
    type: TYPES.find((type) => type === search.type),
    category_id: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    order: ORDERS.find((order) => order === search.order),
    cursor: text(search.cursor),
  };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === "" ? undefined : String(value);
