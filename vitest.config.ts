import { defineConfig } from 'vitest/config';

/** A slow machine still gets there; a test that hangs does not hold up the rest. */
const PATIENCE = { testTimeout: 20_000, hookTimeout: 30_000 };

const WEB = [
  'platform/web/**/*.test.{ts,tsx}',
  'features/*/web/**/*.test.{ts,tsx}',
  'apps/web/**/*.test.{ts,tsx}',
];

/** Two worlds: the server's, with a real PostgreSQL at hand, and the browser's (a file that needs a document says so at its top). */
export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'server',
          include: ['{apps,bench,database,features,platform,tools}/**/*.test.ts'],
          exclude: WEB,
          globalSetup: ['platform/testing/global-setup.ts'],
          setupFiles: ['platform/testing/console-fails.ts'],
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'web',
          include: WEB,
          setupFiles: ['platform/testing/console-fails.ts'],
        },
      },
    ],
  },
});
