import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createPackage, listPackages } from '#features/catalogue/packages/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { tabAndEnter, tabAndType, tabTo } from './support/keys.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
});

const row = (page: Page, label: string) => page.getByRole('row').filter({ hasText: label });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const fact = (page: Page, value: string) => page.getByRole('definition').getByText(value, { exact: true });
const add = (page: Page) => page.getByRole('button', { name: 'Add package' }).click();

/** Packages on sale for customers, by name. */
async function onSale(q: string) {
  return (await call(listPackages, { query: { q } })).items;
}

/** The form's sticky bar covers content while scrolling, so accessibility is checked at the end of the page. */
async function expectAccessibleForm(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the office adds a visit, with a live price preview', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/packages/new');
  await add(page);
  await expect(field(page, 'Label')).toBeFocused();
  await field(page, 'Label').fill('Moving maisonette');
  await field(page, 'Service').selectOption('Moving');
  await field(page, 'Home').fill('HDB executive');
  await field(page, 'Cleaners').fill('2');
  await field(page, 'Hours each').fill('6.5');
  await field(page, 'Price per hour').fill('32');
  await field(page, 'Supplies').fill('30');
  await field(page, 'Included in every visit').check();
  await expect(page.getByText('13 hours × S$32')).toBeVisible();
  await expect(page.getByText('S$446.00')).toBeVisible();
  await add(page);
  await expect(
    page.getByText('A visit of more than 6 hours needs a break of at least 0.75 hours.'),
  ).toBeVisible();
  await expect(field(page, 'Break')).toBeFocused();
  await expectAccessibleForm(page);
  await field(page, 'Break').fill('0.75');
  await add(page);

  await expect(page).toHaveURL(/view$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moving maisonette');
  for (const shown of ['HDB executive', '6.5 hours', '0.75 hours', 'By the hour', '416.00', 'S$446.00'])
    await expect(fact(page, shown)).toBeVisible();
  await expectAccessible(page);
  const [sold] = await onSale('maisonette');
  expect(sold).toMatchObject({ price: 44_600, totalHours: 13, pricePerHour: 3200, breakHours: 0.75 });
});

test('the office adds credit hours for at most their value', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/packages/new');
  await field(page, 'Label').fill('Trial 8 h');
  await field(page, 'Hours each').fill('4');
  await page.getByText('Credit hours', { exact: true }).click();
  await expect(field(page, 'Label')).toHaveValue('Trial 8 h');
  await expect(field(page, 'Hours each')).toHaveCount(0);
  await field(page, 'Hours').fill('8');
  await field(page, 'Price per hour').selectOption('S$25');
  await field(page, 'Pricing').selectOption('Fixed');
  await expect(field(page, 'Fixed price')).toHaveValue('200.00');
  await field(page, 'Fixed price').fill('210');
  await add(page);
  await expect(page.getByText('The price can be at most the hours times the price per hour.')).toBeVisible();
  await expectAccessibleForm(page);
  await field(page, 'Fixed price').fill('190');
  await add(page);

  await expect(page).toHaveURL(/view$/);
  await expect(page.getByText('S$25 an hour, worth S$200.00')).toBeVisible();
  await expectAccessible(page);
  const [sold] = await onSale('trial');
  expect(sold).toMatchObject({ category: 'credit', credits: 8, pricePerHour: 2500, price: 19_000 });
});

test('a changed price applies to customers from then on', async ({ openPage }) => {
  const weekly = {
    type: 'regular',
    label: 'Weekly shophouse',
    hoursPerCleaner: 4,
    pricePerHour: 2700,
  } as const;
  const { id } = await call(createPackage, { body: weekly }, office);
  const page = await openPage(office);
  await page.goto(`/admin/packages/${id}/view`);
  await page.getByRole('link', { name: 'Change' }).click();
  await expect(page.getByText('Booked jobs keep their price.')).toBeVisible();
  await field(page, 'Price per hour').fill('28.505');
  await page.getByRole('button', { name: 'Save package' }).click();
  await expect(page.getByText('Enter an amount, to the cent.')).toBeVisible();
  await field(page, 'Price per hour').fill('28.50');
  await expect(page.getByText('S$114.00')).toBeVisible();
  await expect(page.getByText('1 change not saved')).toBeVisible();
  await expectAccessibleForm(page);
  await page.getByRole('button', { name: 'Save package' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await onSale('shophouse')).toMatchObject([{ pricePerHour: 2850, price: 11_400 }]);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByText(/^Regular\. Changed /)).toBeVisible();
  await expect(fact(page, 'S$28.50')).toBeVisible();
});

test('a trashed package is not sold, and Z restores it', async ({ openPage }) => {
  const body = {
    type: 'spring-cleaning',
    label: 'Spring bungalow',
    category: 'Landed',
    price: 60_000,
  } as const;
  await call(createPackage, { body: { ...body, numCleaners: 3, hoursPerCleaner: 6 } }, office);
  const page = await openPage(office);
  await page.goto('/admin/packages?q=bungalow');
  const trash = async () => {
    await page.getByRole('button', { name: 'Actions for Spring bungalow' }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await expect(page.getByText('Spring bungalow is in the trash.')).toBeVisible();
    await expect(row(page, 'Spring bungalow')).toHaveCount(0);
  };
  await trash();
  expect(await onSale('bungalow')).toEqual([]);
  await page.keyboard.press('z');
  await expect(row(page, 'Spring bungalow')).toBeVisible();
  await trash();
  await page.getByRole('button', { name: /^Trash/ }).click();
  await page.getByRole('link', { name: 'Spring bungalow' }).click();
  await expect(page.getByText(/^In the trash\. Spring, Landed\./)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Spring bungalow is restored.').first()).toBeVisible();
  // The toast may still be the one of the first time.
  await expect.poll(() => onSale('bungalow')).toMatchObject([{ price: 60_000 }]);
});

test('the list distinguishes visits and hours, on a desktop and on a phone', async ({ openPage }) => {
  const label = `Atelier ${'with a view of the reservoir '.repeat(3)}`.trim();
  const atelier = { label, type: 'one-time', category: 'Atelier', pricePerHour: 3000 } as const;
  await call(createPackage, { body: { ...atelier, hoursPerCleaner: 4, suppliesCost: 1500 } }, office);
  const hours = { label: 'Atelier hours', type: 'regular', category: 'credit', credits: 24 } as const;
  await call(createPackage, { body: { ...hours, pricePerHour: 2400 } }, office);
  const page = await openPage(office);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/packages?q=atelier&sortby=price&order=desc');
    await expect(page.getByRole('row').getByRole('link').first()).toHaveText('Atelier hours');
    for (const shown of [
      'Visit',
      'One-time',
      'Atelier',
      '1 × 4 hours',
      'S$120.00',
      'S$30',
      'S$15.00 on request',
    ])
      await expect(row(page, label).getByText(shown, { exact: true })).toBeVisible();
    for (const shown of ['Credit hours', '24 hours', 'S$576.00', 'S$24'])
      await expect(row(page, 'Atelier hours').getByText(shown, { exact: true })).toBeVisible();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Filter: Kind' }).click();
  await page.getByRole('menuitem', { name: 'Credit hours' }).click();
  await expect(row(page, label)).toHaveCount(0);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV, 1 row' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('credit,Atelier hours');
  await page.getByRole('button', { name: 'Filter: Home' }).click();
  await page.getByRole('menuitem', { name: 'Atelier', exact: true }).click();
  await expect(page.getByText('No packages match.')).toBeVisible();
  await expectAccessible(page);
});

test('credit hours are added by keyboard only', async ({ openPage }) => {
  const page = await openPage(office);
  const { keyboard } = page;
  await page.goto('/admin/packages');
  await tabAndEnter(page, page.getByRole('link', { name: 'New package' }).first());
  await tabTo(page, page.getByRole('radio', { name: 'Visit' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Credit hours' })).toBeFocused();
  await tabAndType(page, 'Label', 'By keyboard 6 h');
  await tabTo(page, field(page, 'Hours'));
  await keyboard.type('6');
  await tabTo(page, field(page, 'Price per hour'));
  await keyboard.type('S$24');
  await expect(page.getByText('S$144.00')).toBeVisible();
  await tabAndEnter(page, page.getByRole('button', { name: 'Add package' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('By keyboard 6 h');
});

test('many packages of hours wrap on a phone', async ({ openPage }) => {
  for (const credits of [3, 5, 7, 9])
    await call(
      createPackage,
      {
        body: {
          type: 'regular',
          category: 'credit',
          label: `Pack of ${credits}`,
          credits,
          pricePerHour: 2500,
        },
      },
      office,
    );
  const page = await openPage(null, { viewport: { width: 390, height: 844 } });
  await page.goto('/regular-purchase-credit-package');
  await expect(page.getByText('9 hours', { exact: true })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
