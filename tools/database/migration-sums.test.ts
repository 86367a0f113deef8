import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrationSums, SUMS } from './migration-sums.ts';

test('no migration is changed once it is listed, not even its comments: an installation that ran it would not start', async () => {
  expect((await readFile(SUMS, 'utf8')).split('\n').filter(Boolean)).toEqual(await migrationSums());
});
