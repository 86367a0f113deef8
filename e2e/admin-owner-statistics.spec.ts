import { expect } from '@playwright/test';
import { createTransaction } from '#features/money/payments/contract.ts';
import { updateCustomerAsAdmin } from '#features/people/customers/contract.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;
/** The day of a booked visit, ahead. */
let day: string;

test.beforeAll(async () => {
  business = await openTestBusiness();
  const customer = await signUp('Yan Ting', 'Lee');
  day = (await book(business, customer, { startTime: await freeTime(business) })).startTime.slice(0, 10);
  const credits = [{ perHour: 25 as const, numCredits: 4 }];
  const body = { credits, creditsReason: 'Moved from paper' };
  await call(updateCustomerAsAdmin, { params: { id: customer.id }, body }, business.office);
  const cash = { type: 'manual', method: 'cash', total: 1234, customerID: customer.id } as const;
  await call(createTransaction, { body: { ...cash, details: 'For keys' } }, business.office);
});

test('the owner reads statistics of money, visits, customers and hours', async ({ openPage }) => {
  const page = await openPage(business.office);

  await test.step('the owner reads what was taken, and opens the transactions behind it', async () => {
    await page.goto('/admin/statistics');
    await page.getByRole('navigation', { name: 'Statistics' }).getByRole('link', { name: 'Money' }).click();
    await expect(page.getByRole('heading', { name: 'Taken', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page).toHaveURL(/tab=money/);
    await expect(
      page
        .getByText('No visits were done in this period.')
        .or(page.getByRole('heading', { name: 'Earned by service' })),
    ).toBeVisible();
    const cash = page.getByRole('table', { name: 'Taken by method' }).getByRole('row', { name: /^Cash/ });
    const count = await cash.getByRole('link').textContent();
    await cash.getByRole('link').click();
    await expect(page.getByText(new RegExp(`^${count} (of \\d+|transactions?)`))).toBeVisible();
    await expect(page.getByText('S$12.34').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the owner sees when visits begin and opens those of a source', async () => {
    await follow(page, `/admin/statistics?tab=visits&from_date=${day}&to_date=${day}`);
    await expect(page.getByRole('table', { name: 'When visits begin' })).toBeVisible();
    await page.getByText('Previous year').click();
    await expect(page).toHaveURL(/compare=year/);
    await page.getByText('Month', { exact: true }).click();
    await expect(page).toHaveURL(/by=month/);
    await expect(page.getByRole('heading', { name: 'Visits by month' })).toBeVisible();
    const byCustomers = page
      .getByRole('table', { name: 'Visits by source' })
      .getByRole('row', { name: /^Booked by customers/ });
    await byCustomers.getByRole('link').click();
    await expect(page).toHaveURL(/source=site/);
    await expect(page.getByRole('row', { name: /Yan Ting Lee/ }).first()).toBeVisible();
  });

  await test.step('the owner sees new customers, and that the hours owed equal the ledger', async () => {
    await follow(page, '/admin/statistics?tab=customers');
    await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Statistics' })
      .getByRole('link', { name: 'Prepaid hours not used' })
      .click();
    await expect(page.getByText(/^Equals the ledger now/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^Adjusted by the office/ })).toBeVisible();
  });

  await test.step('the owner filters visits and what they earned, and the lists behind the figures follow', async () => {
    await follow(page, `/admin/statistics?tab=visits&from_date=${day}&to_date=${day}`);
    await page.getByLabel('Service', { exact: true }).selectOption('one-time');
    await expect(page).toHaveURL(/jobType=one-time/);
    await expect(
      page.getByText('Utilisation is not shown for a service or a region', { exact: false }),
    ).toBeVisible();
    await page.getByLabel('Service', { exact: true }).selectOption('');
    await page.getByLabel('Cleaner', { exact: true }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/cleanerID=/);
    await expect(page.getByText('Utilisation', { exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Statistics' }).getByRole('link', { name: 'Money' }).click();
    await expect(page).toHaveURL(/cleanerID=/);
    await expect(
      page.getByText('Money taken and owed is not shown with filters', { exact: false }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Taken', exact: true })).toHaveCount(0);
  });
});
