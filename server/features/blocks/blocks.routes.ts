import { blockPerson, getBlock, listBlocks, unblockPerson } from "#contract/endpoints/blocks.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import { personKey } from "#server/features/people/person-key.ts";
import { readBlock, readBlocks } from "./blocks.reads.ts";
import { block, unblock } from "./blocks.writes.ts";

export function blockRoutes({ defineRoute, db, clock, sessions, changed }: AppContext): void {
  function done({ sessions: hashes, nicknames }: Awaited<ReturnType<typeof block>>) {
    for (const tokenHash of hashes) sessions.forget(tokenHash);
    changed(...nicknames.map((nickname) => personKey(nickname).name));
  }

  defineRoute(listBlocks, async ({ query, viewer }) => readBlocks(db, viewer, query));

  defineRoute(getBlock, async ({ params, viewer }) => {
    await requirePerson(db, params.userId);
    return { item: await readBlock(db, viewer.id, params.userId) };
  });

  defineRoute(blockPerson, async ({ params, body, viewer }) => {
    if (params.userId === viewer.id) throw new ApiError("self_block");
    const pair = { userId: viewer.id, personId: params.userId };
    done(await block(db, pair, body.kind, clock.now()));
    return { item: body.kind };
  });

  defineRoute(unblockPerson, async ({ params, viewer }) => {
    done(await unblock(db, { userId: viewer.id, personId: params.userId }));
    return null;
  });
}
