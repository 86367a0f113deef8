import { expect, test } from 'vitest';
import { emptyPage } from './page-template.ts';

const TEMPLATE =
  '<head><!--area /cleaner--><link rel="manifest" href="/app.webmanifest" /><!--/area--></head>';

test.each([
  ['/cleaner', true],
  ['/cleaner/dashboard?x=1', true],
  ['/Cleaner/dashboard', true],
  ['/', false],
  ['/cleaners', false],
  ['/dashboard?next=/cleaner/', false],
])('%s has the links of the area: %s', (url, isInArea) => {
  const page = emptyPage(TEMPLATE, url).join('');
  expect(page.includes('rel="manifest"')).toBe(isInArea);
  expect(page).not.toContain('<!--');
});
