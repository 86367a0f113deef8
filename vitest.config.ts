import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,features,platform,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['platform/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
