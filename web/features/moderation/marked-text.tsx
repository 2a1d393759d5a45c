import { Fragment } from "react";
import { partsOf } from "./marked-parts.ts";

/** A text in which these spellings, which are in Turkish lower case, are marked (R662). */
export function MarkedText({ text, found }: { text: string; found: readonly string[] }) {
  return partsOf(text, found).map(({ at, part, isFound }) =>
    isFound ? (
      <mark key={at} className="rounded bg-nar-soft px-0.5 text-nar">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
