import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

const HELPER = new URL("./send-to-parent.ts", import.meta.url).href;
const CHILD = `import { sendToParent } from ${JSON.stringify(HELPER)};
process.on("disconnect", () => {
  sendToParent("too late");
  setImmediate(() => process.exit(0));
});
sendToParent("begun");`;

test("a message to a parent that is gone does not end the process", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", CHILD], {
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  const [first] = await once(child, "message");
  assert.equal(first, "begun");
  child.disconnect();
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
});
