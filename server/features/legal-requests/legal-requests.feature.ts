import { transact } from "#server/db/transact.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import type { Feature } from "../feature.ts";
import { legalRequestRoutes } from "./legal-requests.routes.ts";
import { dropOldCopies } from "./legal-requests.writes.ts";

export const legalRequests: Feature = {
  name: "legal requests",
  tables: { legal_requests: {}, legal_pictures: { hasPictures: true } },
  routes: legalRequestRoutes,
  jobs: ({ db, images }) => [
    {
      name: "delete old copies of legal requests",
      stage: "cleanup",
      run: async ({ now, log }) => {
        await deleteImages(images, log, await transact(db, (tx) => dropOldCopies(tx, now)));
      },
    },
  ],
};
