import { expect, test } from 'vitest';
import { anchorOf, brokenLinks, replaceTargets } from './links.ts';
import { markdownFiles, ROOT, readPages } from './site.ts';

test('every Markdown file is a page', () => {
  const pages = new Set(readPages().map(({ file }) => file));
  expect(markdownFiles().filter((file) => !pages.has(file) && !file.startsWith('.github/'))).toEqual([]);
});

test('no link leads nowhere', () => {
  expect(brokenLinks(new Map(readPages().map(({ file, text }) => [file, text])), ROOT)).toEqual([]);
});

test('a page says what it is about within its first lines', () => {
  const silent = readPages().filter(({ title, summary }) => title === '' || summary.length < 20);
  expect(silent.map(({ file }) => file)).toEqual([]);
});

test('a link to a missing page, file or heading is reported, also in a picture; code is not read', () => {
  const pages = new Map([
    ['a.md', '# A b\n\n[x](b.md) [x](b.md#two-words) [x](#a-b) ![](README.md) [x](https://a.sg)\n'],
    [
      'b.md',
      '# Two *words*\n\n[x](c.md), [x](a.md#c), [x](#d), <img src="e.webp">, `[x](f.md)`\n\n    [x](g.md)\n',
    ],
  ]);
  expect(brokenLinks(pages, ROOT)).toEqual(['b.md: c.md', 'b.md: a.md#c', 'b.md: #d', 'b.md: e.webp']);
});

test.each([
  ['Behind a proxy', 'behind-a-proxy'],
  ['What `npm test` runs, and when', 'what-npm-test-runs-and-when'],
  ['SESSION_SECRET', 'session_secret'],
  ['A [link](x.md): 中文', 'a-link-中文'],
])('the heading “%s” is #%s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});

test('targets are replaced outside of code', () => {
  expect(replaceTargets('[a](b.md) `[a](b.md)`', () => 'c')).toBe('[a](c) `[a](b.md)`');
});
