import { expect, test } from 'vitest';
import { emptyPage, pageTemplate } from './page-template.ts';

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

test.each([true, false])('the height of the banner is reserved only in the sandbox: %s', (isSandbox) => {
  const built = '<body data-sandbox><p></p><!--sandbox--><aside></aside><!--/sandbox--></body>';
  const template = pageTemplate(built, { zone: 'Asia/Singapore', isSandbox });
  expect([template.includes('<body data-sandbox>'), template.includes('<aside>')]).toEqual([
    isSandbox,
    isSandbox,
  ]);
});

test('a public demo says when it starts afresh, in a banner of its own', () => {
  const built =
    '<body data-sandbox><!--sandbox--><a></a><!--/sandbox--><!--public-demo--><b>at __STARTS_AFRESH__</b><!--/public-demo--></body>';
  const usual = { zone: 'Asia/Singapore', isSandbox: true };
  expect(pageTemplate(built, usual)).not.toContain('<b>');
  const page = pageTemplate(built, { ...usual, startsAfreshAt: '15:00' });
  expect(page).toContain('<body data-sandbox data-public-demo="15:00">');
  expect(page).toContain('<b>at 15:00</b>');
  expect(page).not.toContain('<a>');
});
