import { expect, type Page } from '@playwright/test';
import { createPackage, listPackages } from '#features/catalogue/packages/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, type Signed } from './support/call.ts';
import { tabAndEnter, tabAndType, tabTo } from './support/keys.ts';
import { openOffice } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

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

test('the office adds a visit, changes its price and finds it in the list', async ({ openPage }) => {
  const page = await openPage(office);

  await test.step('the office adds a visit, with a live price preview', async () => {
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
    await expectAccessible(page);
    await field(page, 'Break').fill('0.75');
    await add(page);

    await expect(page).toHaveURL(/view$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moving maisonette');
    for (const shown of ['HDB executive', '6.5 hours', '0.75 hours', 'By the hour', '416.00', 'S$446.00'])
      await expect(fact(page, shown)).toBeVisible();
    const [sold] = await onSale('maisonette');
    expect(sold).toMatchObject({ price: 44_600, totalHours: 13, pricePerHour: 3200, breakHours: 0.75 });
  });

  await test.step('a changed price applies to customers from then on', async () => {
    await page.getByRole('link', { name: 'Change' }).click();
    await expect(page.getByText('Booked jobs keep their price.')).toBeVisible();
    await field(page, 'Price per hour').fill('28.505');
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page.getByText('Enter an amount, to the cent.')).toBeVisible();
    await field(page, 'Price per hour').fill('28.50');
    await expect(page.getByText('S$400.50')).toBeVisible();
    await expect(page.getByText('1 change not saved')).toBeVisible();
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await onSale('maisonette')).toMatchObject([{ pricePerHour: 2850, price: 40_050 }]);
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(page.getByText(/^Moving, HDB executive\. Changed /)).toBeVisible();
    await expect(fact(page, 'S$28.50')).toBeVisible();
  });

  await test.step('the list distinguishes visits and hours, on a desktop and on a phone', async () => {
    const label = `Atelier ${'with a view of the reservoir '.repeat(3)}`.trim();
    const atelier = { label, type: 'one-time', category: 'Atelier', pricePerHour: 3000 } as const;
    await call(createPackage, { body: { ...atelier, hoursPerCleaner: 4, suppliesCost: 1500 } }, office);
    const hours = { label: 'Atelier hours', type: 'regular', category: 'credit', credits: 24 } as const;
    await call(createPackage, { body: { ...hours, pricePerHour: 2400 } }, office);
    await follow(page, '/admin/packages?q=atelier&sortby=price&order=desc');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
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
    await page.getByRole('button', { name: 'Filter: Kind' }).click();
    await page.getByRole('menuitem', { name: 'Credit hours' }).click();
    await expect(row(page, label)).toHaveCount(0);
    await page.getByRole('button', { name: 'Filter: Home' }).click();
    await page.getByRole('menuitem', { name: 'Atelier', exact: true }).click();
    await expect(page.getByText('No packages match.')).toBeVisible();
  });
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

test('many packages of hours wrap on a phone', { tag: '@deep' }, async ({ openPage }) => {
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
