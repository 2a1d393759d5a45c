import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { EmailSearch } from "./email-search.tsx";
import { peopleQuery } from "./people.api.ts";
import { personHash, personOf } from "./person-hash.ts";
import { PersonLine } from "./person-line.tsx";
import { PersonView } from "./person-view.tsx";

interface Props {
  /** A nickname or number that is searched for; empty for all. */
  q: string;
  onSearch: (q: string) => void;
}

/** The accounts of the site, or the one that the address names (R687). */
export function PeopleTab(props: Props) {
  const id = useLocation({ select: ({ hash }) => personOf(hash) });
  const box = useFocusFallback(String(id));
  return (
    <div {...box} className="rounded outline-none">
      {id === undefined ? <People {...props} /> : <PersonView key={id} id={id} />}
    </div>
  );
}

function People({ q, onSearch }: Props) {
  const [text, setText] = useState(q);
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <form
          className="flex min-w-64 grow flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            onSearch(text.trim());
          }}
        >
          <TextField
            label="Takma ad ya da hesap numarası"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              if (target.value === "") onSearch("");
            }}
            className="min-w-52 grow"
          />
          <Button type="submit" variant="primary">
            Bul
          </Button>
        </form>
        <EmailSearch />
      </div>
      <PeopleList q={q} />
    </div>
  );
}

function PeopleList({ q }: { q: string }) {
  const list = useInfiniteQuery({ ...peopleQuery(q), refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-64" />;
  const people = list.data.pages.flatMap((page) => page.items);
  if (people.length === 0)
    return (
      <EmptyState
        title="Kimse bulunamadı"
        text="Takma adı ya da hesap numarasını tam olarak yazın."
      />
    );
  return (
    <div>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {people.map((person) => (
          <li key={person.id}>
            <Link
              to="/moderation/{-$id}"
              params={{ id: undefined }}
              hash={personHash(person.id)}
              className="flex items-center gap-3 px-4 py-3 hover:bg-sunken"
            >
              <PersonLine person={person} />
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}
