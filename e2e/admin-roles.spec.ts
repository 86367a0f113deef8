import { expect, type Page } from '@playwright/test';
import { listTransactions } from '#features/money/payments/contract.ts';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile } from './support/people.ts';
import { bookWeekly, moveToTampines } from './support/series.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';
import { expectView, follow } from './support/walk.ts';

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

test('an accountant reads and downloads the money, and is offered nothing that they may not do', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const lee = await moveToTampines(business.office, 'Accountable');
  const [visit] = await bookWeekly(business, lee, { count: 1 });
  if (visit === undefined) throw new Error('Expected a booked visit');
  const accountant = await hireAdmin(business.office, 'accountant');
  const page = await openPage(accountant, DESK);

  await test.step('an accountant reads and downloads the money, and changes nothing', async () => {
    await page.goto('/admin/transactions');
    await expect(page.getByRole('button', { name: /^CSV/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^New / })).toHaveCount(0);
    const { items } = await call(listTransactions, { query: { jobID: visit.id } }, accountant);
    await follow(page, `/admin/transactions/${items[0]?.id}/view`);
    await expect(page.getByText('can still be refunded', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);

    await follow(page, `/admin/customers/${lee.customer.id}/update`);
    await expect(page.getByText('You may see this, but not change it.')).toBeVisible();
    await expect(page.getByLabel('Last name')).toBeDisabled();
  });

  await test.step('an accountant is not offered what they may not do, and a form by its address says why', async () => {
    await follow(page, `/admin/jobs/${visit.id}/view`);
    await expect(page.getByRole('heading', { name: 'Sent messages' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
    for (const name of ['Move', 'Cancel', 'Change', 'Refund'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Change|Send again)/ })).toHaveCount(0);
    await expect(page.getByLabel('Message to the customer')).toHaveCount(0);
    await follow(page, '/admin/jobs/new');
    await expect(page.getByText('Your role (Accountant) cannot do this. Ask an owner.')).toBeVisible();
    await expect(page.getByLabel('Customer')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('/');
    await page.keyboard.type('sick Nur Aisyah');
    await expect(page.getByText('No matches.')).toBeAttached();
    await expect(page.getByRole('option', { name: /is sick today/ })).toHaveCount(0);
  });
});

for (const role of ['dispatcher', 'accountant', 'read-only'] as const)
  test(`no page of the menu is refused to a role that is offered it: ${role}`, {
    tag: role === 'dispatcher' ? [] : '@deep',
  }, async ({ openPage }) => {
    const { office } = await openTestBusiness();
    const admin = await hireAdmin(office, role);
    const page = await openPage(admin, DESK);
    const refused: string[] = [];
    const underWay = new Set<string>();
    page.on('request', (request) => {
      // The live events stay open.
      if (request.url().includes('/api/') && !request.url().endsWith('/api/live'))
        underWay.add(request.url());
    });
    page.on('requestfailed', (request) => underWay.delete(request.url()));
    page.on('response', (reply) => {
      underWay.delete(reply.url());
      if (reply.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${reply.url()}`);
    });
    await page.goto('/admin/overview');
    const hrefs = async (name: string | RegExp) =>
      page
        .getByRole('navigation', { name })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    await expect(menu(page).getByRole('link', { name: 'Jobs' })).toBeVisible();
    const [{ items: jobs }, { items: cleaners }] = [
      await call(listJobs, { query: { size: 1 } }, admin),
      await call(listCleaners, { query: { size: 1 } }, admin),
    ];
    const records = [
      ...jobs.flatMap(({ id, customerID }) => [
        `/admin/jobs/${id}/view`,
        `/admin/customers/${customerID}/view`,
      ]),
      ...cleaners.map(({ id }) => `/admin/cleaners/${id}/view`),
    ];
    const seen = new Set<string>();
    const open = [...(await hrefs('Office')).filter((to) => to !== '/admin'), ...records];
    for (let to = open.shift(); to !== undefined; to = open.shift()) {
      if (seen.has(to)) continue;
      seen.add(to);
      // This address forwards to the admin's own page.
      const path = to === '/admin/settings/account' ? `/admin/settings/${admin.id}/view` : to;
      const { pathname } = new URL(path, page.url());
      if (pathname !== new URL(page.url()).pathname) {
        await follow(page, to);
        await expectView(page, pathname);
      }
      await expect.poll(() => [...underWay]).toEqual([]);
      const tabs = page.getByRole('navigation').filter({ hasNot: page.locator('h2') });
      open.push(
        ...(await tabs
          .locator('a[href^="/admin/"]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
      );
    }
    expect(refused).toEqual([]);
    expect(seen.size).toBeGreaterThan(12);
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
  await follow(page, '/admin/cleaners/set-unavailable-date');
  await expect(page.getByRole('button', { name: 'Block this time' })).toBeEnabled();
  await follow(page, '/admin/admins');
  await expect(page.getByRole('row').filter({ hasText: 'Dispatcher' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^New admin/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});

test('who may only read sees site content, holidays and cleaners without controls that change them', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const page = await openPage(await hireAdmin(business.office, 'read-only'), DESK);
  const readOnly = page.getByText('You may see this, but not change it.').first();
  await page.goto('/admin/overview');
  await expect(menu(page).getByRole('link', { name: 'Jobs' })).toBeVisible();
  for (const address of ['/admin/cleaners/set-unavailable-date', '/admin/cms/legal']) {
    await follow(page, address);
    await expectView(page, address);
    await expect(readOnly).toBeVisible();
    const block = page.getByRole('button', { name: 'Block this time' });
    if (address.endsWith('date')) await expect(block).toBeDisabled();
  }
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await follow(page, '/admin/cleaners?q=Nur%20Aisyah');
  await expect(page.getByRole('row').filter({ hasText: 'Nur Aisyah' }).first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await follow(page, '/admin/settings/holidays');
  await expect(heading(page)).toHaveText('Hours and holidays');
  await expect(page.getByRole('heading', { name: 'Add a holiday' })).toHaveCount(0);
  await follow(page, '/admin/cms/our-services');
  await expect(page.getByRole('heading', { name: 'Scope of work' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^New / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Move|^Drag/ })).toHaveCount(0);
});
