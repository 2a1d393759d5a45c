// Loaded before the product: pictures are decoded in order of arrival, from any sender.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/limits/fair-queue.ts",
  `import limit from "p-limit";
  export const createFairQueue = ({ lanes }) => {
    const inOrder = limit(lanes);
    return (caller, cost, work) => inOrder(work);
  };`,
);
