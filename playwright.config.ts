import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/find-browser.ts';

const port = Number(process.env.STORIES_PORT ?? 3999);

/** The stories of e2e/, told to a Kemas of their own with an empty folder, through the browser that is there. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  // One at a time: the stories share the app's one clock, and move it.
  workers: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: join('node_modules/.cache/kemas', 'playwright.json') }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    launchOptions: { executablePath: findBrowser() ?? '' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node tools/serve-for-stories.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), SANDBOX: '1', LOG_LEVEL: 'warn' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stderr: 'pipe',
  },
});
