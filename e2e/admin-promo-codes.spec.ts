import { expect, type Page } from '@playwright/test';
import { checkPromoCode, createPromoCode } from '#features/money/promo-codes/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });
/** The discount on the package, as shown to a visitor. */
const check = (code: string) =>
  call(checkPromoCode, { body: { code, package_id: business.packageID } }, business.office);

test('the office creates a promo code, changes it, and it applies accordingly', async ({ openPage }) => {
  const page = await openPage(business.office);

  await test.step('it is created with terms that fit together', async () => {
    await page.goto('/admin/promocodes/new');
    await page.getByRole('button', { name: 'Add promo code' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await expect(page.getByText('Enter how much the code takes off.')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill('Hello20');
    await page.getByLabel('Label').fill('Hello from us');
    await page.getByLabel('Takes off').fill('20');
    await page.getByLabel('Type').selectOption('Amount');
    await expect(page.getByLabel('Takes off')).toHaveValue('20.00');
    await page.getByLabel('First day', { exact: true }).fill('1 Jan 2026');
    await page.getByLabel('Last day', { exact: true }).fill('31/12/2025');
    await page.getByLabel('One-time').check();
    await page.getByRole('combobox', { name: 'Packages' }).fill('one-time');
    await expect(page.getByRole('option', { name: 'One-time clean' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('option', { name: 'One-time clean' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Uses per customer').fill('1');
    await page.getByRole('button', { name: 'Add promo code' }).click();
    await expect(page.getByText('The last day is before the first. Choose a later one.')).toBeVisible();
    await page.getByLabel('Last day', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Add promo code' }).click();

    await expect(page).toHaveURL(/view$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello20');
    for (const shown of [
      'S$20.00',
      'Thursday 1 January 2026',
      'No end date',
      'One-time',
      'One-time clean',
      'No limit',
    ])
      await expect(page.getByRole('definition').getByText(shown, { exact: true })).toBeVisible();
    await expect(page.getByText('Not used yet.')).toBeVisible();
    // 4 hours at S$26.
    expect(await check('hello20')).toMatchObject({ valid: true, discount: 2000, total: 8400 });
  });

  await test.step('it is changed', async () => {
    await page.getByRole('link', { name: 'Change' }).click();
    await expect(page.getByText(/not saved/)).toHaveCount(0);
    await page.getByLabel('Type').selectOption('Percent');
    await expect(page.getByLabel('Takes off')).toHaveValue('20');
    await page.getByLabel('Takes off').fill('120');
    await expect(page.getByText('2 changes not saved')).toBeVisible();
    await page.getByRole('button', { name: 'Save promo code' }).click();
    await expect(page.getByText('Enter a whole percentage from 1 to 100.')).toBeVisible();
    await page.getByLabel('Takes off').fill('25');
    await page.getByRole('button', { name: 'Save promo code' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await check('HELLO20')).toMatchObject({ valid: true, discount: 2600, total: 7800 });
  });

  await test.step('the list shows discount, validity and use of each, on a desktop and on a phone', async () => {
    const label = `For ${'all our good neighbours '.repeat(4)}`.trim();
    const days = { startDate: '2026-01-01', endDate: '2030-12-31' };
    const hours = { type: 'hours', amount: 1.5, totalAllocation: 1200 } as const;
    const body = { code: 'NEIGHBOUR-HOURS', label, ...hours, ...days };
    await call(createPromoCode, { body }, business.office);
    await follow(page, '/admin/promocodes?q=neighbour');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const shown of ['1.5 hours off', '1 Jan 2026 to 31 Dec 2030', '1,200', 'All'])
        await expect(row(page, 'NEIGHBOUR-HOURS').getByText(shown, { exact: true })).toBeVisible();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Filter: Type' }).click();
    await page.getByRole('menuitem', { name: 'Percent' }).click();
    await expect(page.getByText('No promo codes match.')).toBeVisible();
  });
});
