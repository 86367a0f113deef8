import { expect } from '@playwright/test';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { payByInvoice } from '#features/booking/checkout/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { setClock } from './support/clock.ts';
import { newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

test('nine visits go on one invoice, which is paid by bank transfer in two payments', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const name = `Lau${newMobile()}`;
  const customer = await signUp('Mei', name);
  const page = await openPage(business.office, DESK);

  await test.step('the office lets the customer be billed by invoice', async () => {
    await page.goto(`/admin/customers/${customer.id}/view`);
    await page.getByRole('button', { name: 'Bill by invoice' }).click();
    const sheet = page.getByRole('dialog', { name: 'Bill by invoice' });
    await sheet.getByLabel('Bill to').fill('Lau & Sons Pte Ltd');
    await sheet.getByLabel('UEN').fill('201912345D');
    await sheet.getByLabel('Address').fill('1 Raffles Place\n#20-01\nSingapore 048616');
    await sheet.getByLabel('PO number').fill('PO-778');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('One for each month')).toBeVisible();
    await expectAccessible(page);
  });

  const visits = await test.step('nine visits are booked without a payment, and take place', async () => {
    const start = await freeTime(business);
    const body = {
      customerID: customer.id,
      addressID: customer.addressID,
      packageID: business.packageID,
      startTime: start,
      recurrence: { interval: 'weekly' as const, weekdays: [1, 2, 3, 4], count: 9 },
      onConflict: 'skip' as const,
    };
    const booked = await call(createJobForCustomer, { body }, business.office);
    await call(payByInvoice, { params: { id: booked.id }, body: {} }, business.office);
    const jobs = booked.jobs ?? [];
    await setClock(jobs.at(-1)?.endTime ?? start);
    const office = await openOffice();
    for (const { id, startTime, endTime } of jobs) {
      const clock = (at: string) => ({ at, reason: 'From the paper list' });
      await call(startJob, { params: { id }, body: clock(startTime) }, office);
      await call(finishJob, { params: { id }, body: clock(endTime) }, office);
    }
    return jobs.length;
  });
  expect(visits).toBe(9);

  const desk = await openPage(await openOffice(), DESK);
  await test.step('they are billed together', async () => {
    await desk.goto('/admin/invoices/to-bill');
    await desk.getByRole('textbox', { name: 'Visits up to' }).fill('31/12/2030');
    const billTo = desk.getByRole('heading', { name: 'Lau & Sons Pte Ltd' });
    const draft = desk.locator('section').filter({ has: billTo });
    await expect(draft.getByRole('row')).toHaveCount(11);
    await expectAccessible(desk);
    await draft.getByRole('button', { name: 'Issue and send' }).dblclick();
    await expect(desk.getByText(/INV\S*\d+ is issued and on its way by e-mail\./).first()).toBeVisible();
    await expect(draft).toBeHidden();
    await desk.goto('/admin/invoices');
    await expectAccessible(desk);
    await desk
      .getByRole('link', { name: /INV\S*\d+/ })
      .first()
      .click();
    await expect(desk.getByRole('heading', { level: 1 })).toContainText('Lau & Sons Pte Ltd');
    await expectAccessible(desk);
  });

  await test.step('part of it arrives, then the rest', async () => {
    const record = async (amount: string | null) => {
      await desk.getByRole('button', { name: 'Record payment' }).click();
      const sheet = desk.getByRole('dialog', { name: 'Record payment' });
      if (amount !== null) await sheet.getByLabel('Amount').fill(amount);
      await sheet.getByRole('button', { name: /^Record S\$/ }).click();
      await expect(sheet).toBeHidden();
    };
    await record('100.00');
    await expect(desk.getByText('Part paid', { exact: true })).toBeVisible();
    await record(null);
    await expect(desk.getByText('Part paid', { exact: true })).toBeHidden();
  });
});
