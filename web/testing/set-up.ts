import { afterEach, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import "#web/styles/app.css";
import { toasts } from "#web/ui/overlay/toast.ts";
import { expectNoViolations, forgetCalls } from "./fake-api.ts";

document.documentElement.lang = "tr";
document.documentElement.dataset.auth = "out";

// Files share one browser context, one after the other, so none may leave anything to the next.
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // As if another tab had cleared them: whoever was signed in no longer is.
  window.dispatchEvent(new StorageEvent("storage"));
  toasts.set([]);
  forgetCalls();
  expectNoViolations();
});
