import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { updateCustomerAsAdmin } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('the office reads its statistics, and downloads the figures behind them', async ({ openPage }) => {
  const customer = await signUp('Hui Min', 'Chua');
  const visit = await book(business, customer, { startTime: await freeTime(business) });
  const credits = [{ perHour: 24 as const, numCredits: 3.5 }];
  await call(
    updateCustomerAsAdmin,
    { params: { id: customer.id }, body: { credits, creditsReason: 'Moved from paper' } },
    business.office,
  );
  const day = visit.startTime.slice(0, 10);
  const page = await openPage(business.office);

  await test.step('the office reads its statistics, and opens the list behind a number', async () => {
    await page.goto('/admin/jobs');
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Statistics' }).click();
    await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('img', { name: 'Paid visits over time' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Adjusted by the office/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show table' }).first().click();
    await expectAccessible(page);

    await page.goto(`/admin/statistics?from_date=${day}&to_date=${day}`);
    const byService = page.getByRole('table', { name: 'By service' });
    const visits = byService.getByRole('row', { name: /^One-time/ }).getByRole('link');
    const count = await visits.textContent();
    await visits.click();
    // Compared with the tab's own count, as other tests' visits are included.
    await expect(page.getByText(new RegExp(`^${count} of \\d+$`))).toBeVisible();
    await expect(page.getByRole('row', { name: /Hui Min Chua/ }).first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('from_date')).toBe(day);
  });

  await test.step('the figures behind a chart can be downloaded, and an invalid date range shows an error on its field', async () => {
    await follow(page, '/admin/statistics?from_date=2026-02-30&to_date=nonsense');
    await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: By status' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^jobs by status \d{4}-\d\d-01 to [\d-]+\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('\uFEFFStatus,Visits,"Value, excluding credit hours"');
    await page.getByLabel('From', { exact: true }).fill('1/1/2020');
    await expect(page.getByText('Choose three years at most.')).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('31/1/2020');
    await expect(page.getByText('1 Jan 2020 to 31 Jan 2020')).toBeVisible();
    await expect(page.getByText('No promo codes were used in this period.')).toBeVisible();
  });
});
