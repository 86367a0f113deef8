import { expect, type Page } from '@playwright/test';
import { listSettings, updateSettings } from '#features/catalogue/settings/contract.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/booking.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});
/** Restores the defaults for other tests. */
test.afterEach(() => change(DEFAULTS));

async function change(values: object): Promise<void> {
  const { version } = await call(listSettings, {}, business.office);
  await call(updateSettings, { body: { ...values, version } }, business.office);
}

const PURPLE = 'rgb(107, 63, 160)';
const LOGO = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><circle cx="40" cy="40" r="36" fill="${fill}"/><path fill="${fill}" d="M100 20h190v14H100zM100 46h120v14H100z"/></svg>`;
const SPARKLE = { businessName: 'Sparkle Homes', brandColour: '#6B3FA0' };

const PUBLIC = [
  ...['/', '/services', '/select-service', '/spring-cleaning-services', '/moving-inout-services', '/reviews'],
  ...['/contact-us', '/join-us', '/terms-and-conditions', '/terms-of-service', '/privacy-policy', '/signup'],
  ...['/forgot-password', '/regular-purchase-credit-package', '/regular/new', '/one-time/new', '/nowhere'],
  ...['/book-spring-cleaning/new', '/bookmovingin-outcleaning/new', '/admin/signin', '/cleaner/signin'],
];
const SIGNED_IN = [
  '/dashboard',
  '/dashboard/bookings',
  '/admin/overview',
  '/cleaner/dashboard',
  '/verify-email',
];

/** Names that nobody sees: a message of the preview, and addresses of this test's people. */
const UNSEEN = /kemas-(?:preview|look)|[\w.-]*@?kemas\.example/gi;

test('nothing that the server sends says Kemas for a business that is called otherwise', async ({ page }) => {
  await change(SPARKLE);
  for (const path of [...PUBLIC, ...SIGNED_IN])
    for (const lang of ['en', 'zh']) {
      const html = await (await page.request.get(`${path}?lang=${lang}`)).text();
      expect(html, path).toContain('Sparkle Homes');
      expect(html.replace(UNSEEN, '').match(/.{0,40}kemas.{0,40}/gi), `${path} in ${lang}`).toBeNull();
    }
  for (const path of ['/cleaner.webmanifest', '/sitemap.xml', '/robots.txt', '/offline-worker.js'])
    expect(await (await page.request.get(path)).text(), path).not.toMatch(/kemas/i);
});

const buttonColour = (page: Page, name: string) =>
  page
    .getByRole('link', { name })
    .or(page.getByRole('button', { name }))
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test('the office gives the site its colour and logo, sees them first, and every page shows them', async ({
  openPage,
  page: visitor,
}) => {
  await change({ businessName: 'Sparkle Homes' });
  const page = await openPage(business.office, { viewport: { width: 1440, height: 900 } });
  const frame = page.frameLocator('iframe[title="Preview of the page"]');

  await test.step('the preview shows the colour before it is saved', async () => {
    await page.goto('/admin/settings/look');
    await expect(frame.getByRole('link', { name: 'See times' })).toBeVisible();
    await page.getByLabel('Your colour', { exact: true }).fill('#FFD600');
    await expect(page.getByText('it is too pale to stand out from the page')).toBeVisible();
    await page.getByLabel('Your colour', { exact: true }).fill('#6b3fa0');
    await expect(page.getByText('too pale')).toHaveCount(0);
    await expect
      .poll(() =>
        frame
          .getByRole('link', { name: 'See times' })
          .evaluate((link) => getComputedStyle(link).backgroundColor),
      )
      .toBe(PURPLE);
    await visitor.goto('/');
    expect(await buttonColour(visitor, 'See times')).not.toBe(PURPLE);
  });

  await test.step('every view of the preview', async () => {
    for (const view of ['Booking', 'E-mail', 'Receipt', 'Office', 'Cleaners’ app']) {
      await page.getByText(view, { exact: true }).click();
      await expectAccessible(page);
    }
  });

  await test.step('a logo is uploaded as SVG and served as PNG', async () => {
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO('#6B3FA0')) };
    await page.locator('input[type=file][aria-label="Logo"]').setInputFiles(file);
    await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
    await page.locator('input[type=file][aria-label="Square logo"]').setInputFiles({
      ...file,
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
    });
    await expect(page.getByText('An SVG must not contain scripts')).toBeVisible();
    await press(page, 'Save settings');
    await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('the next page load has them, with one more request', async () => {
    const requests: string[] = [];
    visitor.on('request', (request) => requests.push(request.url()));
    await visitor.goto('/');
    expect(await buttonColour(visitor, 'See times')).toBe(PURPLE);
    await expect(visitor.getByRole('link', { name: 'Sparkle Homes, Home page' })).toBeVisible();
    await expect.poll(() => requests.filter((url) => url.startsWith(`${ORIGIN}/uploads/`))).toHaveLength(1);
    await page.goto('/admin/overview');
    await expect(page.getByRole('link', { name: 'Sparkle Homes, Home page' })).toBeVisible();
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--k-act')),
    ).toBe('#6b3fa0');
  });
});

test('two admins change the look at once: the second is told, and keeps what they typed', async ({
  openPage,
}) => {
  const page = await openPage(business.office);
  await page.goto('/admin/settings/look');
  await page.getByLabel('Your colour', { exact: true }).fill('#0A66C2');
  await change({ illustrations: 'none' });
  await press(page, 'Save settings');
  await expect(page.getByText('Your changes are not saved.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Your colour', { exact: true })).toHaveValue('#0A66C2');
  await press(page, 'Save settings');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
});

for (const [name, look] of Object.entries({
  purple: SPARKLE,
  yellow: {
    businessName: 'Sunny Sweep',
    brandColour: '#FFD600',
    typefaces: 'friendly',
    illustrations: 'none',
  },
  black: { businessName: 'Noir Pte. Ltd.', brandColour: '#000000', typefaces: 'classic' },
}))
  test(`pages of every area are accessible in ${name}`, async ({ openPage, page: visitor }) => {
    await change(look);
    const office = await openPage(business.office);
    const customer = await openPage(await signUp('Mei', 'Tan'));
    const pages = [
      [visitor, ['/', '/one-time/new', '/regular-purchase-credit-package', '/signup']],
      [office, ['/admin/overview', '/admin/day', '/admin/jobs', '/admin/statistics', '/admin/settings/look']],
      [customer, ['/dashboard', '/dashboard/account']],
    ] as const;
    for (const [page, paths] of pages)
      for (const path of paths)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.goto(path);
          await expectAccessible(page);
        }
  });
