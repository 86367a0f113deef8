import { expect } from '@playwright/test';
import { addReview, finishJob, startJob } from '#features/work/visits/contract.ts';
import { AISYAH, book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WORDS = 'Every window shines, even the louvres.';

test('a review waits, is published on the site, and is hidden again', async ({ openPage }) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Sim');
  const aisyah = await cleanerSession(AISYAH);
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });
  const visit = { params: { id: job.id }, body: {} };
  await setClock(job.startTime);
  await call(startJob, visit, aisyah);
  await setClock(minutesFrom(job.endTime, 5));
  await call(finishJob, visit, aisyah);
  await call(addReview, { params: { id: job.id }, body: { reviewStarts: 5, review: WORDS } }, rachel);

  const visitor = await openPage(null, PHONE);
  await visitor.goto('/reviews');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('What customers say');
  await expect(visitor.getByText('No reviews here yet')).toBeVisible();

  const office = await openPage(await openOffice(), PHONE);
  await office.goto('/admin/reviews?decision=waiting');
  await expect(office.getByText(WORDS)).toBeVisible();
  await office.setViewportSize({ width: 1440, height: 900 });
  await follow(office, '/admin/reviews');
  const decide = async (act: string) => {
    // Other tests have a Rachel Sim too.
    const own = office.getByRole('row').filter({ hasText: WORDS });
    await own.getByRole('button', { name: 'Actions for Rachel Sim' }).click();
    await office.getByRole('menuitem', { name: act }).click();
  };
  await decide('Show on the site');
  await expect(office.getByText('Rachel Sim’s review is on the site.')).toBeVisible();

  await visitor.reload();
  await expect(visitor.getByText(WORDS)).toBeVisible();
  await expect(visitor.getByText(/^Rachel, /)).toBeVisible();
  await expect(visitor.getByText('Sim')).toHaveCount(0);

  await decide('Hide');
  await expect(office.getByText('Rachel Sim’s review is hidden.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('No reviews here yet')).toBeVisible();
});
