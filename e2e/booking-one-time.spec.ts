import { expect, type Page } from '@playwright/test';
import { updateJob } from '#features/work/jobs/contract.ts';
import { joinRequests } from '#features/work/jobs/rules/wishes.ts';
import { sandboxClock } from '#platform/contract/sandbox-calls.ts';
import {
  continueToPay,
  DECLINED_CARD,
  GOOD_CARD,
  heading,
  holdFirstTime,
  payWith,
  press,
  seeFreeTimes,
  times,
  typeAddress,
  typeCard,
  typePostal,
} from './support/booking.ts';
import { book, bookOut, freeTime, hold, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { newestCode } from './support/codes.ts';
import { newMobile, signUp } from './support/people.ts';
import { test } from './support/test.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('a new customer books, signs up on the way, pays and finds the clean in the dashboard', async ({
  page,
}) => {
  const mobile = newMobile();
  await page.goto('/');
  await expect(heading(page)).toHaveText('Come home to kemas.');
  await page.goto('/select-service');
  await page.getByText('One-time', { exact: true }).first().click();
  await page.getByRole('link', { name: 'Choose One-time' }).click();

  await expect(heading(page)).toHaveText('Where is home, and how big is it?');
  await page.getByText('Bring them along').click();
  await page.getByLabel('Postal code').fill('741234');
  await expect(page.getByText('We could not find this postal code.')).toBeVisible();
  await typePostal(page);
  const time = await holdFirstTime(page);
  await typeAddress(page);

  await expect(heading(page)).toHaveText('Anything we should know?');
  await page.getByLabel('Access').fill('Lift B, then left.');
  await page.reload();
  await expect(page.getByLabel('Access')).toHaveValue('Lift B, then left.');
  await press(page, 'Continue to your number');

  await page.getByLabel('Mobile number').fill(mobile);
  await press(page, 'Text me a code');
  await page.getByLabel('6-digit code').fill(await newestCode(mobile));
  await expect(heading(page)).toHaveText('Nice to meet you');
  await page.getByLabel('First name').fill('Rachel');
  await page.getByLabel('Last name').fill('Ong');
  await page.getByLabel('E-mail').fill(`rachel.${mobile}@example.sg`);
  await press(page, 'Create my account');

  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\. See you \w+day\.$/);
  await expect(page.getByText('S$114.00 paid')).toBeVisible();

  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(heading(page)).toContainText(time);
  await expect(page.getByText('Lift B, then left.')).toBeVisible();
  await page.getByRole('link', { name: 'Bookings' }).first().click();
  await expect(page.getByRole('listitem').filter({ hasText: time })).toContainText('Blk 145 Lor 2 Toa Payoh');
});

test('a declined card shows an error, and the next card pays', async ({ openPage }) => {
  const page = await openPage(await signUp('Daniel', 'Koh'));
  await continueToPay(page);
  await payWith(page, DECLINED_CARD);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your bank declined this card. Nothing was charged.' }),
  ).toBeVisible();
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\./);
});

test('notes changed after going back from payment change the held booking', async ({ openPage }) => {
  const page = await openPage(await signUp('Priya', 'Nair'));
  await continueToPay(page);
  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'Your details' }).click();
  await page.getByLabel('Special requests').fill('The orchids.');
  await press(page, 'Continue to payment');
  await expect(page.getByText(/^Held 1\d:\d\d$/)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Waiting for payment').first()).toBeVisible();
  const pay = page.getByRole('link', { name: /^Pay S\$/ });
  await expect(pay).toHaveCount(1);
  await pay.click();
  await expect(page.getByText('The orchids.')).toBeVisible();
});

test('the wishes of the last booking for a home are offered again', async ({ openPage }) => {
  const rachel = await signUp('Rachel', 'Wishes');
  const job = await book(business, rachel, { startTime: await freeTime(business) });
  const specialRequests = joinRequests({ wishes: ['shoes', 'no-bleach'], text: 'The cat hides' });
  await call(updateJob, { params: { id: job.id }, body: { specialRequests } }, rachel);
  const page = await openPage(rachel);
  await page.goto('/one-time/new');
  await expect(page.getByRole('radio', { name: /^Blk 145/ })).toBeChecked();
  await seeFreeTimes(page);
  await holdFirstTime(page);
  await expect(heading(page)).toHaveText('Anything we should know?');
  const shoes = page.getByRole('checkbox', { name: /take off your shoes/ });
  await expect(shoes).not.toBeChecked();
  await press(page, 'The same 2 wishes as last time in this home');
  await expect(shoes).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /do not use bleach/ })).toBeChecked();
  await expect(page.getByLabel('Special requests')).toHaveValue('');
  await expect(page.getByRole('button', { name: /as last time/ })).toBeHidden();
});

test('hours changed after going back from payment leave one booking and no second hold', async ({
  openPage,
}) => {
  const page = await openPage(await signUp('Meera', 'Pillai'));
  await continueToPay(page);
  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  await page.goto('/one-time/new?step=home');
  await page.getByRole('radio', { name: '5 h', exact: true }).check();
  await seeFreeTimes(page);
  await holdFirstTime(page);
  await press(page, 'Continue to payment');
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\./);
  await expect(page.getByText('5 hours, all yours.', { exact: false })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^See visit/ })).toHaveCount(1);
  await expect(page.getByText('Waiting for payment')).toHaveCount(0);
});

test('starting over releases the held time, so that others can book it at once', async ({ openPage }) => {
  const page = await openPage(await signUp('Kavya', 'Menon'));
  const others = await signUp('Quick', 'People');
  await continueToPay(page);
  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  const startTime = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('kemas-drafts') ?? '{}')['one-time'].draft.startTime,
  );
  // Others book everyone else who is free, so that this time is only available with her.
  await bookOut(business, others, startTime);
  await expect(hold(business, others, { startTime })).rejects.toThrow('slot_taken');

  await page.goto('/one-time/new?step=home');
  const released = page.waitForResponse(/\/release$/);
  await press(page, 'Start over');
  await expect(page.getByRole('button', { name: 'Start over' })).toHaveCount(0);
  await released;
  const held = await hold(business, others, { startTime });
  expect(held.startTime).toBe(startTime);

  await page.goto('/dashboard/bookings');
  await expect(page.getByText('Nothing booked yet')).toBeVisible();
});

test('a time taken by others meanwhile is replaced in place, without losing the other input', async ({
  openPage,
}) => {
  const page = await openPage(await signUp('Farah', 'Ismail'));
  const others = await signUp('Other', 'People');
  await page.goto('/one-time/new');
  await seeFreeTimes(page);
  await holdFirstTime(page);
  await page.getByLabel('Special requests').fill('The orchids.');
  const startTime = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('kemas-drafts') ?? '{}')['one-time'].draft.startTime,
  );
  await bookOut(business, others, startTime);
  await press(page, 'Continue to payment');

  const gone = page.getByRole('alert').filter({ hasText: 'Everything you entered is safe.' });
  await expect(gone.getByRole('button')).toHaveCount(3);
  const other = gone.getByRole('button').first();
  const when = (await other.textContent()) ?? '';
  await other.click();
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\./);
  await expect(page.getByText(when)).toBeVisible();
  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(page.getByText('The orchids.')).toBeVisible();
});

test('paying after a hold has expired and been taken offers other times only', async ({ openPage }) => {
  const page = await openPage(await signUp('Hui Min', 'Goh'));
  const others = await signUp('Third', 'People');
  await continueToPay(page);
  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  const startTime = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('kemas-drafts') ?? '{}')['one-time'].draft.startTime,
  );
  const { now } = await call(sandboxClock, {});
  await typeCard(page, GOOD_CARD);
  // Every reply contains the server time: without replies the page does not notice that the hold has expired.
  const hearAgain = await hearNothing(page);
  await setClock(minutesFrom(now, 20));
  await bookOut(business, others, startTime);
  await press(page, /^Pay S\$/);
  hearAgain();

  const gone = page.getByRole('alert').filter({ hasText: 'Everything you entered is safe.' });
  await expect(gone).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Pay S\$/ })).toHaveCount(0);
  await gone.getByRole('button').first().click();
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\./);
});

/** Blocks all responses to the page except for its payment, until the returned function is called. */
async function hearNothing(page: Page): Promise<() => void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (!route.request().url().endsWith('/commit')) await opened;
    await route.continue();
  });
  return open;
}

test('a time that is taken while it is shown is struck out, and the nearest are offered', async ({
  openPage,
}) => {
  const page = await openPage(await signUp('Wei Ming', 'Tan'));
  const others = await signUp('More', 'People');
  await page.goto('/one-time/new');
  await seeFreeTimes(page);
  await page
    .getByRole('grid')
    .getByRole('button', { name: /times free$/ })
    .first()
    .click();
  const first = times(page).first();
  await first.click();
  await bookOut(business, others, (await first.getAttribute('data-slot')) ?? '');
  await expect(first).toContainText('Just taken');
  await expect(page.getByText(/has just been taken\. Here are the nearest times\./)).toBeVisible();
});
