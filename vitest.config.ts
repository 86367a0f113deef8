import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Only for hanging tests: no test may depend on the speed of the machine, so no test and no `expect.poll` sets its own
 * limit.
 */
const TIMEOUTS = {
  // A test with all random cases runs for minutes.
  testTimeout: process.env.RANDOM_CASES === 'all' ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Set by tools/test.ts: `npm test` leaves out the tests with the tag `deep`. */
const LEFT_OUT = process.env.TEST_TIER === 'quick' ? { tagsFilter: ['!deep'] } : {};

const WEB = [
  'platform/web/**/*.test.{ts,tsx}',
  'features/*/*/web/**/*.test.{ts,tsx}',
  'apps/{gallery,web}/**/*.test.{ts,tsx}',
];

/** They mock a module before it is first imported, so they must not share modules with other files. */
const WITH_MOCKED_MODULES = [
  'features/people/accounts/server/admins.test.ts',
  'platform/server/keys.test.ts',
  'platform/server/lists/cursor.test.ts',
];
const SETUP_FILES = ['console-fails', 'close-after-tests', 'random-cases'].map(
  (name) => `platform/testing/${name}.ts`,
);

const IN_BROWSER = {
  ...TIMEOUTS,
  setupFiles: [...SETUP_FILES, 'platform/testing/patient-queries.ts', 'platform/testing/load-languages.ts'],
};

const SERVER = {
  ...TIMEOUTS,
  globalSetup: ['platform/testing/global-setup.ts'],
  setupFiles: SETUP_FILES,
};

/**
 * Two environments: the server's, with a real PostgreSQL, and the browser's (files that need a document declare it on
 * their first line).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Vitest's default is one less, but a worker waits for PostgreSQL half of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    tags: [
      { name: 'deep', description: 'Trials of processes and outages, too long for each run of `npm test`.' },
    ],
    ...LEFT_OUT,
    // A file that leaves something behind for the next one of its process fails sooner or later.
    sequence: { shuffle: { files: true } },
    projects: [
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['{apps,bench,database,extensions,features,platform,tools}/**/*.test.ts'],
          exclude: [...WEB, ...WITH_MOCKED_MODULES],
          // Imports have no side effects, so files can share modules: importing took half of a run.
          isolate: false,
        },
      },
      { test: { ...SERVER, name: 'server, mocked modules', include: WITH_MOCKED_MODULES } },
      // A page keeps its document and its language in module state, so each file is isolated.
      { test: { ...IN_BROWSER, name: 'web', include: WEB } },
    ],
  },
});
