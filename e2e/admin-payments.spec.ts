import { expect } from '@playwright/test';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { cancelJob, listJobs } from '#features/work/jobs/contract.ts';
import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/booking.ts';
import { freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { type Customer, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test.afterAll(async () => {
  const office = await openOffice();
  const { items } = await call(listJobs, { query: { size: 500, stage: 'upcoming' } }, office);
  for (const { id } of items) await call(cancelJob, { params: { id }, body: {} }, office);
});

/** A weekly series, booked by the office and held for the customer; skips dates taken by other tests. */
async function bookSeries(customer: Customer): Promise<{ id: string; visits: number; total: string }> {
  const body = {
    customerID: customer.id,
    packageID: business.packageID,
    addressID: customer.addressID,
    startTime: await freeTime(business),
    hours: 4,
    onConflict: 'skip' as const,
    recurrence: { interval: 'weekly' as const, count: 3 },
  };
  const { id, jobs = [] } = await call(createJobForCustomer, { body }, business.office);
  return { id, visits: jobs.length, total: `S$${jobs.length * 104}.00` };
}

test('the office takes payment for a series: by saved card, later, and by PayNow', async ({ openPage }) => {
  const page = await openPage(business.office);
  const sheet = page.getByRole('dialog', { name: 'Take payment' });

  await test.step('the office takes payment for a series it has booked', async () => {
    const customer = await signUp('Siew Hua', 'Lim');
    const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
    const { token: stripeToken } = await call(makeCardToken, { body: card });
    await call(updateCard, { body: { stripeToken } }, customer);
    const { id, visits, total } = await bookSeries(customer);
    await page.goto(`/admin/jobs/${id}/view`);
    await press(page, 'Take payment');
    await expect(sheet.getByRole('radio', { name: /^Saved card Visa 4242/ })).toBeChecked();
    const lead = sheet.getByText(`owes ${total} for ${visits} visits from `);
    await expect(lead).toContainText(/Held until /);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: `Charge ${total}` }).click();
    await expect(page.getByText(`Charged ${total}. ${visits} visits are confirmed.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take payment' })).toHaveCount(0);
  });

  await test.step('a series is set to pay later, and then paid by PayNow', async () => {
    const customer = await signUp('Mei Ling', 'Tan');
    const { id, visits, total } = await bookSeries(customer);
    await follow(page, `/admin/jobs/${id}/view`);
    await press(page, 'Take payment');
    // Without a saved card.
    await expect(sheet.getByRole('radio', { name: /^Payment link/ })).toBeChecked();
    await expect(sheet.getByRole('radio', { name: /^Saved card No card saved/ })).toBeDisabled();
    await sheet.getByRole('radio', { name: /^Pay later/ }).check();
    await sheet.getByRole('button', { name: 'Confirm, pay later' }).click();
    await expect(page.getByText(`${visits} visits are confirmed. ${total} is due on `)).toBeVisible();

    const phone = await openPage(customer);
    await phone.goto(`/dashboard/bookings/${id}`);
    await expect(phone.getByText(`Please pay ${total} for these ${visits} visits by `)).toBeVisible();
    await expect(phone.getByRole('button', { name: `Pay ${total}` })).toBeVisible();
    await expectAccessible(phone);

    await press(page, 'Take payment');
    await sheet.getByRole('radio', { name: /^PayNow, cash/ }).check();
    await sheet.getByRole('button', { name: `Record ${total}` }).click();
    await expect(page.getByText(`Recorded ${total}. ${visits} visits are paid.`)).toBeVisible();

    // The money came for all visits; the refund that is opened from one visit is of that visit.
    await page.getByRole('link', { name: 'Refund', exact: true }).click();
    const refund = page.getByRole('dialog', { name: 'Refund this payment' });
    await expect(refund.getByLabel('Refund of').locator('option:checked')).toHaveText(
      /^Visit .*, S\$104\.00$/,
    );
    await expect(refund.getByRole('radio', { name: /^PayNow, by you/ })).toBeChecked();
    await refund.getByRole('button', { name: 'Half' }).click();
    await refund.getByLabel('Reason').fill('We came late');
    await expectAccessible(page);
    await refund.getByRole('button', { name: 'Refund S$52.00' }).click();
    const shares = page.getByRole('table', { name: 'Visits' });
    await expect(shares.getByRole('cell', { name: 'S$52.00' })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(`^${visits} visits, receipt \\d+, Mei Ling Tan$`),
    );
  });
});
