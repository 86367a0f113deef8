import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/booking.ts';
import { book, freeTime, hold, openTestBusiness, type TestBusiness } from './support/business.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('the office changes visits: another customer, confirmed, fewer hours', async ({ openPage }) => {
  const wrong = await signUp('Rachel', 'Ong');
  const right = await signUp('Kavitha', 'Pillai');
  const unpaid = await hold(business, wrong, { startTime: await freeTime(business) });
  const visit = await book(business, await signUp('Hui Min', 'Chua'), {
    startTime: await freeTime(business),
  });
  const page = await openPage(business.office);

  await test.step('an unpaid visit is moved to the intended customer', async () => {
    await page.goto(`/admin/jobs/${unpaid.id}/update`);
    await press(page, 'Book it for another customer');
    await page.getByLabel('Customer', { exact: true }).fill(right.mobile);
    await page.getByRole('button', { name: /^Kavitha Pillai/ }).click();
    await expect(page.getByLabel('Home').last()).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Book it for this customer');
    await expect(page.getByText('The visit is now booked for Kavitha Pillai.')).toBeVisible();
    await follow(page, `/admin/jobs/${unpaid.id}/view`);
    await expect(page.getByRole('link', { name: 'Kavitha Pillai' }).first()).toBeVisible();
  });

  await test.step('a paid visit is confirmed by the office', async () => {
    await follow(page, `/admin/jobs/${visit.id}/view`);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('The visit is confirmed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
    await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  });

  await test.step('a paid visit is shortened: the office sees the difference and keeps the payment', async () => {
    await follow(page, `/admin/jobs/${visit.id}/update`);
    await expect(page.getByLabel('Hours per cleaner')).toHaveValue('4');
    await expect(page.getByRole('button', { name: 'Book it for another customer' })).toHaveCount(0);
    await page.getByLabel('Hours per cleaner').fill('3');
    await expect(page.getByText('What this changes')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Refund S\$26\.00/ })).toBeVisible();
    await page.getByRole('radio', { name: /^Keep what was paid/ }).check();
    await expectAccessible(page);
    await press(page, 'Save changes');
    await expect(page.getByText('What this changes')).toHaveCount(0);
    await follow(page, `/admin/jobs/${visit.id}/view`);
    await expect(page.getByText(/3 hours/).first()).toBeVisible();
    await follow(page, `/admin/jobs/${visit.id}/update`);
    await expect(page.getByLabel('Hours per cleaner')).toHaveValue('3');
  });
});
