import { ScriptOnce } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { isShuffled, REORDER_SCRIPT } from "./option-order.ts";

interface Props extends ComponentProps<"ul"> {
  survey: Pick<Survey, "id" | "option_order">;
}

/** The list of all options that `shownOptions` returns. Documents have them in the owner's order. */
export function OptionList({ survey, ...list }: Props) {
  const shuffles = isShuffled(survey);
  return (
    <>
      <ul data-shuffled={shuffles ? survey.id : undefined} {...list} />
      {shuffles && <ScriptOnce>{import.meta.env.SSR ? REORDER_SCRIPT : ""}</ScriptOnce>}
    </>
  );
}
