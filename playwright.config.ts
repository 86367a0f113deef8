import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { FACEBOOK, GRAPH_PORT, OFFICE, ORIGIN, PORT } from './e2e/support/server.ts';
import { findBrowser } from './tools/find-browser.ts';

const REPORT = process.env.STORIES_REPORT ?? 'stories.json';

/** The stories of e2e/, told to a Kemas of their own with an empty folder, through the browser that is there. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  // A busy machine takes its time; what is not there by then will not come.
  expect: { timeout: 10_000 },
  // One at a time: the stories share the clock of their one Kemas, and move it.
  workers: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: join('node_modules/.cache/kemas', REPORT) }]],
  use: {
    baseURL: ORIGIN,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    launchOptions: { executablePath: findBrowser() ?? '' },
    screenshot: 'only-on-failure',
    // Without its film, which costs as much as the story.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  webServer: {
    command: 'node tools/serve-for-stories.ts',
    url: `${ORIGIN}/readyz`,
    // Empty but for the first admin: the stories set up the rest.
    env: {
      PORT: String(PORT),
      SANDBOX: '1',
      DEMO: '0',
      DATABASE_URL: '',
      ADMIN_IDENTITY: OFFICE.identity,
      ADMIN_PASSWORD: OFFICE.password,
      FACEBOOK_APP_ID: FACEBOOK.appId,
      FACEBOOK_APP_SECRET: FACEBOOK.appSecret,
      FACEBOOK_GRAPH_URL: `http://127.0.0.1:${GRAPH_PORT}`,
      LOG_LEVEL: 'warn',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stderr: 'pipe',
  },
});
