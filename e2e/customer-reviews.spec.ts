import { expect } from '@playwright/test';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { AISYAH, book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, signUp } from './support/people.ts';
import { test } from './support/test.ts';

test('after the visit the customer writes a review, once', async ({ openPage }) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Sim');
  const aisyah = await cleanerSession(AISYAH);
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });
  const page = await openPage(rachel);
  await page.goto(`/dashboard/bookings/${job.id}`);
  await expect(page.getByText('Nur Aisyah').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send review' })).toHaveCount(0);

  const visit = { params: { id: job.id }, body: {} };
  await setClock(job.startTime);
  await call(startJob, visit, aisyah);
  await setClock(minutesFrom(job.endTime, 5));
  await call(finishJob, visit, aisyah);

  await page.goto('/dashboard');
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('What should we know?').fill('The kitchen shines. The balcony was missed.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Thank you. We read every review.')).toBeVisible();

  await page.goto(`/dashboard/bookings/${job.id}`);
  await expect(page.getByText('The kitchen shines. The balcony was missed.')).toBeVisible();
  await expect(page.getByText(/^4 stars, given on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send review' })).toHaveCount(0);
});
