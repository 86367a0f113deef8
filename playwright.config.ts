import { defineConfig } from '@playwright/test';
import { ORIGIN, WORKERS } from './e2e/support/server.ts';
import { findBrowser } from './tools/find-browser.ts';

/** Set by tools/test.ts: `npm test` leaves out the tests with the tag @deep, `deep` runs only these. */
const TIERS = { quick: { grepInvert: /@deep/ }, deep: { grep: /@deep/ }, all: {} };
const tier = (process.env.TEST_TIER ?? 'all') as keyof typeof TIERS;
const OFFICE = /\/e2e\/(admin-[^/]+|spec-client)\.spec\.ts$/;

/** The e2e tests: each worker has its own empty Kemas; uses an installed browser. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Only for hanging tests: no test may depend on the speed of the machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: WORKERS,
  // Files of a worker share one Kemas. The office's tests change packages, texts and settings, so they run last.
  projects: [
    { name: 'public, customers and cleaners', testIgnore: OFFICE },
    { name: 'office', testMatch: OFFICE },
  ],
  ...TIERS[tier],
  forbidOnly: true,
  reporter: [
    ['./tools/report-failures.ts'],
    ['json', { outputFile: 'node_modules/.cache/kemas/reports/playwright.json' }],
  ],
  use: {
    baseURL: ORIGIN,
    // The same as for expectations: a click that waits for a missing button is reported with the button's name.
    actionTimeout: 30_000,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    launchOptions: { executablePath: findBrowser() ?? '' },
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the total time; to investigate a failure, add `--trace retain-on-failure`.
    trace: 'off',
  },
  webServer: {
    command: 'node tools/serve-for-e2e.ts',
    wait: { stdout: /All instances are ready/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stderr: 'pipe',
  },
});
