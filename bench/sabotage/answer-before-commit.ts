// Loaded before the product: votes are acknowledged before they are committed.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/db/group-commit.ts",
  `export function groupCommit(write, largest) {
    let waiting = [];
    setInterval(() => {
      const batch = waiting.splice(0, largest);
      if (batch.length > 0) write(batch).catch(() => undefined);
    }, 200);
    return async (item) => {
      waiting.push(item);
      return null;
    };
  }`,
);
