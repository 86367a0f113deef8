import { expect, type Page } from '@playwright/test';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { updatePackage } from '#features/catalogue/packages/contract.ts';
import { BLOCKS } from '#features/site/content/contract/blocks.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { type Customer, signUp } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';
import { expectApp } from './support/walk.ts';

test.use({ freshBrowser: true });

let business: TestBusiness;
let rachel: Customer;
test.beforeAll(async () => {
  business = await openTestBusiness();
  rachel = await signUp('Rachel', 'Tan');
});

/** Every page that needs no sign-in but the sandbox, and addresses with a query or a fragment. */
const RENDERED_PAGES = [
  ...openAreas
    .flatMap(({ pages }) => pages)
    .map(({ paths }) => paths[0])
    .filter((path) => path !== '/sandbox'),
  '/signin',
  '/one-time/new?home=condo',
  '/regular/success?id=unknown',
  '/reset-password#a-token',
  '/no-such-page',
  '/admin/no-such-page',
];
/** In `npm test`; public-site.spec.ts opens those with texts of the office, where an error in the console fails too. */
const SOME_PAGES = [
  '/select-service',
  '/one-time/new?home=condo',
  '/regular/success?id=unknown',
  '/reset-password#a-token',
  '/admin/no-such-page',
];
/** The office's sign-in is in English only. */
const ENGLISH_ONLY = ['/admin/signin'];

for (const [words, language, paths, tag] of [
  ['pages are', 'en', SOME_PAGES, []],
  ['every page is', 'en', RENDERED_PAGES, '@deep'],
  ['every page is', 'zh', RENDERED_PAGES, '@deep'],
] as const) {
  test(`${words} hydrated without a difference, in ${language}`, { tag: [tag].flat() }, async ({
    openPage,
  }) => {
    // React reports a difference in the console, which fails the test.
    const page = await openPage(null, { locale: language === 'en' ? 'en-SG' : 'zh-SG' });
    for (const path of paths) {
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        if (request.url().includes('/api/cms') || request.url().includes('/api/packages'))
          asked.push(request.url());
      };
      page.on('request', note);
      const reply = await page.goto(path);
      if (path.includes('no-such-page')) {
        expect(reply?.status()).toBe(404);
        await expect(page.locator('h1')).toHaveText(/^(We could not find this page|找不到这个页面)$/);
      }
      await expectApp(page);
      await expect(page.locator('h1'), path).toHaveCount(1);
      const isEnglish = language === 'en' || ENGLISH_ONLY.includes(path);
      await expect(page.locator('html'), path).toHaveAttribute('lang', isEnglish ? 'en-SG' : 'zh-Hans-SG');
      // The server embeds nothing in a page of the office.
      if (!path.startsWith('/admin/'))
        expect(asked, `${path} requests nothing that the server embedded`).toEqual([]);
      page.off('request', note);
    }
  });
}

test('the server renders a changed price', async () => {
  const price = async () => (await (await fetch(`${ORIGIN}/select-service`)).text()).includes('S$112');
  expect(await price()).toBe(false);
  await call(
    updatePackage,
    { params: { id: business.packageID }, body: { pricePerHour: 2800 } },
    business.office,
  );
  await expect.poll(price, { intervals: [100] }).toBe(true);
  await call(
    updatePackage,
    { params: { id: business.packageID }, body: { pricePerHour: 2600 } },
    business.office,
  );
});

test('the server renders the content published by the office', async () => {
  const { save, read } = BLOCKS['how-different'];
  const { version: _version, updatedAt: _updatedAt, ...content } = await call(read, {});
  const title = 'Why people stay with us </script><!--';
  const written = async () => (await (await fetch(`${ORIGIN}/`)).text()).includes('Why people stay with us');
  await call(save, { body: { ...content, title } }, business.office);
  await expect.poll(written, { intervals: [100] }).toBe(true);
  await call(save, { body: content }, business.office);
});

/** The layout shift since the page was opened, as defined by web.dev/cls. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A font that arrives late moves text.
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return new Promise<number>((done) => {
      new PerformanceObserver((list) =>
        done(
          list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
        ),
      ).observe({ type: 'layout-shift', buffered: true });
      // Earlier entries are reported at once.
      setTimeout(() => done(0), 100);
    });
  });
}

test('fonts that arrive after the first paint move nothing', async ({ openPage }) => {
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    for (const path of ['/', '/services', '/one-time/new', '/services?lang=zh']) {
      const page = await openPage(null, { viewport });
      const unblock = await blockFiles(page, '**/*.woff2');
      await page.goto(path, { waitUntil: 'commit' });
      await expectApp(page);
      unblock();
      await expect
        .poll(() => page.evaluate(() => document.fonts.check('16px "Kemas Figures"', '1')))
        .toBe(true);
      expect(await shiftOf(page), `${path} at ${viewport.width}`).toBeLessThan(0.005);
      await page.close();
    }
  }
});

/** Pages of which the browser knows more than the server: the server's heading, and the text after hydration. */
const ENDS = [
  ['/verifyotp', { mobile: '6592345601', resendIn: 30, sentAt: 0 }, 'Enter the code', '6-digit code'],
  ['/verifyotp', null, 'Enter the code', 'Mobile number'],
  ['/reset-password#a-token', null, 'New password', 'Set password'],
  ['/reset-password', null, 'New password', 'Open the newest link'],
  ['/contact-successful', { sent: true }, 'Your message', 'Your message is with us.'],
  ['/contact-successful', null, 'Your message', 'Nothing was sent'],
  ['/submission-successful', { sent: true }, 'Your application', 'Your application is with us.'],
  ['/one-time/success?id=unknown', null, 'Your booking', 'Sign in to see your booking'],
  ['/regular/success', null, 'Your booking', 'No booking to show'],
] as const;

const PHONE = { width: 390, height: 844 };

for (const [words, viewport, ends, tag] of [
  ['a page that depends', PHONE, ENDS.filter((_end, index) => index % 4 === 0), []],
  ['on a phone, every page that depends', PHONE, ENDS, '@deep'],
  ['on a desktop, every page that depends', { width: 1440, height: 900 }, ENDS, '@deep'],
] as const)
  test(`${words} on more than its address is completed without a layout shift`, {
    tag: [tag].flat(),
  }, async ({ openPage }) => {
    const page = await openPage(null, { viewport });
    await page.goto('/privacy-policy');
    await expectApp(page);
    for (const [path, usr, heading, words] of ends) {
      // On a busy machine a font may arrive late and shift the text once; the app itself would shift it each time.
      await expect(async () => {
        // A page stores its result in the history, where a reload finds it. A token leaves the address when it is read.
        await page.evaluate(
          ([to, state]) => window.history.pushState({ usr: state, key: 'before', idx: 1 }, '', to),
          [path, usr] as const,
        );
        expect(await (await page.reload())?.text(), path).toContain(`>${heading}</h1>`);
        await expectApp(page);
        await expect(page.getByText(words).first(), path).toBeVisible({ timeout: 10_000 });
        expect(await shiftOf(page), `${path} at ${viewport.width}`).toBeLessThan(0.005);
      }).toPass();
    }
  });

test('what the browser knows of a signed-in visitor is shown after hydration', async ({ openPage }) => {
  const { id } = await book(business, rachel, { startTime: await freeTime(business) });
  const page = await openPage(rachel);

  await test.step('the link to their own area, without a layout shift', async () => {
    await page.goto('/');
    await expectApp(page);
    await expect(page.getByRole('link', { name: 'My bookings' })).toBeVisible();
    expect(await shiftOf(page)).toBeLessThan(0.05);
  });
  await test.step('they are redirected from pages for others', async () => {
    await page.goto('/reset-password#a-token');
    await expectApp(page);
    await expect(page).toHaveURL('/');
    await expect(page.locator('h1')).toHaveText('Come home to kemas.');
  });
  await test.step('their name and a stored draft are in the form', async () => {
    await page.goto('/contact-us');
    await expect(page.getByLabel('First name')).toHaveValue('Rachel');
    await page.goto('/one-time/new');
    await page.getByText('Condo', { exact: true }).click();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Condo' })).toBeChecked();
  });
  await test.step("a booking's confirmation is shown again after a reload, without a layout shift", async () => {
    await page.setViewportSize(PHONE);
    // On a busy machine a font may arrive late and shift the text once; the app itself would shift it each time.
    await expect(async () => {
      const response = await page.goto(`/one-time/success?id=${id}`);
      expect(await response?.text()).toContain('>Your booking</h1>');
      await expectApp(page);
      await expect(page.locator('h1')).toHaveText(/^Booked\. See you \w+day\.$/);
      expect(await shiftOf(page)).toBeLessThan(0.005);
    }).toPass();
  });
});

/** Blocks files, by default the app's code, until the returned function is called. */
async function blockFiles(page: Page, files = '**/assets/*.js'): Promise<() => void> {
  const allowed = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await allowed.promise;
    await route.continue();
  });
  return allowed.resolve;
}

test('before and after hydration', async ({ page }) => {
  await test.step('a visitor who scrolled before hydration stays there', async () => {
    const unblock = await blockFiles(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
    unblock();
    await expectApp(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
  });

  await test.step('buttons and fields are disabled until hydration', async () => {
    const unblock = await blockFiles(page);
    await page.goto('/contact-us', { waitUntil: 'commit' });
    await expect(page.getByLabel('First name')).toBeDisabled();
    for (const name of [/^Send/, '中文', /^(Light|Dark)/])
      await expect(page.getByRole('button', { name })).toBeDisabled();
    unblock();
    await page.getByLabel('First name').fill('Mei');
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByLabel('E-mail')).toBeFocused(); // the form was submitted: this field is missing
  });

  await test.step('the server renders the chosen language', async () => {
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG');
    const again = await page.goto('/select-service');
    expect(await again?.text()).toContain('lang="zh-Hans-SG"');
    const english = await page.goto('/select-service?lang=en');
    expect(await english?.text()).toContain('lang="en-SG"');
    await expectApp(page);
    expect(await (await page.goto('/'))?.text()).toContain('lang="en-SG"');
  });
});
