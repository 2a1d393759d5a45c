import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { it } from "node:test";

it("no line of the log holds a password or a token, but the number and cause of what failed (R163)", async () => {
  const child = fork(join(import.meta.dirname, "../testing/log-secrets.ts"), { silent: true });
  const { stdout, stderr } = child;
  assert.ok(stdout && stderr);
  const [[outcome], log, errors] = await Promise.all([
    once(child, "message"),
    text(stdout),
    text(stderr),
  ]);
  const { secrets, requestId } = outcome as { secrets: string[]; requestId: string };
  for (const secret of secrets) assert.ok(!(log + errors).includes(secret));
  const line = log.split("\n").find((one) => one.includes(requestId));
  assert.match(line ?? log, /internal_error/);
  assert.match(line ?? log, /notifications/);
});
