import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A slow machine still gets there; a test that hangs does not hold up the rest. */
const PATIENCE = { testTimeout: 20_000, hookTimeout: 30_000 };

const WEB = [
  'platform/web/**/*.test.{ts,tsx}',
  'features/*/web/**/*.test.{ts,tsx}',
  'apps/web/**/*.test.{ts,tsx}',
];

/** They replace a module before anything imports it, so they share none with other files. */
const WITH_MOCKED_MODULES = [
  'features/accounts/server/admins.test.ts',
  'platform/server/keys.test.ts',
  'platform/server/lists/cursor.test.ts',
];
const IN_BROWSER = { ...PATIENCE, setupFiles: ['platform/testing/console-fails.ts'] };

const SERVER = {
  ...PATIENCE,
  globalSetup: ['platform/testing/global-setup.ts'],
  setupFiles: ['platform/testing/console-fails.ts'],
};

/** Two worlds: the server's, with a real PostgreSQL at hand, and the browser's (a file that needs a document says so at its top). */
export default defineConfig({
  test: {
    pool: 'forks',
    // One by default on two cores, of which PostgreSQL leaves the other half idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
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
