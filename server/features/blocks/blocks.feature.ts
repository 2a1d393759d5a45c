import type { Feature } from "../feature.ts";
import { exportBlocks } from "./blocks.reads.ts";
import { blockRoutes } from "./blocks.routes.ts";

export const blocks: Feature = {
  name: "blocks",
  tables: {
    blocks: {
      people: {
        user_id: { exported: "blocks", deletedBy: "foreign key" },
        person_id: {
          notExported: "who has blocked or muted somebody is not told to them",
          deletedBy: "foreign key",
        },
      },
    },
  },
  routes: blockRoutes,
  download: {
    blocks: ({ db }, userId) => exportBlocks(db, userId),
  },
};
