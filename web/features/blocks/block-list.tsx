import { useInfiniteQuery } from "@tanstack/react-query";
import { isolated } from "#web/lib/direction.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { blocksQuery } from "./blocks.api.ts";
import { useBlock } from "./use-block.ts";

/** Whom the signed-in person has blocked or muted; each is undone by one press. */
export function BlockList() {
  const list = useInfiniteQuery(blocksQuery);
  const change = useBlock();
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <Skeleton className="h-40" />;
  const blocks = list.data.pages.flatMap((page) => page.items);
  if (blocks.length === 0)
    return <p>Kimseyi engellemediniz ya da sessize almadınız. İkisi de profillerden yapılır.</p>;
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {blocks.map(({ person, kind }) => (
          <li key={person.id} className="flex items-center gap-3 py-2 tight:flex-wrap">
            <Avatar image={person.image} size={40} />
            <span className="grid min-w-0 grow leading-snug">
              <span dir="auto" className="justify-self-start font-semibold wrap-anywhere">
                {person.name}
              </span>
              <span className="truncate text-sm text-muted">@{person.nickname}</span>
              <span className="text-sm">{kind === "block" ? "Engelli" : "Sessizde"}</span>
            </span>
            <Button
              className="shrink-0 px-3 text-sm"
              aria-label={`Geri Al: ${isolated(person.name)}`}
              busy={change.isPending && change.variables.person.id === person.id}
              onClick={() => change.mutate({ person, kind: null })}
            >
              Geri Al
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}
