import Search from "lucide-react/icons/search";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SEARCH_MAX } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { controlStyle } from "#web/ui/form/field.tsx";

interface Props {
  /** The current search of the page's address. */
  value: string;
  onSearch: (text: string) => void;
}

const DEBOUNCE_MS = 300;

/** Searches after a pause in typing, and at once on Enter; without scripts, it is a plain form. */
export function SearchForm({ value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Follow a change from outside, such as Back, but not the echo of this form's own search.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  const search = (query: string) => {
    clearTimeout(timer.current);
    sent.current = query.trim();
    onSearch(sent.current);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, DEBOUNCE_MS, typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };

  return (
    <search>
      <form method="get" onSubmit={submit} className="relative flex max-w-2xl gap-2">
        <Search
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
          dir="auto"
          name="q"
          value={text}
          onChange={({ target }) => type(target.value)}
          maxLength={SEARCH_MAX}
          placeholder="Örneğin kahvaltı"
          aria-label="Anketlerde ara"
          enterKeyHint="search"
          className={`${controlStyle} min-h-13 pl-12 text-lg`}
        />
        <Button type="submit" variant="info" size="large">
          Ara
        </Button>
      </form>
    </search>
  );
}
