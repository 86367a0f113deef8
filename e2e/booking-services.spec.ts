import { devices, expect, type Page } from '@playwright/test';
import { createJob } from '#features/booking/booking/contract.ts';
import { listPackages, updatePackage } from '#features/catalogue/packages/contract.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { bookAgainAddress, bookingAddress } from '#features/site/pages/rules/booking-address.ts';
import { cancelJob, getJob, listJobs } from '#features/work/jobs/contract.ts';
import { stopSeries } from '#features/work/series/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import {
  answerFromMap,
  continueToPay,
  GOOD_CARD,
  heading,
  holdFirstTime,
  keepDates,
  NOT_FREE,
  press,
  seeFreeTimes,
  typeCard,
  typePostal,
} from './support/booking.ts';
import { bookOut, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, passMinutes, setClock } from './support/clock.ts';
import { newestCode } from './support/codes.ts';
import { countEffort, countedInput } from './support/effort.ts';
import { tabAndEnter, tabAndType, tabTo } from './support/keys.ts';
import { sellEveryService } from './support/packages.ts';
import { type Customer, newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const SERVICES = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'] as const;
type Service = (typeof SERVICES)[number];

const PRICES = {
  regular: 'S$400.00',
  'one-time': 'S$104.00',
  'spring-cleaning': 'S$280.00',
  'moving-in-out': 'S$320.00',
};

const WEEK_MINUTES = 7 * 24 * 60;
const PHONE = { viewport: devices['iPhone 15'].viewport };
const DESK = { viewport: { width: 1440, height: 900 } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
  await sellEveryService(business.office);
});

/** Other tests use the weeks that the series extend into. */
test.afterAll(async () => {
  const office = await openOffice();
  const { items } = await call(listJobs, { query: { size: 500, stage: 'upcoming' } }, office);
  for (const { id } of items) await call(cancelJob, { params: { id }, body: {} }, office);
  // Or visits would be added as the clock moves on.
  for (const id of new Set(items.flatMap(({ seriesID }) => seriesID ?? [])))
    await call(stopSeries, { params: { id }, body: {} }, office);
});

/** An existing customer with a home and a stored card. */
async function knownCustomer(firstname: string): Promise<Customer> {
  const customer = await signUp(firstname, 'Ong');
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
  const { token: stripeToken } = await call(makeCardToken, { body: card });
  await call(updateCard, { body: { stripeToken } }, customer);
  return customer;
}

/** A booking with notes that was held and cancelled: its page offers to book it again. */
async function cancelledVisit(
  customer: Customer,
  service: Service,
): Promise<{ id: string; jobType: Service }> {
  const { items } = await call(listPackages, { query: { type: service } });
  const body = {
    packageID: items[0]?.id ?? '',
    addressID: customer.addressID,
    startTime: await freeTime(business, { hours: 5 }), // a moving clean takes longest
    specialRequests: 'The orchids.',
    ...(service === 'regular' && { recurrence: { interval: 'weekly' as const, count: 4 } }),
  };
  const booked = await call(createJob, { body }, customer);
  for (const { id } of booked.jobs ?? [booked]) await call(cancelJob, { params: { id }, body: {} }, customer);
  return { id: booked.id, jobType: service };
}

/** A series is usually paid visit by visit. */
const payLabel = (service: Service) =>
  service === 'regular' ? 'Book, pay later by card' : `Pay ${PRICES[service]}`;
const CHARGED_LATER = 'S$100.00 a visit, charged to your saved card afterwards';

for (const service of SERVICES) {
  test(`on a phone, an existing customer books in under a minute: ${service}`, {
    tag: service === 'regular' ? [] : '@deep',
  }, async ({ openPage }) => {
    const page = await openPage(await knownCustomer('Rachel'), PHONE);
    await countEffort(page);
    await continueToPay(page, service);
    await press(page, payLabel(service));
    await expect(heading(page)).toHaveText(/^Booked\. See you \w+day\.$/);
    await expect(page).toHaveURL(
      new RegExp(`^[^?]*${bookingAddress(service).replace(/new$/, 'success')}\\?`),
    );
    const paid = service === 'regular' ? CHARGED_LATER : `${PRICES[service]} paid, Visa 4242`;
    await expect(page.getByText(paid)).toBeVisible();
    const { presses, letters } = await countedInput(page);
    expect(letters).toBe(0);
    // A public holiday among the dates of the next twelve weeks costs a press.
    expect(presses).toBeLessThanOrEqual(service === 'regular' ? 9 : 7);
  });

  test(`on a desktop, a booking is repeated in three clicks: ${service}`, {
    tag: service === 'one-time' ? [] : '@deep',
  }, async ({ openPage }) => {
    const customer = await knownCustomer('Daniel');
    const before = await cancelledVisit(customer, service);
    const page = await openPage(customer, DESK);
    await countEffort(page);
    await page.goto(`/dashboard/bookings/${before.id}`);
    await page.getByRole('link', { name: 'Book again' }).click();
    await press(page, /^Keep /);
    await press(page, payLabel(service));
    await expect(heading(page)).toHaveText(/^Booked\./);
    expect(await countedInput(page)).toEqual({ presses: 3, letters: 0 });
    await page.getByRole('link', { name: 'See your booking' }).click();
    await expect(page.getByText('The orchids.')).toBeVisible();
  });
}

test("shows the package's description and proposes its usual start", async ({ openPage }) => {
  const { office } = business;
  const { items } = await call(listPackages, { query: { type: 'regular', kind: 'visit' } });
  const id = items[0]?.id ?? '';
  const said = {
    description: 'The same cleaner every week.',
    suppliesToBePrepared: 'Mop, cloths and vacuum cleaner',
    startTime: '11:00',
  };
  await call(updatePackage, { params: { id }, body: said }, office);
  const customer = await signUp('Farah', 'Aziz');
  const page = await openPage(customer, PHONE);
  await page.goto('/services');
  const section = page.locator('section#regular');
  for (const words of [
    said.description,
    'Usually starts at 11:00 am',
    `Please have ready: ${said.suppliesToBePrepared}`,
  ])
    await expect(section.getByText(words)).toBeVisible();
  await follow(page, '/regular/new');
  await expect(page.getByText(said.description)).toBeVisible();
  await expect(page.getByText('Usually starts at 11:00 am.')).toBeVisible();
  await seeFreeTimes(page);
  await expect(heading(page)).toHaveText('When shall we come?');
  await expect(page.getByRole('button', { name: 'Keep 11:00 am' })).toBeVisible();
  await expect(page.locator('button[data-slot][aria-pressed=true] b')).toHaveText('11:00 am');
  const body = { packageID: id, addressID: customer.addressID, startTime: await freeTime(business) };
  const booked = await call(createJob, { body }, customer);
  await follow(page, `/dashboard/bookings/${booked.id}`);
  await expect(page.getByText(`Please have ready: ${said.suppliesToBePrepared}`)).toBeVisible();
  await call(cancelJob, { params: { id: booked.id }, body: {} }, customer);
  const nothing = { description: '', suppliesToBePrepared: '', startTime: '' };
  await call(updatePackage, { params: { id }, body: nothing }, office);
});

test('unavailable dates of a series', async ({ openPage }) => {
  const customer = await knownCustomer('Priya');
  const others = await signUp('Other', 'People');
  const first = await freeTime(business);
  await bookOut(business, others, minutesFrom(first, WEEK_MINUTES));
  await bookOut(business, others, minutesFrom(first, 2 * WEEK_MINUTES));
  const page = await openPage(customer, PHONE);
  const open = page.getByRole('group', { name: /^No one is free on / });

  await test.step('an unavailable date is moved or skipped before anything is held', async () => {
    await page.goto('/regular/new');
    await page.getByRole('radio', { name: 'A number of visits' }).check();
    await page.getByText('Other', { exact: true }).click();
    await page.getByLabel('Another number').selectOption('6');
    await seeFreeTimes(page);
    await page.locator(`[data-date="${first.slice(0, 10)}"]`).click();
    await page.locator(`[data-slot="${first}"]`).click();
    await expect(page.getByText('2 of 6 dates are not free.')).toBeVisible();
    await press(page, /^Keep /);

    await expect(heading(page)).toHaveText('Do these dates suit you?');
    await expect(open).toHaveCount(2);
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Decide on 2 dates first' })).toBeVisible();
    const nearest = open.first().getByRole('radio').first();
    await nearest.check();
    await expect(page.getByRole('button', { name: 'Decide on 1 date first' })).toBeVisible();
    // Decisions can be changed: another time, unskipping a visit, and back.
    await open.first().getByRole('radio').nth(1).check();
    await expect(nearest).not.toBeChecked();
    const skip = open.last().getByRole('radio', { name: 'Skip this visit' });
    await skip.check();
    await expect(page.getByRole('button', { name: 'Keep 5 visits' })).toBeVisible();
    await open.last().getByRole('radio').first().check();
    await expect(page.getByRole('button', { name: 'Keep 6 visits' })).toBeVisible();
    await skip.check();
    await press(page, 'Keep 5 visits');
    await press(page, 'Continue to payment');
    await expect(page.getByText('5 visits from ', { exact: false }).first()).toBeVisible();
  });

  await test.step('a later date booked by others before payment needs a new decision, and can then be paid', async () => {
    await page.getByRole('radio', { name: /^All 5 visits now/ }).check();
    await expect(page.getByRole('button', { name: 'Pay S$500.00' })).toBeEnabled();
    // One customer may hold few visits at once.
    await bookOut(business, await signUp('Other', 'Family'), minutesFrom(first, 5 * WEEK_MINUTES));
    await press(page, 'Pay S$500.00');
    await expect(page.getByRole('alert')).toContainText('Someone has just booked one of the later dates');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Look at your dates again' }).click();
    await expect(heading(page)).toHaveText('Do these dates suit you?');
    await open.last().getByRole('radio', { name: 'Skip this visit' }).check();
    await press(page, 'Keep 4 visits');
    await press(page, 'Continue to payment');
    await expect(page.getByText('4 visits from ', { exact: false }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /^All 4 visits now/ }).check();
    await press(page, 'Pay S$400.00');
    await expect(heading(page)).toHaveText(/^Booked\./);
    await expect(page.getByText('4 visits, 16 hours in all.', { exact: false })).toBeVisible();
    await expectAccessible(page);
  });
});

test('entered data is still there the next day, until the customer starts over', async ({ openPage }) => {
  const page = await openPage(null, PHONE);
  await page.goto('/bookmovingin-outcleaning/new');
  await expect(page.getByRole('radio', { name: /^HDB 4-room/ })).toBeChecked();
  await typePostal(page);
  await holdFirstTime(page);
  await expect(heading(page)).toHaveText('Which block and unit?');
  // A new window has what the browser keeps, and nothing of the session.
  const tomorrow = await page.context().newPage();
  await page.close();
  await tomorrow.setViewportSize(PHONE.viewport);
  await tomorrow.goto('/bookmovingin-outcleaning/new');
  await expect(tomorrow.getByText('We kept what you entered on', { exact: false })).toBeVisible();
  await expect(tomorrow.getByLabel('Postal code')).toHaveValue('310145');
  await expectAccessible(tomorrow);
  await press(tomorrow, 'Start over');
  await expect(tomorrow.getByLabel('Postal code')).toHaveValue('');
  await tomorrow.reload();
  await expect(tomorrow.getByLabel('Postal code')).toHaveValue('');
});

test('by keyboard only, a series is booked with decisions about unavailable dates, and its customer writes to the office', async ({
  openPage,
}) => {
  const customer = await knownCustomer('Farah');
  const page = await openPage(customer, DESK);
  const arriveAt = async (title: string | RegExp) => {
    await expect(heading(page)).toHaveText(title);
    await expect(heading(page)).toBeFocused();
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/select-service');
  await tabTo(page, page.getByRole('radio', { name: /One-time/ }));
  await page.keyboard.press('ArrowUp');
  await tabAndEnter(page, page.getByRole('link', { name: 'Choose regular' }));
  await arriveAt('Where is home, and how big is it?');
  await tabTo(page, page.getByRole('radio', { name: 'Weekly' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Fortnightly' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: 'Until I stop' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('radio', { name: '4', exact: true }));
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, page.getByLabel('Another number'));
  await page.keyboard.press('ArrowUp');
  await tabAndEnter(page, button('See free times'));
  await arriveAt('When shall we come?');
  await tabTo(page, page.locator('[data-slot][tabindex="0"]'));
  await page.keyboard.press('Space');
  await tabAndEnter(page, button(/^Keep /));
  await arriveAt('Do these dates suit you?');
  await decideByKeys(page);
  await tabAndEnter(page, button('Keep 3 visits'));
  await arriveAt('Anything we should know?');
  await tabAndEnter(page, button('Continue to payment'));
  await arriveAt('Check and pay');
  await expect(page.getByRole('radio', { name: /^After each visit/ })).toBeChecked();
  await tabAndEnter(page, button('Book, pay later by card'));
  await arriveAt(/^Booked\./);
  await expect(page.getByText('3 visits, 12 hours in all. Nothing was charged yet.')).toBeVisible();
  await expectAccessible(page);
  await tabAndEnter(page, page.getByRole('link', { name: 'See your booking' }));
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText('S$100.00 is charged to your saved card after the visit.')).toBeVisible();
  await expectAccessible(page);
  await tabAndType(page, 'Your message', 'Please ring twice.');
  await tabAndEnter(page, button('Send message'));
  await expect(page.getByText('Sent. We answer here, and by e-mail.')).toBeVisible();
  await expectAccessible(page);
});

/** Takes the nearest time for every date that earlier tests have taken. */
async function decideByKeys(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Keep|Decide on) \d/ })).toBeVisible();
  for (const group of await page.getByRole('group', { name: NOT_FREE }).all()) {
    await tabTo(page, group.getByRole('radio').first());
    await page.keyboard.press('Space');
    await expect(group.getByRole('radio').first()).toBeChecked();
  }
}

test('a signed-out customer signs in and repeats a booking', async ({ openPage }) => {
  const customer = await knownCustomer('Meera');
  const before = await cancelledVisit(customer, 'one-time');
  const page = await openPage(null, PHONE);
  await page.goto(bookAgainAddress(before));
  await page.getByLabel('Mobile number').fill(customer.mobile);
  await press(page, 'Text me a code');
  await page.getByLabel('6-digit code').fill(await newestCode(customer.mobile, 1));
  await press(page, /^Keep /);
  await expect(page.getByText(/^Held 1[45]:\d\d$/)).toBeVisible();
});

// The last one: it moves the clock to the visit, which ends the sessions of the others.
test('a new customer books a series on a phone with a minimum of typing', async ({ openPage }) => {
  const page = await openPage(null, PHONE);
  await answerFromMap(page);
  const mobile = newMobile();
  await countEffort(page);
  await page.goto('/regular');
  await typePostal(page);
  await holdFirstTime(page);
  await keepDates(page);
  await test.step('a booking asks for the unit only', async () => {
    await expect(heading(page)).toHaveText('Which block and unit?');
    await expect(page.getByLabel('Block and street')).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
    await page.getByLabel('Unit').fill('#08-112');
    await press(page, 'Use this address');
  });
  await press(page, 'Continue to your number');
  await page.getByLabel('Mobile number').fill(mobile);
  await press(page, 'Text me a code');
  await page.getByLabel('6-digit code').fill(await newestCode(mobile));
  await expect(heading(page)).toHaveText('Nice to meet you');
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('First name').fill('Hui Min');
  await page.getByLabel('E-mail').fill(`new.${mobile}@example.sg`);
  await press(page, 'Create my account');
  await expect(page.getByText('Each visit', { exact: true }).first()).toBeVisible();
  await typeCard(page, GOOD_CARD);
  await press(page, payLabel('regular'));
  await expect(heading(page)).toHaveText(/^Booked\./);
  const { presses, letters } = await countedInput(page);
  // Two minutes: 1.5 s per press, a third of a second per letter, and the time for the code to arrive.
  expect(presses * 1.5 + letters / 3).toBeLessThan(100);
  const file = page.waitForEvent('download');
  await press(page, 'Calendar');
  expect((await file).suggestedFilename()).toBe('kemas.ics');

  await test.step('the card pays once the crew has clocked out, and the series goes on', async () => {
    await page.getByRole('link', { name: 'See your booking' }).click();
    await expect(page.getByText('Every week on ', { exact: false })).toBeVisible();
    await expectAccessible(page);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const params = { id };
    const visit = await call(getJob, { params }, await openOffice());
    const clock = (at: string) => ({ at, reason: 'Her phone was flat' });
    await setClock(visit.endTime);
    const office = await openOffice(); // the session of the days before is over
    await call(startJob, { params, body: clock(visit.startTime) }, office);
    await call(finishJob, { params, body: clock(visit.endTime) }, office);
    await passMinutes(1);
    const status = async () => (await call(getJob, { params }, office)).status;
    await expect.poll(status, { timeout: 90_000 }).toBe('paid');
  });
});
