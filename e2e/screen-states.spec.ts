import { expect, type Page } from '@playwright/test';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { expectAccessible, expectAccessibleWhileLoading } from './support/axe.ts';
import { openTestBusiness } from './support/business.ts';
import { tabThrough } from './support/keys.ts';
import { sellEveryService } from './support/packages.ts';
import { test } from './support/test.ts';
import { arrive, expectApp, follow } from './support/walk.ts';

test.beforeAll(async () => {
  const { office } = await openTestBusiness();
  await sellEveryService(office);
});

/** Pages that load data: their text on an error, while loading, and when empty. */
const READING = [
  ['/', 'We could not load our prices.', null, 'Not on sale at the moment.'],
  ['/select-service', 'We could not load our prices.', 'Loading our prices', 'Not on sale at the moment.'],
  ['/services', 'We could not load our prices.', null, 'Not on sale at the moment.'],
  ['/spring-cleaning-services', 'We could not load our prices.', null, 'Not on sale at the moment.'],
  [
    '/regular-purchase-credit-package',
    'We could not load the packs.',
    'Loading the packs',
    'No packs on sale today',
  ],
  ['/reviews', 'We could not load the reviews.', 'Loading the reviews', 'No reviews here yet'],
] as const;
const READS = /\/api\/(?:packages|reviews\/shown)(?:\?|$)/;

/** Navigates within the app, so that nothing is server-rendered. */
async function goTo(page: Page, path: string): Promise<void> {
  await arrive(page, '/privacy-policy');
  await follow(page, path);
  await expect(page).toHaveURL(path);
}

for (const [path, failed, late, none] of READING) {
  test(`${path} shows its error, loading and empty states`, async ({ page }) => {
    await page.route(READS, (route) => route.abort('internetdisconnected'));
    await goTo(page, path);
    const sentence = page.getByRole('alert').filter({ hasText: failed });
    await expect(sentence).toBeVisible();
    await expectAccessible(page);
    await page.unroute(READS);
    await sentence.getByRole('button', { name: 'Try again' }).click();
    await expect(sentence).toHaveCount(0);

    const answer = Promise.withResolvers<void>();
    const empty = { items: [], total: 0, nextCursor: null };
    await page.route(READS, async (route) => {
      await answer.promise;
      await route.fulfill({ json: empty });
    });
    await goTo(page, path);
    if (late !== null) await expect(page.getByRole('status').filter({ hasText: late })).toBeAttached();
    await expectAccessibleWhileLoading(page);
    answer.resolve();
    await expect(page.getByText(none).first()).toBeVisible();
    await expectAccessible(page);
  });
}

/** Confirmation pages and sign-in pages; other tests check the rest. */
const SMALL_PAGES = [
  '/forgot-password',
  '/reset-password',
  '/reset-password#a-token',
  '/verifyotp',
  '/contact-successful',
  '/submission-successful',
  '/one-time/success',
  '/regular/success?id=unknown',
  '/admin/signin',
  '/cleaner/signin',
];

for (const locale of ['en-SG', 'zh-SG'] as const) {
  test(`the small pages in ${locale} are accessible on a phone`, {
    tag: locale === 'zh-SG' ? '@deep' : [],
  }, async ({ openPage }) => {
    const page = await openPage(null, { locale, viewport: { width: 390, height: 844 } });
    for (const path of SMALL_PAGES) {
      await page.goto('about:blank'); // changing only the # would not load the page
      await page.goto(path);
      await expectApp(page);
      await expectAccessible(page);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, `${path} is wider than the phone`).toBeLessThanOrEqual(0);
    }
  });
}

const ADDRESSES = openAreas
  .flatMap(({ pages }) => pages)
  .map(({ paths }) => paths[0])
  .filter((path) => path !== '/sandbox');

/** Every page in the deep tier; one of each frame in `npm test`. */
for (const [title, paths, tag] of [
  [
    'the frame of the home page and of each sign-in page',
    ['/', '/signin', '/admin/signin', '/cleaner/signin'],
    [],
  ],
  ['the frame of every page', ADDRESSES, '@deep'],
] as const)
  test(`with the keyboard, ${title} can be skipped and each focus is visible`, { tag: [tag].flat() }, async ({
    page,
  }) => {
    // The stream of live events never ends, so the network would never be idle.
    await page.route('**/api/live', (route) => route.abort('internetdisconnected'));
    for (const path of paths) {
      // Playwright's polling counts as user activation, after which a new heading takes the focus, so hydration must
      // come first.
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectApp(page);
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus'), path).toHaveText('Skip to content');
      await page.keyboard.press('Enter');
      await expect(page.locator('main:focus'), path).toHaveCount(1);
      expect(await tabThrough(page), `${path} has something to press`).toBeGreaterThan(0);
    }
  });
