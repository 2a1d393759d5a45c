import type { Feature } from "../feature.ts";
import { eventRoutes } from "./events.routes.ts";

export const events: Feature = { name: "events", tables: {}, routes: eventRoutes };
