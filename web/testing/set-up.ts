import { afterEach, beforeEach, vi } from "vitest";
import "#web/styles/app.css";
import { toasts } from "#web/ui/overlay/toast.ts";
import { expectNoSurprise, forgetCalls } from "./fake-api.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.lang = "tr";
  document.documentElement.dataset.auth = "out";
});

afterEach(() => {
  vi.useRealTimers();
  toasts.set([]);
  expectNoSurprise();
  forgetCalls();
});
