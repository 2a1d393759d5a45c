// Loaded before the product: clients may send and read as slowly, and hold as much, as they like.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/http/guards/connections.ts",
  `export const CONNECTION_LIMITS = {};
  export const guardConnections = () => () => undefined;
  export const refuseBody = () => undefined;`,
);
