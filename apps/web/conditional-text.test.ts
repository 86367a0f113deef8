import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A line that consists only of `{shown && t('key')}`. */
const BARE_TEXT = /^\s*\{[^{}]+? && t\((?:[^{}]|\{[^{}]*\})*\)\}\s*$/;

/**
 * A browser's translation replaces text nodes, and React cannot remove a node that is gone. Conditional text next to
 * other nodes must therefore be in an element, which React can remove.
 */
it('no page has conditional text outside an element', () => {
  const files = globSync('{apps,features,platform}/**/*.tsx').filter((file) => !file.includes('.test.'));
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (BARE_TEXT.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
