import { expect, it } from 'vitest';
import { readPage, readParts, withTables } from './report.ts';

it('docs/performance.md has the figures of the latest runs', async () => {
  const page = await readPage();
  expect(page).toBe(withTables(page, await readParts()));
});
