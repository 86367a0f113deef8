import { expect, type Page } from '@playwright/test';
import { listSignUpLog } from '#features/people/customers/contract/sign-up-log.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading, holdFirstTime, payWith, press, times, typeAddress, typePostal } from './support/booking.ts';
import { AISYAH, book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { newestCode } from './support/codes.ts';
import { cleanerSession, newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

/** Opens a page, waits for its last part, and checks its accessibility. */
async function checkPage(page: Page, path: string, lastPart: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(lastPart).first()).toBeVisible();
  await expectAccessible(page);
}

test('each step of a booking, and its confirmation', async ({ page }) => {
  const mobile = newMobile();
  await checkPage(page, '/one-time/new', 'Bring them along');
  await press(page, 'See free times');
  await expect(page.getByText('A postal code has six digits.')).toBeVisible();
  await expectAccessible(page);
  await typePostal(page);
  await expect(times(page).first()).toBeVisible();
  await expectAccessible(page);
  await holdFirstTime(page);
  // Prefilled from the postal code.
  await page.getByLabel('Block and street').fill('');
  await press(page, 'Use this address');
  await expect(page.getByText('Enter the block and street.')).toBeVisible();
  await expectAccessible(page);
  await typeAddress(page);
  await expect(heading(page)).toHaveText('Anything we should know?');
  await expectAccessible(page);
  await press(page, 'Continue to your number');
  await page.getByLabel('Mobile number').fill(mobile);
  await press(page, 'Text me a code');
  await expect(heading(page)).toHaveText('Enter the code');
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(await newestCode(mobile));
  await expect(heading(page)).toHaveText('Nice to meet you');
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Rachel');
  await page.getByLabel('E-mail').fill(`person.${mobile}@example.sg`);
  await press(page, 'Create my account');
  await expect(page.getByLabel('Card number')).toBeVisible();
  const logged = async () => (await call(listSignUpLog, { query: { q: mobile } }, business.office)).items;
  await expect.poll(async () => (await logged()).map(({ action }) => action)).toContain('Signed up');
  await expectAccessible(page);
  await payWith(page, '4242 4242 4242 4242');
  await expect(heading(page)).toHaveText(/^Booked\./);
  await expectAccessible(page);
});

test('the screens about a visit: customer, office and cleaner', async ({ openPage }) => {
  const rachel = await signUp('Rachel', 'Yeo');
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });
  const customer = await openPage(rachel);
  await checkPage(customer, '/dashboard', 'See visit');
  await checkPage(customer, '/dashboard/bookings', 'See visit');
  await checkPage(customer, `/dashboard/bookings/${job.id}`, 'Changes and cancellation');

  const office = await openPage(business.office);
  await checkPage(office, '/admin/jobs?status=*', 'Rachel Yeo');
  await checkPage(office, `/admin/jobs/${job.id}/view`, 'Not clocked in');
  await checkPage(office, `/admin/jobs/${job.id}/view?ask=crew-1`, 'Assign');
  await checkPage(office, '/admin/cleaners', 'Nur Aisyah');
  await checkPage(office, '/admin/cleaners/new', 'Add cleaner');

  const aisyah = await cleanerSession(AISYAH);
  const cleaner = await openPage(aisyah);
  await checkPage(cleaner, '/cleaner/upcoming', 'One-time, 4 hours');
  await setClock(job.startTime);
  await checkPage(cleaner, '/cleaner/dashboard', 'I have arrived');
  await checkPage(cleaner, `/cleaner/jobs/${job.id}`, 'Rachel Yeo');
  const visit = { params: { id: job.id }, body: {} };
  await call(startJob, visit, aisyah);
  await checkPage(cleaner, `/cleaner/jobs/${job.id}`, 'Mop every room');
  await setClock(minutesFrom(job.endTime, 1));
  await call(finishJob, visit, aisyah);
  await checkPage(cleaner, `/cleaner/jobs/${job.id}`, 'Job done. Thank you.');
  await checkPage(customer, '/dashboard', /^How was \w+day\?$/);
  await customer.getByRole('radio', { name: '4 stars' }).check();
  await expect(customer.getByLabel('What should we know?')).toBeVisible();
  await expectAccessible(customer);
});

test("the office's screens about a cleaner", async ({ openPage }) => {
  // The visit took hours, so a session opened before it would have expired.
  const office = await openPage(await openOffice());
  const at = `/admin/cleaners/${business.aisyah}`;
  await checkPage(office, `${at}/view`, 'Change hours');
  await expect(office.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await checkPage(office, `${at}/update`, 'Save Nur Aisyah');
  await checkPage(office, `${at}/availability`, 'Save hours');
  await checkPage(office, `${at}/schedule`, 'Set time off');
  await checkPage(office, '/admin/cleaners/set-unavailable-date', 'Block time');
});
