import { expect, type Page } from '@playwright/test';
import { listTransactions, refundTransaction } from '#features/money/payments/contract.ts';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile } from './support/people.ts';
import { bookWeekly, moveToTampines } from './support/series.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

async function hireAdmin(
  office: Signed,
  officeRole: 'accountant' | 'dispatcher' | 'read-only',
): Promise<Signed> {
  const identity = `${officeRole}${newMobile()}`;
  const password = 'the key to the office';
  const person = { fullname: identity, email: `${identity}@kemas.example`, officeRole };
  await call(
    createAdmin,
    { body: { ...person, identity, password, currentPassword: OFFICE.password } },
    office,
  );
  return call(signInAdmin, { body: { identity, password } });
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Office' });

test('an accountant reads and downloads the money, and changes nothing', async ({ openPage }) => {
  const business = await openTestBusiness();
  const lee = await moveToTampines(business.office, 'Accountable');
  const [visit] = await bookWeekly(business, lee, { count: 1 });
  if (visit === undefined) throw new Error('Expected a booked visit');
  const accountant = await hireAdmin(business.office, 'accountant');
  const page = await openPage(accountant, DESK);

  await page.goto('/admin/transactions');
  await expect(page.getByRole('button', { name: /^CSV/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^New / })).toHaveCount(0);
  await expectAccessible(page);
  const { items } = await call(listTransactions, { query: { jobID: visit.id } }, accountant);
  const id = items[0]?.id ?? '';
  await page.goto(`/admin/transactions/${id}/view`);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);

  await page.goto(`/admin/jobs/${visit.id}/view`);
  await expect(heading(page)).toBeVisible();
  for (const name of ['Move', 'Cancel', 'Change'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Change / })).toHaveCount(0);

  await page.goto(`/admin/customers/${lee.customer.id}/update`);
  await expect(page.getByText('You may see this, but not change it.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeDisabled();

  const changes = [
    call(updateJob, { params: { id: visit.id }, body: { label: 'Mine' } }, accountant),
    call(refundTransaction, { params: { id }, body: { to: 'card', reason: 'Mine' } }, accountant),
  ];
  for (const outcome of await Promise.allSettled(changes))
    expect(String((outcome as PromiseRejectedResult).reason)).toContain('forbidden');
});

test('a dispatcher works with jobs, and finds no money in the menu or the search', async ({ openPage }) => {
  const business = await openTestBusiness();
  const page = await openPage(await hireAdmin(business.office, 'dispatcher'), DESK);
  await page.goto('/admin/overview');
  await expect(heading(page)).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Jobs' })).toBeVisible();
  for (const name of ['Transactions', 'Statistics'])
    await expect(menu(page).getByRole('link', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New job' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('transactions');
  await expect(page.getByRole('option', { name: /Transactions/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto('/admin/cleaners/set-unavailable-date');
  await expect(page.getByRole('button', { name: 'Block this time' })).toBeEnabled();
  await page.goto('/admin/admins');
  await expect(page.getByRole('row').filter({ hasText: 'Dispatcher' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^New admin/ })).toHaveCount(0);
});

test('who may only read sees site content, holidays and cleaners without controls that change them', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const page = await openPage(await hireAdmin(business.office, 'read-only'), DESK);
  const readOnly = page.getByText('You may see this, but not change it.').first();
  for (const address of [
    '/admin/cms/home-page',
    '/admin/cms/legal',
    '/admin/cleaners/set-unavailable-date',
  ]) {
    await page.goto(address);
    await expect(readOnly).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Block this time' })).toBeDisabled();
  await page.goto('/admin/cms/legal');
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expectAccessible(page);
  await page.goto('/admin/cleaners?q=Nur%20Aisyah');
  await expect(page.getByRole('row').filter({ hasText: 'Nur Aisyah' }).first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await page.goto('/admin/settings/holidays');
  await expect(heading(page)).toHaveText('Hours and holidays');
  await expect(page.getByRole('heading', { name: 'Add a holiday' })).toHaveCount(0);
  await page.goto('/admin/cms/our-services');
  await expect(page.getByRole('heading', { name: 'Scope of work' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^New / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Move|^Drag/ })).toHaveCount(0);
});
