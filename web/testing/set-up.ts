import { afterEach, beforeEach, vi } from "vitest";
import "#web/styles/app.css";
import { toasts } from "#web/ui/overlay/toast.ts";
import { expectNoViolations, forgetCalls } from "./fake-api.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // As if another tab had cleared them: whoever was signed in no longer is.
  window.dispatchEvent(new StorageEvent("storage"));
  document.documentElement.lang = "tr";
  document.documentElement.dataset.auth = "out";
});

afterEach(() => {
  vi.useRealTimers();
  toasts.set([]);
  expectNoViolations();
  forgetCalls();
});
