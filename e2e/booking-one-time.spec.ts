import { expect, type Page } from '@playwright/test';
import { listSignUpLog } from '#features/people/customers/contract/sign-up-log.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { joinRequests } from '#features/work/jobs/rules/wishes.ts';
import { sandboxClock } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import {
  continueToPay,
  DECLINED_CARD,
  GOOD_CARD,
  heading,
  holdFirstTime,
  payWith,
  press,
  seeFreeTimes,
  startInDraft,
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
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('a new customer books, signs up on the way, pays and finds the clean in the dashboard; each step is accessible', async ({
  page,
}) => {
  const mobile = newMobile();
  await page.goto('/');
  await expect(heading(page)).toHaveText('Come home to kemas.');
  await follow(page, '/select-service');
  await page.getByText('One-time', { exact: true }).first().click();
  await page.getByRole('link', { name: 'Choose One-time' }).click();

  await expect(heading(page)).toHaveText('Where is home, and how big is it?');
  await page.getByText('Bring them along').click();
  await press(page, 'See free times');
  await expect(page.getByText('A postal code has six digits.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Postal code').fill('741234');
  await expect(page.getByText('We could not find this postal code.')).toBeVisible();
  await typePostal(page);
  await expect(times(page).first()).toBeVisible();
  await expectAccessible(page);
  const time = await holdFirstTime(page);
  // Prefilled from the postal code.
  await page.getByLabel('Block and street').fill('');
  await press(page, 'Use this address');
  await expect(page.getByText('Enter the block and street.')).toBeVisible();
  await expectAccessible(page);
  await typeAddress(page);

  await expect(heading(page)).toHaveText('Anything we should know?');
  await expectAccessible(page);
  await page.getByLabel('Access').fill('Lift B, then left.');
  await page.reload();
  await expect(page.getByLabel('Access')).toHaveValue('Lift B, then left.');
  await press(page, 'Continue to your number');

  await page.getByLabel('Mobile number').fill(mobile);
  await press(page, 'Text me a code');
  await expect(heading(page)).toHaveText('Enter the code');
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(await newestCode(mobile));
  await expect(heading(page)).toHaveText('Nice to meet you');
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Rachel');
  await page.getByLabel('Last name').fill('Ong');
  await page.getByLabel('E-mail').fill(`rachel.${mobile}@example.sg`);
  await press(page, 'Create my account');

  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  const logged = async () => (await call(listSignUpLog, { query: { q: mobile } }, business.office)).items;
  await expect.poll(async () => (await logged()).map(({ action }) => action)).toContain('Signed up');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText(/^Booked\. See you \w+day\.$/);
  await expect(page.getByText('S$114.00 paid')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(heading(page)).toContainText(time);
  await expect(page.getByText('Lift B, then left.')).toBeVisible();
  await page.getByRole('link', { name: 'Bookings' }).first().click();
  await expect(page.getByRole('listitem').filter({ hasText: time })).toContainText('Blk 145 Lor 2 Toa Payoh');
});

test('a held booking is given up, changed and paid', async ({ openPage }) => {
  const page = await openPage(await signUp('Kavya', 'Menon'));

  await test.step('starting over releases the held time, so that others can book it at once', async () => {
    const others = await signUp('Quick', 'People');
    await continueToPay(page);
    await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
    const startTime = await startInDraft(page);
    // Others book everyone else who is free, so that this time is only available with her.
    await bookOut(business, others, startTime);
    await expect(hold(business, others, { startTime })).rejects.toThrow('slot_taken');

    await follow(page, '/one-time/new?step=home');
    const released = page.waitForResponse(/\/release$/);
    await press(page, 'Start over');
    await expect(page.getByRole('button', { name: 'Start over' })).toHaveCount(0);
    await released;
    const held = await hold(business, others, { startTime });
    expect(held.startTime).toBe(startTime);
    // Loaded anew, so that the next booking begins without the free times of before.
    await page.goto('/dashboard/bookings');
    await expect(page.getByText('Nothing booked yet')).toBeVisible();
  });

  await test.step('notes changed after going back from payment change the held booking', async () => {
    await continueToPay(page);
    await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
    await page.getByRole('link', { name: 'Your details' }).click();
    await page.getByLabel('Special requests').fill('The orchids.');
    await press(page, 'Continue to payment');
    await expect(page.getByText(/^Held 1\d:\d\d$/)).toBeVisible();
    await follow(page, '/dashboard');
    await expect(page.getByText('Waiting for payment').first()).toBeVisible();
    const pay = page.getByRole('link', { name: /^Pay S\$/ });
    await expect(pay).toHaveCount(1);
    await pay.click();
    await expect(page.getByText('The orchids.')).toBeVisible();
  });

  await test.step('hours changed after going back from payment leave one booking and no second hold', async () => {
    await page.goto('/one-time/new?step=home');
    await page.getByRole('radio', { name: '5 h', exact: true }).check();
    await seeFreeTimes(page);
    await holdFirstTime(page);
    await press(page, 'Continue to payment');
    await expect(heading(page)).toHaveText('Check and pay');
  });

  await test.step('a declined card shows an error, and the next card pays', async () => {
    await payWith(page, DECLINED_CARD);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Your bank declined this card. Nothing was charged.' }),
    ).toBeVisible();
    await payWith(page, GOOD_CARD);
    await expect(heading(page)).toHaveText(/^Booked\./);
    await expect(page.getByText('5 hours, all yours.', { exact: false })).toBeVisible();
    await follow(page, '/dashboard');
    await expect(page.getByRole('link', { name: /^See visit/ })).toHaveCount(1);
    await expect(page.getByText('Waiting for payment')).toHaveCount(0);
  });
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

test('times that others take meanwhile are replaced in each step, without losing the other input', async ({
  openPage,
}) => {
  const rachel = await signUp('Rachel', 'Wishes');
  const job = await book(business, rachel, { startTime: await freeTime(business) });
  const specialRequests = joinRequests({ wishes: ['shoes', 'no-bleach'], text: 'The cat hides' });
  await call(updateJob, { params: { id: job.id }, body: { specialRequests } }, rachel);
  const page = await openPage(rachel);
  await page.goto('/one-time/new');
  await expect(page.getByRole('radio', { name: /^Blk 145/ })).toBeChecked();
  await seeFreeTimes(page);
  const openDays = page.getByRole('grid').getByRole('button', { name: /times free$/ });
  const gone = page.getByRole('alert').filter({ hasText: 'Everything you entered is safe.' });

  await test.step('a time that is taken while it is shown is struck out, and the nearest are offered', async () => {
    await openDays.first().click();
    const first = times(page).first();
    await first.click();
    await bookOut(business, await signUp('More', 'People'), (await first.getAttribute('data-slot')) ?? '');
    await expect(first).toContainText('Just taken');
    await expect(page.getByText(/has just been taken\. Here are the nearest times\./)).toBeVisible();
    await openDays.nth(1).click();
    await expect(page.getByText('Just taken')).toHaveCount(0);
    await times(page).first().click();
    await press(page, /^Keep /);
  });

  await test.step('the wishes of the last booking for a home are offered again', async () => {
    await expect(heading(page)).toHaveText('Anything we should know?');
    const shoes = page.getByRole('checkbox', { name: /take off your shoes/ });
    await expect(shoes).not.toBeChecked();
    await press(page, 'The same 2 wishes as last time in this home');
    await expect(shoes).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /do not use bleach/ })).toBeChecked();
    await expect(page.getByLabel('Special requests')).toHaveValue('');
    await expect(page.getByRole('button', { name: /as last time/ })).toBeHidden();
    await page.getByLabel('Special requests').fill('The orchids.');
  });

  await test.step('a time taken before it is held is replaced in place', async () => {
    await bookOut(business, await signUp('Other', 'People'), await startInDraft(page));
    await press(page, 'Continue to payment');
    await expect(gone.getByRole('button')).toHaveCount(3);
    await gone.getByRole('button').first().click();
    await expect(heading(page)).toHaveText('Check and pay');
    await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
  });

  await test.step('paying after a hold has expired and been taken offers other times only', async () => {
    const others = await signUp('Third', 'People');
    const startTime = await startInDraft(page);
    const { now } = await call(sandboxClock, {});
    await typeCard(page, GOOD_CARD);
    // Every reply contains the server time: without replies the page does not notice that the hold has expired.
    const hearAgain = await hearNothing(page);
    await setClock(minutesFrom(now, 20));
    await bookOut(business, others, startTime);
    await press(page, /^Pay S\$/);
    hearAgain();
    await expect(gone).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Pay S\$/ })).toHaveCount(0);
    const other = gone.getByRole('button').first();
    const when = (await other.textContent()) ?? '';
    await other.click();
    await payWith(page, GOOD_CARD);
    await expect(heading(page)).toHaveText(/^Booked\./);
    await expect(page.getByText(when)).toBeVisible();
    await page.getByRole('link', { name: 'See your booking' }).click();
    await expect(page.getByText('The orchids.')).toBeVisible();
  });
});
