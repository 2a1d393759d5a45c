import type { Feature } from "../feature.ts";
import { peopleRoutes } from "./people.routes.ts";

export const people: Feature = {
  name: "people",
  tables: {},
  cacheKeys: ["person:*", "people:popular"],
  routes: peopleRoutes,
};
