interface Part {
  at: number;
  part: string;
  isFound: boolean;
}

/** A text cut at these spellings, which are in Turkish lower case. */
export function partsOf(text: string, found: readonly string[]): Part[] {
  const lower = text.toLocaleLowerCase("tr");
  const parts: Part[] = [];
  let end = 0;
  const add = (to: number, isFound: boolean) => {
    if (to > end) parts.push({ at: end, part: text.slice(end, to), isFound });
    end = Math.max(end, to);
  };
  // Where lower case has another length, places in it are none in the text.
  const places = lower.length === text.length ? placesOf(lower, found) : [];
  for (const { from, to } of places) {
    if (from < end) continue;
    add(from, false);
    add(to, true);
  }
  add(text.length, false);
  return parts;
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Where the spellings stand as words, from left to right. */
function placesOf(lower: string, found: readonly string[]): { from: number; to: number }[] {
  const places = found.flatMap((spelling) => {
    const at: { from: number; to: number }[] = [];
    for (let from = lower.indexOf(spelling); from >= 0; from = lower.indexOf(spelling, from + 1)) {
      const to = from + spelling.length;
      const isWord = !IN_WORD.test(lower[from - 1] ?? "") && !IN_WORD.test(lower[to] ?? "");
      if (isWord) at.push({ from, to });
    }
    return at;
  });
  return places.sort((a, b) => a.from - b.from);
}
