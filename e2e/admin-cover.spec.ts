import { expect, type Locator, type Page } from '@playwright/test';
import { getJob } from '#features/work/jobs/contract.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

/** A visit of Aisyah in some days. */
async function bookVisit(business: TestBusiness, lastname: string) {
  const customer = await signUp('Rachel', lastname);
  const startTime = await freeTime(business);
  return book(business, customer, { startTime, cleaner1ID: business.aisyah });
}

/** `2026-11-26` as it is typed into a field. */
const typed = (wire: string) => wire.slice(0, 10).split('-').reverse().join('/');

async function fillDays(page: Page | Locator, day: string): Promise<void> {
  await page.getByLabel('First day', { exact: true }).fill(day);
  await page.getByLabel('Last day', { exact: true }).fill(day);
}

test('visits are covered from time off, a block, a holiday and a cleaner who leaves', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const page = await openPage(business.office, DESK);

  await test.step('time off over a visit leads to the sheet with that visit', async () => {
    const visit = await bookVisit(business, 'Leave');
    await page.goto(`/admin/cleaners/${business.aisyah}/schedule`);
    await fillDays(page, typed(visit.startTime));
    await page.getByRole('button', { name: 'Set time off', exact: true }).click();
    await page.getByRole('button', { name: /^Set time off for .* anyway$/ }).click();
    await expect(page.getByText('1 visit lies in this time.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Cover it' }).click();
    await expect(page.getByText('Rachel Leave, Balestier')).toBeVisible();
    await page.getByRole('button', { name: 'Cover 1' }).click();
    await expect(page.getByText('1 visit is taken care of.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 visit is taken care of.')).toBeVisible();
    // The time off was set before, and the visit goes back all the same.
    await page.getByRole('button', { name: /^Undo \(/ }).click();
    await expect(page.getByText('Everything is as before, and nobody was told.')).toBeVisible();
    const { cleaners } = await call(getJob, { params: { id: visit.id } }, business.office);
    expect(cleaners.map(({ id }) => id)).toEqual([business.aisyah]);
  });

  await test.step('a block over a visit leads to the sheet with those who are blocked', async () => {
    const visit = await bookVisit(business, 'Training');
    await follow(page, '/admin/cleaners/set-unavailable-date');
    const block = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Block time' }) });
    await fillDays(block, typed(visit.startTime));
    await block.getByRole('button', { name: 'Block this time' }).click();
    await page.getByRole('link', { name: 'Cover it' }).click();
    const item = page.getByRole('listitem').filter({ hasText: 'Rachel Training' });
    // Everyone is blocked, so nobody can replace her.
    await expect(item.getByRole('radio', { name: 'Ask the customer' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Ask 1' })).toBeVisible();
  });

  await test.step('a closed holiday leads to the sheet, on which nobody can come', async () => {
    const visit = await bookVisit(business, 'Holiday');
    const day = visit.startTime.slice(0, 10);
    await follow(page, '/admin/settings/holidays');
    await page.getByLabel('Day', { exact: true }).fill(typed(day));
    await page.getByLabel('Name', { exact: true }).fill('Polling Day');
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await expect(page.getByText('Polling Day has 1 booked job', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Close the day anyway' }).click();
    await expect(page.getByText('Polling Day added.')).toBeVisible();
    const offered = await call(listTimeAvailable, { query: { date: day, hours: 4 } });
    expect(offered).toMatchObject({ slots: [], days: [{ closed: 'Polling Day' }] });
    await page.getByRole('link', { name: /^Cover (it|them)$/ }).click();
    await expect(page.getByRole('heading', { name: 'Nobody can come' })).toBeVisible();
    const item = page.getByRole('listitem').filter({ hasText: 'Rachel Holiday' });
    await expect(item.getByRole('radio', { name: 'Ask the customer' })).toBeChecked();
    await expect(item.getByText('Nur Aisyah Rahman cannot come')).toBeVisible();
    await item.getByRole('radio').nth(1).check({ force: true });
    await expect(item.getByText('The same cleaner.')).toBeVisible();
    await follow(page, '/admin/settings');
    await page.getByRole('button', { name: 'Remove Polling Day' }).click();
    await expect(page.getByText('removed.', { exact: false })).toBeVisible();
    const { slots } = await call(listTimeAvailable, { query: { date: day, hours: 4 } });
    expect(slots?.length).toBeGreaterThan(0);
  });

  await test.step('a cleaner who leaves cannot be trashed before their visits are covered', async () => {
    const visit = await bookVisit(business, 'Leaver');
    await follow(page, `/admin/cleaners/${business.aisyah}/view`);
    await page.getByRole('button', { name: 'Trash' }).click();
    await page.getByRole('button', { name: /^Cover (the visit|\d+ visits)$/ }).click();
    await expect(page.getByRole('heading', { name: 'Nur Aisyah Rahman cannot come' })).toBeVisible();
    await expect(page.getByText('Rachel Leaver, Balestier')).toBeVisible();
    await expect(page.getByLabel('Time off', { exact: true })).toHaveValue('Leaves');
    expect((await call(getJob, { params: { id: visit.id } }, business.office)).cleaners).toHaveLength(1);
  });
});
