import { expect, type Page } from '@playwright/test';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { expectAccessible, expectAccessibleWhileLoading } from './support/axe.ts';
import { openTestBusiness } from './support/business.ts';
import { tabThrough } from './support/keys.ts';
import { sellEveryService } from './support/packages.ts';
import { test } from './support/test.ts';
import { arrive, expectView, follow } from './support/walk.ts';

test.beforeAll(async () => {
  const { office } = await openTestBusiness();
  await sellEveryService(office);
});

const NOTHING_SOLD = 'We do not take bookings online yet.';
/** Pages that load data: their text on an error, while loading, and when empty. */
const READING = [
  ['/', 'We could not load our prices.', null, NOTHING_SOLD],
  ['/select-service', 'We could not load our prices.', 'Loading our prices', NOTHING_SOLD],
  ['/services', 'We could not load our prices.', null, NOTHING_SOLD],
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

for (const [path, failed, late, none] of READING) {
  test(`${path} shows its error, loading and empty states`, {
    tag: ['/select-service', '/reviews'].includes(path) ? [] : '@deep',
  }, async ({ page }) => {
    await page.route(READS, (route) => route.abort('internetdisconnected'));
    await arrive(page, '/privacy-policy');
    // Within the app, so that nothing is server-rendered.
    await follow(page, path);
    const sentence = page.getByRole('alert').filter({ hasText: failed });
    await expect(sentence).toBeVisible();
    await expectAccessible(page);
    await page.unroute(READS);

    const answer = Promise.withResolvers<void>();
    const empty = { items: [], total: 0, nextCursor: null };
    await page.route(READS, async (route) => {
      await answer.promise;
      await route.fulfill({ json: empty });
    });
    await sentence.getByRole('button', { name: 'Try again' }).click();
    if (late !== null) await expect(page.getByRole('status').filter({ hasText: late })).toBeAttached();
    await expectAccessibleWhileLoading(page);
    answer.resolve();
    await expect(sentence).toHaveCount(0);
    await expect(page.getByText(none).first()).toBeVisible();
    await expectAccessible(page);
  });
}

/** Confirmation pages and sign-in pages; other tests check the rest. */
const SMALL_PAGES = [
  '/forgot-password',
  '/reset-password#a-token',
  '/verifyotp',
  '/contact-successful',
  '/admin/signin',
];
const OTHER_SMALL_PAGES = [
  '/reset-password',
  '/submission-successful',
  '/one-time/success',
  '/regular/success?id=unknown',
  '/cleaner/signin',
];

for (const language of ['en', 'zh'] as const) {
  test(`the small pages in ${language} are accessible on a phone`, {
    tag: language === 'zh' ? '@deep' : [],
  }, async ({ openPage }) => {
    const viewport = { width: 390, height: 844 };
    const page = await openPage(null, { viewport, ...(language === 'zh' && { locale: 'zh-SG' }) });
    await arrive(page, '/privacy-policy');
    for (const path of language === 'en' ? SMALL_PAGES : [...SMALL_PAGES, ...OTHER_SMALL_PAGES]) {
      await follow(page, path);
      await expectView(page, path.replace(/[?#].*/, ''));
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

/** Opens a page, and waits for its hydration. */
async function openUntouched(page: Page, path: string): Promise<void> {
  // Not by polling, which counts as user activation: after that a new heading takes the focus.
  const hydrated = page.waitForEvent('console', (message) => message.text() === 'hydrated');
  await page.goto(path);
  await hydrated;
}

async function announceHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main > fieldset:not([disabled])') === null) return;
      observer.disconnect();
      // biome-ignore lint/suspicious/noConsole: openUntouched waits for it.
      console.debug('hydrated');
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
  });
}

/** Every page in the deep tier; one of each frame in `npm test`. */
for (const [title, paths, tag] of [
  ['the frame of the home page and of the office’s sign-in page', ['/', '/admin/signin'], []],
  ['the frame of every page', ADDRESSES, '@deep'],
] as const)
  test(`with the keyboard, ${title} can be skipped and each focus is visible`, { tag: [tag].flat() }, async ({
    page,
  }) => {
    await announceHydration(page);
    for (const path of paths) {
      await openUntouched(page, path);
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus'), path).toHaveText('Skip to content');
      await page.keyboard.press('Enter');
      await expect(page.locator('main:focus'), path).toHaveCount(1);
      expect(await tabThrough(page), `${path} has something to press`).toBeGreaterThan(0);
    }
  });
