import { expect, type Page } from '@playwright/test';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { isRedirect } from '#apps/web/routes/route.ts';
import { openTestBusiness } from './support/business.ts';
import { sellEveryService, sellHours } from './support/packages.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

/** For developers: disabled in production. */
const NOT_FOR_VISITORS = ['/sandbox'];
/** The office's sign-in is in English only. */
const ENGLISH_ONLY = ['/admin/signin'];
/** Pages that show prices. */
const WITH_PRICES = [
  '/',
  '/select-service',
  '/services',
  '/spring-cleaning-services',
  '/moving-inout-services',
  '/regular-purchase-credit-package',
];
/** Pages where the price depends on the request; the lowest one is in the structured data. */
const WITH_LOWEST_PRICE = [
  '/regular/new',
  '/one-time/new',
  '/book-spring-cleaning/new',
  '/bookmovingin-outcleaning/new',
];
/** Steps of a flow, and its confirmation pages, which are excluded from the sitemap. */
const UNLISTED = [
  '/signup',
  '/verifyotp1',
  '/forgot-password',
  '/reset-password',
  '/admin/signin',
  '/cleaner/signin',
  '/contact-successful',
  '/submission-successful',
  '/one-time/success',
];

/** Every page of the route table that needs no sign-in: its main URL, and all URLs without parameters. */
const PAGES = openAreas
  .flatMap(({ pages }) => pages)
  .filter((entry) => !isRedirect(entry) && !NOT_FOR_VISITORS.includes(entry.paths[0]))
  .map(({ paths }) => ({ page: paths[0], addresses: paths.filter((path) => !path.includes(':')) }));

test.beforeAll(async () => {
  const { office } = await openTestBusiness();
  await sellEveryService(office);
  await sellHours(office);
});

const attributeOf = (page: Page, selector: string, name: string) =>
  page.locator(selector).evaluateAll((all, attribute) => all.map((one) => one.getAttribute(attribute)), name);

/** Checks what a search engine reads from the head. */
async function expectHead(page: Page, first: string, language: string): Promise<void> {
  const [description = ''] = await attributeOf(page, 'meta[name="description"]', 'content');
  expect(description?.length, `${first} has a description`).toBeGreaterThan(19);
  expect(description?.length, `${first} has a short description`).toBeLessThan(161);
  expect(await page.title()).toMatch(/^.+ · Kemas$/);
  expect(await attributeOf(page, 'link[rel="canonical"]', 'href')).toEqual([
    `${ORIGIN}${first}?lang=${language}`,
  ]);
  const others = await attributeOf(page, 'link[rel="alternate"]', 'href');
  expect(others).toEqual([`${first}?lang=en`, `${first}?lang=zh`, first].map((path) => ORIGIN + path));
  const unlisted = (await attributeOf(page, 'meta[name="robots"]', 'content')).includes('noindex');
  expect(unlisted, `${first} is left out by search engines`).toBe(UNLISTED.includes(first));
}

async function expectPrices(page: Page, first: string): Promise<void> {
  if (WITH_PRICES.includes(first))
    await expect(page.locator('main').getByText(/S\$\d/).first(), first).toBeVisible();
  if (WITH_LOWEST_PRICE.includes(first)) {
    const told = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(told.join(), first).toMatch(/"lowPrice":"\d+\.\d\d"/);
  }
}

/** Checks that internal links lead to existing pages. */
async function expectLinksLead(page: Page, known: Map<string, number>): Promise<void> {
  const links = (await attributeOf(page, 'a[href^="/"]', 'href')).map((link) => link?.replace(/[?#].*/, ''));
  expect(links.length, `${page.url()} leads on`).toBeGreaterThan(0);
  for (const link of new Set(links)) {
    if (link === undefined) continue;
    if (!known.has(link)) known.set(link, (await page.request.get(link)).status());
    expect(known.get(link), `${link} on ${page.url()}`).toBe(200);
  }
}

/** One of each kind: with prices, with the lowest price, and a step that search engines leave out. */
const SOME = ['/', '/services', '/one-time/new', '/signup'];
const SOME_PAGES = PAGES.filter(({ page }) => SOME.includes(page)).map(({ page }) => ({
  page,
  addresses: [page],
}));

for (const [words, language, pages, tag] of [
  ['pages have their', 'en', SOME_PAGES, []],
  ['every page has its', 'en', PAGES, '@deep'],
  ['every page has its', 'zh', PAGES, '@deep'],
] as const) {
  test(`without scripts ${words} content and working links in ${language}`, { tag: [tag].flat() }, async ({
    openPage,
  }) => {
    const page = await openPage(null, { javaScriptEnabled: false });
    const known = new Map<string, number>();
    for (const { page: first, addresses } of pages) {
      for (const address of addresses) {
        const reply = await page.goto(`${address}?lang=${language}`);
        expect(reply?.status(), address).toBe(200);
        await expect(page.locator('html[data-server-rendered]'), address).toHaveCount(1);
        const spoken = language === 'en' ? 'en-SG' : 'zh-Hans-SG';
        await expect(page.locator('html')).toHaveAttribute('lang', spoken);
        await expectHead(page, first, language);
        const heading = page.locator('h1');
        await expect(heading, address).toHaveCount(1);
        await expect(heading, address).toBeVisible();
        const isChinese = language === 'zh' && !ENGLISH_ONLY.includes(first);
        await expect(heading, address).toHaveText(isChinese ? /\p{Script=Han}/u : /[A-Za-z]/);
        await expectPrices(page, first);
        await expectLinksLead(page, known);
      }
    }
    await test.step('an unknown URL shows an error page with links', async () => {
      expect((await page.goto('/no/such/page'))?.status()).toBe(404);
      await expect(page.locator('h1')).toHaveText('We could not find this page');
      await expectLinksLead(page, known);
    });
    await test.step('links work, and pages that need scripts say so', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Services', exact: true }).first().click();
      await expect(page).toHaveURL('/services');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const path of ['/dashboard', '/contact-us'])
        expect(await (await page.request.get(path)).text(), path).toContain('Kemas needs JavaScript');
    });
  });
}

test('the sitemap lists every page except steps of a flow', async () => {
  const sitemap = await (await fetch(`${ORIGIN}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => new URL(at).pathname);
  const pages = PAGES.map(({ page }) => page).filter((page) => !UNLISTED.includes(page));
  expect(listed.toSorted()).toEqual(pages.toSorted());
});
