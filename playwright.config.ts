import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./testing/chromium.ts";
import type { Engine } from "./testing/instance.ts";

const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// A journey runs on the desk. Its tags say where else: @layout on the phone too, @phone there
// alone, @postgres on PostgreSQL too.
export default defineConfig<object, { engine: Engine }>({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  // On a build server that others share, a journey that came too late may go once more; the check
  // then names it as flaky, to be mended. At a desk it fails.
  retries: process.env.CI ? 1 : 0,
  // Generous, because a build server's two cores carry browsers and servers at once.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    locale: "tr-TR",
    timezoneId: "Europe/Istanbul",
    // It would take the place of what journeys change on the network.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: "desk", use: desk, grepInvert: /@phone/ },
    { name: "phone", use: phone, grep: /@phone|@layout/ },
    { name: "postgres", use: { ...desk, engine: "postgres" }, grep: /@postgres/ },
  ],
});
