import { afterEach, beforeEach, vi } from "vitest";
import "#web/styles/app.css";
import { dismissToast, toasts } from "#web/ui/overlay/toast.ts";
import { expectNoSurprise, forgetCalls } from "./fake-api.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.lang = "tr";
  document.documentElement.dataset.auth = "out";
});

afterEach(() => {
  vi.useRealTimers();
  for (const { id } of toasts.get()) dismissToast(id);
  expectNoSurprise();
  forgetCalls();
});
