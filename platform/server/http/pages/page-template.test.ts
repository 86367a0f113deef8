import { expect, test } from 'vitest';
import { emptyPage, pageTemplate } from './page-template.ts';

const LOOK = {
  name: 'Tom & Co',
  css: 'html:root{--k-act:#123456}',
  themeColours: { light: '#fafafa', dark: '#111111' },
  iconVersion: 'v1',
};

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

const BUILT = `<head><meta name="theme-color" content="#F1F6EE" media="(prefers-color-scheme: light)" />
<meta name="theme-color" content="#0D211D" media="(prefers-color-scheme: dark)" />
<!--head--><title>Kemas</title><!--/head--><link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<!--area /cleaner--><link rel="apple-touch-icon" href="/icons/cleaner-180.png" /><!--/area--></head>
<noscript>__BUSINESS_NAME__ needs JavaScript</noscript><div id="app"></div>`;

test('a page that the browser renders has the name, colours and icons of the business, and their data', () => {
  const shell = { head: '<title>Tom</title>', look: LOOK, data: '[1]' };
  const [start = '', ...rest] = emptyPage(BUILT, '/cleaner/dashboard', shell);
  const page = start + rest.join('');
  expect(page).toContain('content="#fafafa" media="(prefers-color-scheme: light)"');
  expect(page).toContain('content="#111111" media="(prefers-color-scheme: dark)"');
  expect(page).toContain(
    '<title>Tom</title><link rel="icon" href="/brand/icon-96.png?v=v1" type="image/png" />',
  );
  expect(page).toContain('<link rel="apple-touch-icon" href="/brand/icon-180.png?v=v1" />');
  expect(page).toContain('Tom &#38; Co needs JavaScript');
  expect(page).toContain('data-look>html:root{--k-act:#123456}</style></head>');
  expect(page).toContain('<div id="app"></div><script type="application/json" id="replies">[1]</script>');
  expect(page).not.toMatch(/kemas|favicon/i);
});

test('the default look changes nothing but the name', () => {
  const look = { name: 'Kemas', css: '', themeColours: null, iconVersion: null };
  const shell = { head: '<title>Kemas</title>', look, data: '[]' };
  const page = emptyPage(BUILT, '/', shell).join('');
  expect(page).toContain('href="/favicon.svg"');
  expect(page).not.toContain('<style');
  expect(page).toContain('content="#F1F6EE"');
});

test('without a renderer a page still has a name', () => {
  expect(emptyPage(BUILT, '/').join('')).toContain('Kemas needs JavaScript');
});
