import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Only for what hangs: no test may depend on how fast the machine is, so no test and no `expect.poll` sets a limit of
 * its own.
 */
const TIMEOUTS = {
  testTimeout: 600_000,
  hookTimeout: 900_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
};

const WEB = [
  'platform/web/**/*.test.{ts,tsx}',
  'features/*/*/web/**/*.test.{ts,tsx}',
  'apps/web/**/*.test.{ts,tsx}',
];

/** They replace a module before anything imports it, so they share none with other files. */
const WITH_MOCKED_MODULES = [
  'features/people/accounts/server/admins.test.ts',
  'platform/server/keys.test.ts',
  'platform/server/lists/cursor.test.ts',
];
const SETUP_FILES = ['console-fails', 'close-after-tests', 'random-cases'].map(
  (name) => `platform/testing/${name}.ts`,
);

const IN_BROWSER = { ...TIMEOUTS, setupFiles: [...SETUP_FILES, 'platform/testing/patient-queries.ts'] };

const SERVER = {
  ...TIMEOUTS,
  globalSetup: ['platform/testing/global-setup.ts'],
  setupFiles: SETUP_FILES,
};

/** Two worlds: the server's, with a real PostgreSQL at hand, and the browser's (a file that needs a document says so at its top). */
export default defineConfig({
  test: {
    pool: 'forks',
    // Vitest would take one less, but a worker waits for PostgreSQL half of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['{apps,bench,database,features,platform,tools}/**/*.test.ts'],
          exclude: [...WEB, ...WITH_MOCKED_MODULES],
          // An import does nothing but import, so files may share what they import: half of a run was importing.
          isolate: false,
        },
      },
      { test: { ...SERVER, name: 'server, mocked modules', include: WITH_MOCKED_MODULES } },
      // A page keeps its document and its language in its modules, so each file has its own.
      { test: { ...IN_BROWSER, name: 'web', include: WEB } },
    ],
  },
});
