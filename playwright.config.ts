import { defineConfig } from '@playwright/test';
import { ORIGIN, WORKERS } from './e2e/support/server.ts';
import { findBrowser } from './tools/find-browser.ts';

/** The stories of e2e/, each worker to an empty Kemas of its own, through the browser that is there. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Only for what hangs: no test may depend on how fast the machine is.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  workers: WORKERS,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/kemas/reports/stories.json' }]],
  use: {
    baseURL: ORIGIN,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    launchOptions: { executablePath: findBrowser() ?? '' },
    screenshot: 'only-on-failure',
    // Recording takes a sixth of all stories' time: whoever looks for a fault adds `--trace retain-on-failure`.
    trace: 'off',
  },
  webServer: {
    command: 'node tools/serve-for-stories.ts',
    wait: { stdout: /Every Kemas is ready/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stderr: 'pipe',
  },
});
