// Loaded before the product: votes are acknowledged before they are committed.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "/server/db/group-commit.ts",
  `import * as whole from "./group-commit.ts?whole";
  export function groupCommit(write, largest) {
    const waitFor = whole.groupCommit(write, largest);
    let waiting = [];
    setInterval(() => {
      const batch = waiting.splice(0, largest);
      if (batch.length > 0) write(batch).catch(() => undefined);
    }, 200);
    return async (item) => {
      // What is looked up by a text, like a session, is no write.
      if (typeof item === "string") return waitFor(item);
      waiting.push(item);
      return null;
    };
  }`,
);
