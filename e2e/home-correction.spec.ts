import { expect } from '@playwright/test';
import { createAddress } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { HOME, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('a customer corrects their home, and the home of a visit', async ({ openPage }) => {
  const customer = await signUp('Rachel', 'Ong');
  const visit = await book(business, customer, { startTime: await freeTime(business) });
  const later = await book(business, customer, { startTime: await freeTime(business) });
  const page = await openPage(customer, { viewport: { width: 390, height: 844 } });

  await test.step('a customer corrects their home, and chooses the visits to update', async () => {
    await page.goto('/dashboard/account');
    await page.getByRole('button', { name: /^Change Blk 145/ }).click();
    await page.getByLabel('Unit').fill('#09-114');
    await press(page, 'Save this home');
    const sheet = page.getByRole('dialog', { name: 'Visits that are booked to this home' });
    await expect(sheet.getByRole('checkbox')).toHaveCount(2);
    await expectAccessible(page);
    await sheet.getByRole('checkbox').nth(1).uncheck();
    await press(page, 'Change 1 visit');
    await expect(page.getByText('1 visit was changed.')).toBeVisible();
    await follow(page, `/dashboard/bookings/${visit.id}`);
    await expect(page.getByText('#09-114').first()).toBeVisible();
    await follow(page, `/dashboard/bookings/${later.id}`);
    await expect(page.getByText('#08-112').first()).toBeVisible();
  });

  await test.step('a visit is changed to another home of its customer', async () => {
    const body = { postal: HOME.postal, addressLine1: 'Blk 147 Lor 2 Toa Payoh', label: 'Mum' };
    await call(createAddress, { body }, customer);
    await follow(page, `/dashboard/bookings/${visit.id}`);
    await expect(page.getByText('#09-114').first()).toBeVisible();
    await press(page, 'Change the home');
    const sheet = page.getByRole('dialog', { name: 'Where should we come?' });
    await sheet.getByRole('radio', { name: /^Mum/ }).check();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Change the home' }).click();
    await expect(page.getByText('The home of this visit has changed.')).toBeVisible();
    await expect(page.getByText('Blk 147 Lor 2 Toa Payoh').first()).toBeVisible();
  });
});

test('the office corrects a home for all its visits', async ({ openPage }) => {
  const customer = await signUp('Kavitha', 'Nair');
  const visit = await book(business, customer, { startTime: await freeTime(business) });
  const page = await openPage(business.office);
  await page.goto(`/admin/customers/${customer.id}/address/update/${customer.addressID}`);
  await page.getByLabel('Unit').fill('#10-116');
  await press(page, 'Save home');
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await press(page, 'Change 1 visit');
  await expect(page.getByText('1 visit was changed.')).toBeVisible();
  await follow(page, `/admin/jobs/${visit.id}/view`);
  await expect(page.getByText('#10-116').first()).toBeVisible();
});
