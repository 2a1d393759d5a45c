import assert from "node:assert/strict";
import { it } from "node:test";
import { whenShown } from "./when-shown.ts";

it("waits where the browser has opened a page ahead until it is shown (R264)", async () => {
  const page = Object.assign(new EventTarget(), { prerendering: true });
  Object.assign(globalThis, { document: page });
  let isShown = false;
  const shown = whenShown().then(() => {
    isShown = true;
  });
  await new Promise(setImmediate);
  assert.equal(isShown, false);
  page.prerendering = false;
  page.dispatchEvent(new Event("prerenderingchange"));
  await shown;
  await whenShown();
});
