import { queryOptions, useQuery } from "@tanstack/react-query";
import { PersonRow } from "#web/features/people/person-row.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const SHOWN = 6;

/** The most followed people (R104); renders nothing if there are none. */
export function PopularPeople() {
  const { data, error, refetch } = useQuery(popularPeopleQuery);
  if (!data) {
    return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeleton className="h-72" />;
  }
  if (data.items.length === 0) return null;
  return (
    <section
      aria-labelledby="populer-kullanicilar"
      className="rounded border border-line bg-surface p-5"
    >
      <h2 id="populer-kullanicilar" className="mb-1 text-xl font-extrabold">
        Popüler Kullanıcılar
      </h2>
      <ul className="divide-y divide-line">
        {data.items.slice(0, SHOWN).map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
    </section>
  );
}

const popularPeopleQuery = queryOptions({
  queryKey: queryKeys.popularPeople,
  queryFn: ({ signal }) => callApi("GET /api/users/popular", { signal }),
});
