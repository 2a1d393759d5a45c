import type { Option, Survey } from "#contract/shapes/survey-shapes.ts";

declare global {
  interface Window {
    /** Set by `OPTION_ORDER_SCRIPT`; missing if no document came from the server. */
    optionOrder?: (surveyId: number | string, count: number) => number[];
  }
}

/**
 * Defines in which order this browser shows a survey's options: a Fisher-Yates shuffle with the
 * random numbers of Mulberry32, from the survey's id and a seed that the browser keeps. Written in
 * syntax that old browsers understand.
 */
export const OPTION_ORDER_SCRIPT = `;(function(seed){self.optionOrder=function(id,count){
if(!seed){try{seed=+localStorage.getItem("option-order")}catch(e){}
if(!seed){seed=1+Math.floor(Math.random()*4294967295);try{localStorage.setItem("option-order",seed)}catch(e){}}}
for(var order=[],s=Math.imul(seed^id,2654435761),i=0,j,t;i<count;i++){
s=s+1831565813|0;t=Math.imul(s^s>>>15,1|s);t=t+Math.imul(t^t>>>7,61|t)^t;
j=((t^t>>>14)>>>0)%(i+1);order[i]=order[j];order[j]=i}return order}})()`;

/**
 * Follows a list in its document and puts its rows into that order before they are painted, so that
 * keyboard and screen readers meet them as they are seen. React then finds the order that
 * `shownOptions` returns.
 */
export const REORDER_SCRIPT = `(function(list){var rows=[].slice.call(list.children);
self.optionOrder(list.getAttribute("data-shuffled"),rows.length).forEach(function(at){list.appendChild(rows[at])})})(document.currentScript.previousElementSibling)`;

type Ordered = Pick<Survey, "id" | "options" | "option_order">;

export const isShuffled = ({ option_order }: Pick<Survey, "option_order">): boolean =>
  option_order === "shuffled";

/** Returns a survey's options as this browser shows them; on the server in the owner's order. */
export function shownOptions(survey: Ordered): readonly Option[] {
  const { id, options } = survey;
  const order =
    isShuffled(survey) && typeof window !== "undefined"
      ? window.optionOrder?.(id, options.length)
      : undefined;
  return order?.flatMap((at) => options[at] ?? []) ?? options;
}
