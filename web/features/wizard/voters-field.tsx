import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import type { Draft } from "./draft/draft.ts";
import { setFields } from "./wizard-store.ts";

/** Who may vote (R254); offers no choice if the operator decides for all surveys. */
export function VotersField({ draft }: { draft: Draft }) {
  const site = useQuery(siteQuery).data?.item;
  if (site?.verified_voters_required) {
    return (
      <p className="text-sm text-muted">
        Bu sitede yalnızca e-postasını doğrulamış üyelerin oyu sayılır.
      </p>
    );
  }
  return (
    <RadioCards
      legend="Kimler oy verebilir?"
      layout="compactOnPhones"
      value={draft.voters ?? site?.voters ?? "verified"}
      onChange={(voters) => setFields({ voters })}
      choices={[
        {
          value: "verified",
          label: "Doğrulanmış üyeler",
          detail: "E-postasını doğrulamış üyelerin oyu sayılır; sonuca daha çok güvenilir.",
        },
        {
          value: "members",
          label: "Bütün üyeler",
          detail: "Hesabı olan herkesin oyu hemen sayılır.",
        },
      ]}
    />
  );
}

/** What this installation offers; does not change while a page is open. */
const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }) => callApi("GET /api/site", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
