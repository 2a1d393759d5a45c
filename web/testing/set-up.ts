import { afterEach, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import "#web/styles/app.css";
import { toasts } from "#web/ui/overlay/toast.ts";
import { expectNoErrors, recordErrors } from "./console-errors.ts";
import { expectNoViolations, forgetCalls } from "./fake-api.ts";

recordErrors();
document.documentElement.lang = "tr";
document.documentElement.dataset.auth = "out";

// Runs last: hooks run in the reverse order.
afterEach(expectNoErrors);
// Files share one browser context in turn, so none may leave anything behind for the next.
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // As if another tab had cleared them, which ends the session.
  window.dispatchEvent(new StorageEvent("storage"));
  toasts.set([]);
  forgetCalls();
  expectNoViolations();
});
