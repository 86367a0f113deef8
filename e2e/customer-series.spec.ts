import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { bookWeekly, moveToTampines } from './support/series.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

const pressIn = (where: Page, name: string | RegExp) => where.getByRole('button', { name }).click();
const scope = (page: Page) => page.getByRole('radio', { name: /^This and the following/ });

test('a customer moves a visit and the following ones, and decides about an unavailable date', async ({
  openPage,
}) => {
  const rachel = await moveToTampines(business.office, 'Rachel');
  const wei = await moveToTampines(business.office, 'Wei');
  const visits = await bookWeekly(business, rachel, { count: 4 });
  // In the third week her cleaner is with Wei from one to five.
  await bookWeekly(business, { ...wei, cleanerID: rachel.cleanerID }, { count: 1, start: '13:00', weeks: 3 });
  const page = await openPage(rachel.customer, PHONE);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Move' }).click();
  await expect(page.getByRole('dialog', { name: /^Move Tuesday’s clean/ })).toBeVisible();
  await scope(page).check();
  await pressIn(page, /^1:00 pm/);
  await expect(page.getByText('Not free')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decide 1 date first' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move 3 visits' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^Leave it on/ }).check();
  await pressIn(page, 'Move 3 visits');
  await expect(page.getByText('3 visits have moved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1:00 pm');
  await expect(page.getByText(/· Moved once ·/)).toBeVisible();
  await follow(page, '/dashboard/bookings');
  await expect(page.getByText('Weekly, 4 visits')).toBeVisible();
  await expect(page.getByText(/9:00 am to 1:00 pm$/)).toHaveCount(1);
  expect(visits).toHaveLength(4);
});

test('a customer moves one visit in the calendar, and cancels it and the rest within the free period', async ({
  openPage,
}) => {
  const anita = await moveToTampines(business.office, 'Anita');
  const [, second, third] = await bookWeekly(business, anita, { count: 3 });
  const page = await openPage(anita.customer, PHONE);
  await page.goto(`/dashboard/bookings/${second?.id}`);
  await pressIn(page, 'Move');
  await page.locator(`[data-date="${third?.startTime.slice(0, 10)}"]`).click();
  await expect(page.getByRole('button', { name: /^1:00 pm/ })).toBeVisible();
  for (const own of [/^9:00 am/, /^10:30 am/])
    await expect(page.getByRole('button', { name: own })).toHaveCount(0);
  await page.locator(`[data-date="${second?.startTime.slice(0, 10)}"]`).click();
  await pressIn(page, /^10:30 am/);
  await pressIn(page, /^Move to .*10:30 am$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('10:30 am');
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toHaveCount(0);

  await pressIn(page, 'Cancel this clean');
  await scope(page).check();
  await expect(page.getByRole('dialog', { name: 'Cancel 2 visits?' })).toBeVisible();
  await expectAccessible(page);
  await pressIn(page, 'Cancel 2 visits, get S$208.00 back');
  await expect(page.getByText(/^This booking was cancelled on .*S\$104\.00/)).toBeVisible();
  await follow(page, '/dashboard/bookings?show=cancelled');
  await expect(page.getByText(/^Cancelled on/)).toHaveCount(2);
});

test('the office cancels a series, and books another', async ({ openPage }) => {
  const page = await openPage(business.office, { viewport: { width: 1440, height: 900 } });

  await test.step("the office cancels a series for the company, and reads the job's history", async () => {
    const goh = await moveToTampines(business.office, 'Poh Choo');
    const [first] = await bookWeekly(business, goh, { count: 3 });
    await page.goto(`/admin/jobs/${first?.id}/view`);
    await pressIn(page, 'Move this and following');
    await pressIn(page, /^2:00 pm/);
    await pressIn(page, 'Move 3 visits');
    await expect(page.getByText('3 visits have moved.')).toBeVisible();
    await pressIn(page, /^Undo/);
    await expect(page.getByText('3 visits are back where they were.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /9:00 am\s*Kamala/ })).toHaveCount(3);
    await pressIn(page, 'Move this and following');
    await pressIn(page, /^2:00 pm/);
    await pressIn(page, 'Move 3 visits');
    await expect(page.getByText('3 visits have moved.')).toBeVisible();
    await pressIn(page, 'Cancel this and following');
    await expect(page.getByRole('dialog')).toContainText('full refund');
    await expectAccessible(page);
    await pressIn(page, /^Cancel 3 visits/);
    await expect(page.getByText('Give a reason.')).toBeVisible();
    await page.getByLabel('Reason').fill('Flooded street');
    await pressIn(page, 'Cancel 3 visits, S$312.00 back');
    await expect(page.getByText(/^3 visits cancelled\. S\$312\.00 back to/)).toBeVisible();
    const history = page.getByRole('list').filter({ hasText: 'Booked' }).last();
    await expect(history).toContainText('Cancelled');
    await expect(history).toContainText('“Flooded street”');
    await expect(history).toContainText('Moved');
    await expect(history).toContainText('2:00 pm');
  });

  await test.step('the office books a weekly series, and takes another time for an unavailable date', async () => {
    const noor = await moveToTampines(business.office, 'Noor');
    const bala = await moveToTampines(business.office, 'Bala');
    const other = { ...bala, cleanerID: noor.cleanerID };
    const [taken] = await bookWeekly(business, other, { count: 1, start: '13:00', weeks: 2 });
    await follow(page, `/admin/jobs/new?customerID=${noor.customer.id}`);
    await page.getByLabel('Home', { exact: true }).selectOption(noor.customer.addressID);
    await page.getByLabel('Package').selectOption(business.packageID);
    await page.getByRole('radio', { name: 'Weekly' }).check();
    await page.getByLabel('Visits').selectOption('3');
    const week = new Date(Date.parse(taken?.startTime ?? '') - 7 * 86_400_000);
    const day = new Intl.DateTimeFormat('en-SG', {
      day: 'numeric',
      month: 'short',
      timeZone: 'Asia/Singapore',
    });
    await page
      .getByRole('grid')
      .getByRole('button', { name: new RegExp(`Tue ${day.format(week)},`) })
      .click();
    await pressIn(page, /^1:00 pm/);
    const cleaner = page.getByLabel(noor.cleaner);
    const everybody = page.getByRole('button', { name: /^Show all/ });
    // The number of cleaners depends on earlier tests.
    await expect(cleaner.or(everybody).first()).toBeVisible();
    if (!(await cleaner.isVisible())) await everybody.click();
    await cleaner.check();
    await expect(page.getByText('One date is not free.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose for 1 busy date' })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('group', { name: `1:00 pm: ${noor.cleaner} Devi is at another visit then.` })
      .getByRole('radio')
      .first()
      .click();
    await expect(page.getByText('3 visits, S$312.00 in total.')).toBeVisible();
    const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
    await expect(dates).toHaveCount(3);
    await expect(dates.first()).toContainText(noor.cleaner);
    await pressIn(page, 'Hold 3 visits, S$312.00');
    await expect(page.getByText(/^3 visits, S\$312\.00, held until /)).toBeVisible();
    const sheet = page.getByRole('dialog', { name: 'Take payment' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('3 visits from this one on')).toBeVisible();
  });
});

test('before a weekly series ends its customer is offered a renewal, and cancels it late', async ({
  openPage,
}) => {
  const kavitha = await moveToTampines(business.office, 'Kavitha');
  const [first] = await bookWeekly(business, kavitha, { count: 2, start: '13:00', weeks: 0 });
  const page = await openPage(kavitha.customer, PHONE);
  const renewal = page.getByRole('heading', { name: 'Your weekly cleans end soon' });

  await test.step('before a weekly series ends its customer is offered a renewal', async () => {
    await page.goto('/dashboard');
    await expect(renewal).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book more' })).toHaveAttribute(
      'href',
      /\/new\?again=[0-9a-f-]{36}$/,
    );
    await expectAccessible(page);
    await pressIn(page, 'No, thanks');
    await expect(page.getByText('We will not ask again about this series.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Move' })).toBeVisible();
    await expect(renewal).toHaveCount(0);
  });

  await test.step('after the free period half of the next visit is kept, but nothing of the others', async () => {
    await setClock(minutesFrom(first?.startTime ?? '', -5 * 60));
    await page.goto(`/dashboard/bookings/${first?.id}?ask=cancel`);
    await expect(page.getByText('Less than 24 hours before, we keep half.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel, get S$52.00 back' })).toBeVisible();
    await scope(page).check();
    await expect(page.getByText('we keep S$52.00')).toHaveCount(1);
    await pressIn(page, 'Cancel 2 visits, get S$156.00 back');
    await expect(page.getByText(/^This booking was cancelled on .*S\$52\.00/)).toBeVisible();
    await follow(page, '/dashboard/bookings');
    await expect(page.getByText('Nothing booked yet')).toBeVisible();
  });
});
