import type { Draft, DraftOption, Section } from "./draft.ts";

/** Says where one is, not what one has entered: each tab has its own. */
const PLACE = ["section", "reached", "edited"];
const LIST = "options";
const nameOf = ({ id }: DraftOption) => `option:${id}`;

/** Returns `after` with the time, in milliseconds, at which each changed field was changed. */
export function noteEdits(before: Draft, after: Draft, now: number): Draft {
  const changed = Object.keys(after).filter(
    (name) =>
      !PLACE.includes(name) && name !== LIST && fieldOf(after, name) !== fieldOf(before, name),
  );
  if (idsOf(after) !== idsOf(before)) changed.push(LIST);
  const options = after.options.filter((option) => !before.options.includes(option)).map(nameOf);
  if (changed.length + options.length === 0) return after;
  const times = [...changed, ...options].map((name) => [name, now]);
  return { ...after, edited: { ...after.edited, ...Object.fromEntries(times) } };
}

/**
 * Merges two tabs' versions of a draft, in which different things may have been entered at once:
 * each field and each option is the one that was changed later. `mine` keeps its section.
 */
export function mergeDrafts(mine: Draft, theirs: Draft): Draft {
  const isTheirs = (name: string) => timeOf(theirs, name) > timeOf(mine, name);
  const fields = Object.keys(mine).filter((name) => !PLACE.includes(name) && name !== LIST);
  const taken = fields.filter(isTheirs).map((name) => [name, fieldOf(theirs, name)]);
  const [listed, other] = isTheirs(LIST) ? [theirs, mine] : [mine, theirs];
  const options = listed.options.map((option) => {
    const twin = other.options.find(({ id }) => id === option.id);
    return twin && timeOf(other, nameOf(twin)) > timeOf(listed, nameOf(twin)) ? twin : option;
  });
  const reached = Math.max(mine.reached, theirs.reached) as Section;
  const edited = { ...theirs.edited };
  for (const [name, time] of Object.entries(mine.edited))
    edited[name] = Math.max(time, timeOf(theirs, name));
  return { ...mine, ...Object.fromEntries(taken), options, reached, edited };
}

/** Whether a draft has something that was entered after what the other one has. */
export const isNewer = (draft: Draft, other: Draft): boolean =>
  Object.keys(draft.edited).some((name) => timeOf(draft, name) > timeOf(other, name));

const timeOf = ({ edited }: Draft, name: string): number => edited[name] ?? 0;
const fieldOf = (draft: Draft, name: string): unknown => draft[name as keyof Draft];
const idsOf = ({ options }: Draft): string => options.map(({ id }) => id).join();
