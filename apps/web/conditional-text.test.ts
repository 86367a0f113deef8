import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A line that is nothing but `{shown && t('key')}`. */
const BARE_TEXT = /^\s*\{[^{}]+? && t\((?:[^{}]|\{[^{}]*\})*\)\}\s*$/;

/**
 * A browser's translator replaces text nodes, and React cannot remove a node that is gone. Text that comes and goes beside
 * other nodes is in an element of its own: React removes that.
 */
it('no page shows conditional text outside an element of its own', () => {
  const files = globSync('{apps,features,platform}/**/*.tsx').filter((file) => !file.includes('.test.'));
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (BARE_TEXT.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
