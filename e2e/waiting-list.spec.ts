import { expect, type Page } from '@playwright/test';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { cancelJob } from '#features/work/jobs/contract.ts';
import { createBlocks } from '#features/work/schedule/contract/blocks.ts';
import { joinWaitingList, listWaitingList } from '#features/work/waiting-list/contract.ts';
import { sandboxClock, sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import {
  GOOD_CARD,
  heading,
  payWith,
  press,
  seeFreeTimes,
  typeAddress,
  typePostal,
} from './support/booking.ts';
import { book, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { daysFromNow, minutesFrom, setClock } from './support/clock.ts';
import { newestCode } from './support/codes.ts';
import { type Customer, newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

/** A session of the office ends while the tests let offers run out. */
test.beforeEach(async () => {
  business = { ...business, office: await openOffice() };
});

/** A day on which one visit, at nine, takes all the time that is not blocked. */
async function fullDay(ahead: number) {
  const [date = ''] = await daysFromNow(ahead);
  const block = (cleanerIDs: readonly string[], from: string) => ({
    startTime: `${date}T${from}:00+08:00`,
    endTime: `${date}T23:00:00+08:00`,
    cleanerIDs: [...cleanerIDs],
    description: 'Training',
  });
  const { aisyah, office } = business;
  // Other tests hire cleaners too.
  const { items: cleaners } = await call(listCleaners, { query: { size: 500 } }, office);
  const others = cleaners.flatMap(({ id }) => (id === aisyah ? [] : id));
  const unavailable_dates = [block([aisyah], '13:00'), block(others, '08:00')];
  await call(createBlocks, { body: { unavailable_dates } }, office);
  const wei = await signUp('Wei', 'Ong');
  const visit = await book(business, wei, { startTime: `${date}T09:00:00+08:00`, cleaner1ID: aisyah });
  const spoken = Temporal.PlainDate.from(date).toLocaleString('en-SG', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return { date, visit, name: spoken.replace(/,/g, '') };
}

async function offersTo({ mobile }: Pick<Customer, 'mobile'>): Promise<string[]> {
  const { items } = await call(sandboxMessages, { query: { to: mobile } });
  return items.flatMap(({ body }) => (body.startsWith('A time is free') ? [body] : []));
}

async function pass(minutes: number): Promise<void> {
  await setClock(minutesFrom((await call(sandboxClock, {})).now, minutes));
}

/** From the free times to the waiting list of a day, as far as it asks for nothing else. */
async function waitFor(page: Page, day: string): Promise<void> {
  await expect(heading(page)).toHaveText('When shall we come?');
  await page
    .getByRole('grid')
    .getByRole('button', { name: `${day}, full` })
    .click();
  await press(page, 'Tell me if a time becomes free');
}

test('the first who waits for a full day is offered the time that becomes free, pays and has it', async ({
  openPage,
}) => {
  const { date, visit, name } = await fullDay(4);
  const grace = await signUp('Grace', 'Tan');
  const page = await openPage(grace);
  await page.goto('/one-time/new');
  await seeFreeTimes(page);
  await waitFor(page, name);
  await expect(heading(page)).toHaveText('Anything we should know?');
  await page.getByLabel('Special requests').fill('The balcony.');
  await press(page, 'Continue to the waiting list');
  await expect(heading(page)).toHaveText(`Wait for ${name}?`);
  await expectAccessible(page);
  await page.reload();
  await expect(heading(page)).toHaveText(`Wait for ${name}?`);
  await press(page, 'Join the waiting list');
  await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Blk 145' })).toContainText('Waiting');
  await expectAccessible(page);

  const hui = await signUp('Hui', 'Lim');
  const { packageID } = business;
  await call(joinWaitingList, { body: { packageID, addressID: hui.addressID, date } }, hui);
  const desk = await openPage(business.office, DESK);
  await test.step('the office puts a caller on the waiting list, and removes them', async () => {
    const lin = await signUp('Lin', 'Koh');
    await desk.goto(`/admin/jobs/new?customerID=${lin.id}`);
    await desk.getByLabel('Package').selectOption(business.packageID);
    const day = Temporal.PlainDate.from(date).toLocaleString('en-SG', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    });
    await desk
      .getByRole('grid')
      .getByRole('button', { name: `${day.replace(/,/g, '')}, no free times` })
      .click();
    await press(desk, /^Add to the waiting list for/);
    await expect(heading(desk)).toHaveText('Waiting list');
    await expect(desk.getByRole('row').filter({ hasText: 'Lin Koh' })).toContainText('Waiting');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Actions for Lin Koh' }).click();
    await desk.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(desk.getByText('Lin Koh no longer waits.')).toBeVisible();
  });

  await test.step('the office sees both in line, and cancels the visit', async () => {
    await follow(desk, `/admin/jobs/waiting?state=live&from_date=${date}&to_date=${date}`);
    const rows = desk.getByRole('row').filter({ hasText: 'Waiting' });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Grace Tan');
    await expect(rows.last()).toContainText('Hui Lim');
    await call(cancelJob, { params: { id: visit.id }, body: { reason: 'Wei is away' } }, business.office);
    await pass(2);
    await expect.poll(() => offersTo(grace)).toHaveLength(1);
    expect(await offersTo(hui)).toEqual([]);
  });

  await test.step('Grace pays by the link of the SMS', async () => {
    const [sms = ''] = await offersTo(grace);
    const link = /https?:\S+\/p\/\w+/.exec(sms)?.[0] ?? '';
    await page.goto(new URL(link).pathname);
    await expect(page.getByText('Time left to pay', { exact: false })).toBeVisible();
    await press(page, /^Pay S\$/);
    await payWith(page, GOOD_CARD);
    await expect(heading(page)).toHaveText(/^Booked\. See you \w+day\.$/);
    const { items } = await call(listWaitingList, { query: { date } }, business.office);
    expect(items.map(({ customer, state }) => [customer.fullname, state])).toEqual([
      ['Grace Tan', 'booked'],
      ['Hui Lim', 'waiting'],
      ['Lin Koh', 'withdrawn'],
    ]);
    await follow(desk, `/admin/jobs/${items[0]?.jobID}/view`);
    await expect(desk.getByText('Grace Tan joined the waiting list for', { exact: false })).toBeVisible();
  });
});

test('an offer that is given up or runs out goes to the next in line, who is told in her bookings', async ({
  openPage,
}) => {
  const { date, visit } = await fullDay(5);
  const [ann, grace, hui] = [
    await signUp('Ann', 'Goh'),
    await signUp('Grace', 'Tan'),
    await signUp('Hui', 'Lim'),
  ];
  const { packageID } = business;
  for (const one of [ann, grace, hui])
    await call(joinWaitingList, { body: { packageID, addressID: one.addressID, date } }, one);
  await call(cancelJob, { params: { id: visit.id }, body: {} }, business.office);
  await pass(2);
  await expect.poll(() => offersTo(ann)).toHaveLength(1);
  const first = await openPage(ann);
  await first.goto('/dashboard/bookings');
  await expect(first.getByRole('link', { name: /^Pay S\$/ })).toBeVisible();
  await expectAccessible(first);
  await press(first, /^No, thanks/);
  await expect(first.getByRole('link', { name: /^Pay S\$/ })).toHaveCount(0);

  await expect.poll(() => offersTo(grace)).toHaveLength(1);
  await pass(31);
  await expect.poll(() => offersTo(hui)).toHaveLength(1);
  expect(await offersTo(grace)).toHaveLength(1);

  const page = await openPage(grace);
  await page.goto('/dashboard/bookings');
  await expect(page.getByText('The time that we kept for you was not paid in time.')).toBeVisible();
  const next = await openPage(hui);
  await next.goto('/dashboard/bookings');
  await next.getByRole('link', { name: /^Pay S\$/ }).click();
  await press(next, /^Pay S\$/);
  await payWith(next, GOOD_CARD);
  await expect(heading(next)).toHaveText(/^Booked\. See you \w+day\.$/);
});

test('somebody new signs up on the way to the waiting list, and leaves it again', async ({ page }) => {
  const { name } = await fullDay(2);
  const mobile = newMobile();
  await page.goto('/one-time/new');
  await typePostal(page);
  await waitFor(page, name);
  await typeAddress(page);
  await press(page, 'Continue to your number');
  await page.getByLabel('Mobile number').fill(mobile);
  await press(page, 'Text me a code');
  await page.getByLabel('6-digit code').fill(await newestCode(mobile));
  await page.getByLabel('First name').fill('Rachel');
  await page.getByLabel('Last name').fill('Ong');
  await page.getByLabel('E-mail').fill(`rachel.${mobile}@example.sg`);
  await press(page, 'Create my account');
  await expect(heading(page)).toHaveText(`Wait for ${name}?`);
  await page.getByText('Morning', { exact: true }).click();
  await press(page, 'Join the waiting list');
  await expect(page.getByText(/, morning$/)).toBeVisible();
  await press(page, /^Leave the waiting list for/);
  await expect(page.getByText(/^You no longer wait for/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting list' })).toHaveCount(0);
});
