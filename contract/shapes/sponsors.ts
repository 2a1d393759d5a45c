import type { Sponsors } from "./survey-shapes.ts";

export const SPONSOR_LABELS: Readonly<Record<keyof Sponsors, string>> = {
  asked_by: "Anketi isteyen",
  paid_by: "Bedelini ödeyen",
};
const FIELDS = Object.keys(SPONSOR_LABELS) as (keyof Sponsors)[];

/** Returns who asked for a survey and who paid for it, with labels; leaves out what is not said. */
export const sponsorsOf = (survey: Sponsors): { label: string; name: string }[] =>
  FIELDS.flatMap((field) => {
    const name = survey[field];
    return name === undefined ? [] : [{ label: SPONSOR_LABELS[field], name }];
  });
