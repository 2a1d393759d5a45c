import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { markdown } from "./scripts/build/markdown.ts";
import { palette } from "./scripts/build/palette.ts";
import { CHROMIUM_FLAGS, findChromium } from "./testing/chromium.ts";

/** Components on their own, in the browser of the journeys: `npm test -- components`. */
export default defineConfig({
  plugins: [markdown(), palette(), tailwindcss(), react()],
  cacheDir: "node_modules/.cache/vitest",
  // Anew each time: a package that is met later than at the start has the page loaded again.
  optimizeDeps: { force: true },
  test: {
    include: ["web/**/*.browser.test.tsx"],
    setupFiles: ["web/testing/set-up.ts"],
    restoreMocks: true,
    // Generous, because a build server's two cores carry much at once.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
        contextOptions: { locale: "tr-TR", timezoneId: "Europe/Istanbul" },
        actionTimeout: 10_000,
      }),
    },
  },
});
