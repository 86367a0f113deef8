import { expect, type Page } from '@playwright/test';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

/** Shows a page, loaded if it is the first, waits for its last part, and checks its accessibility. */
async function checkPage(page: Page, path: string, lastPart: string | RegExp): Promise<void> {
  await (page.url() === 'about:blank' ? page.goto(path) : follow(page, path));
  await expect(page.getByText(lastPart).first()).toBeVisible();
  await expectAccessible(page);
}

test('the screens about a visit: customer, office and cleaner', async ({ openPage }) => {
  test.slow();
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Yeo');
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });
  const customer = await openPage(rachel);
  const review = customer.getByRole('button', { name: 'Send review' });
  await checkPage(customer, '/dashboard', 'See visit');
  await checkPage(customer, '/dashboard/bookings', 'See visit');
  await checkPage(customer, `/dashboard/bookings/${job.id}`, 'Changes and cancellation');
  await expect(customer.getByText('Nur Aisyah').first()).toBeVisible();
  await expect(review).toHaveCount(0);

  const office = await openPage(business.office);
  await checkPage(office, '/admin/jobs?status=*', 'Rachel Yeo');
  await checkPage(office, `/admin/jobs/${job.id}/view`, 'Not clocked in');
  await checkPage(office, `/admin/jobs/${job.id}/view?ask=crew-1`, 'Assign');
  await checkPage(office, '/admin/cleaners', 'Nur Aisyah');

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

  await test.step('after the visit the customer writes a review, once', async () => {
    await checkPage(customer, '/dashboard', /^How was \w+day\?$/);
    await customer.getByRole('radio', { name: '4 stars' }).check();
    await customer.getByLabel('What should we know?').fill('The kitchen shines. The balcony was missed.');
    await expectAccessible(customer);
    await review.click();
    await expect(customer.getByText('Thank you. We read every review.')).toBeVisible();
    await follow(customer, `/dashboard/bookings/${job.id}`);
    await expect(customer.getByText('The kitchen shines. The balcony was missed.')).toBeVisible();
    await expect(customer.getByText(/^4 stars, given on/)).toBeVisible();
    await expect(review).toHaveCount(0);
  });

  await test.step("the office's screens about a cleaner", async () => {
    // The visit took hours, so a session opened before it has expired.
    const page = await openPage(await openOffice());
    const at = `/admin/cleaners/${business.aisyah}`;
    await checkPage(page, `${at}/view`, 'Change hours');
    await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
    await checkPage(page, `${at}/update`, 'Save Nur Aisyah');
    await checkPage(page, `${at}/availability`, 'Save hours');
    await checkPage(page, `${at}/schedule`, 'Set time off');
    await checkPage(page, '/admin/cleaners/set-unavailable-date', 'Block time');
  });
});
