import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { notificationsQuery, refetchNotifications } from "./notifications.api.ts";

it("a next page under way is not dropped when the list is read again", async () => {
  const queryClient = new QueryClient();
  let reads = 0;
  const list = new InfiniteQueryObserver(queryClient, {
    ...notificationsQuery,
    queryFn: async ({ pageParam }) => {
      reads += 1;
      await sleep(20);
      return { items: [], next_cursor: pageParam === "" ? "second page" : null };
    },
  });
  const stop = list.subscribe(() => undefined);
  await list.refetch();
  const nextPage = list.fetchNextPage();
  await refetchNotifications(queryClient);
  await nextPage;
  assert.equal(list.getCurrentResult().data?.pages.length, 2);
  assert.equal(reads, 4, "the first page, the next one, and both again");
  stop();
  queryClient.clear();
});
