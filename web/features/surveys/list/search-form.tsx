import Search from "lucide-react/icons/search";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SEARCH_MAX } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { controlStyle } from "#web/ui/form/field.tsx";

interface Props {
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
}

const PAUSE_MS = 300;

/** Searches while one types, after a short pause, and at once on Enter; a plain form without scripts. */
export function SearchForm({ value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address changed by itself, as by going back; what was typed here it only repeats.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  const search = (sought: string) => {
    clearTimeout(timer.current);
    sent.current = sought.trim();
    onSearch(sent.current);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, PAUSE_MS, typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };

  return (
    <search>
      <form onSubmit={submit} className="relative flex max-w-2xl gap-2">
        <Search
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
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
