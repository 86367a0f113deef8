import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getJob } from '#features/jobs/contract.ts';
import { startJob } from '#features/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, MEI, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const API = '**/api/**';
const loseServer = (context: BrowserContext) =>
  context.route(API, (route) => route.abort('internetdisconnected'));

/** Ticks the hob and ends the visit, whatever is open. */
async function tickAndFinish(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Wipe the hob and the hood/ }).check();
  await page.getByRole('button', { name: /Finish job/ }).click();
  await page
    .getByRole('dialog', { name: /Finish now/ })
    .getByRole('button', { name: /Finish anyway/ })
    .click();
}

test('what a cleaner does without signal outlives the page, and is sent when the signal is back', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Koh');
  const job = await book(business, rachel, { startTime: await freeTime(), cleaner1ID: business.mei });
  await setClock(job.startTime);
  const mei = await cleanerSession(MEI);
  await call(startJob, { params: { id: job.id }, body: {} }, mei);
  await setClock(minutesFrom(job.endTime, 0));
  const office = await openOffice();

  const page = await openPage(mei, { viewport: { width: 390, height: 844 } });
  const context = page.context();
  const upcoming = page.getByRole('link', { name: /^Upcoming/ }).last();
  // Both pages are there before the signal goes: their code is fetched with the first visit.
  await page.goto(`/cleaner/jobs/${job.id}`);
  await expect(page.getByText('0 of 3 done', { exact: true })).toBeVisible();
  await upcoming.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Upcoming');
  await page.goBack();
  await expect(page.getByText('0 of 3 done', { exact: true })).toBeVisible();

  await context.setOffline(true);
  await tickAndFinish(page);
  await expect(page.getByText('1 tick and 1 clock-out will be sent later.')).toBeVisible();
  await expect(page.getByText(/^Finished .* Not sent yet/)).toBeVisible();
  await expectAccessible(page);
  await upcoming.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Upcoming');
  await expect(page.getByText('1 tick and 1 clock-out will be sent later.')).toBeVisible();

  // The page itself comes again, the server behind it is still out of reach.
  await loseServer(context);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText(/1 tick and 1 clock-out will be sent later\.$/)).toBeVisible();
  expect((await call(getJob, { params: { id: job.id } }, office)).stage).toBe('in-progress');

  await context.setOffline(true);
  await context.unroute(API);
  await context.setOffline(false);
  await expect(page.getByText(/sent later/)).toBeHidden();
  const done = await call(getJob, { params: { id: job.id } }, office);
  expect(done.stage).toBe('done');
  expect(done.checklist?.filter((line) => line.done).map((line) => line.english)).toEqual([
    'Wipe the hob and the hood',
  ]);
});

test('who signs out without signal finds what was not sent on coming back, and the next cleaner does not', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Goh');
  const job = await book(business, rachel, { startTime: await freeTime(), cleaner1ID: business.mei });
  await setClock(job.startTime);
  const office = await openOffice();
  const mei = await cleanerSession(MEI);
  const page = await openPage(mei, { viewport: { width: 390, height: 844 } });
  await page.goto('/cleaner/dashboard');
  const arrived = page.getByRole('button', { name: /I have arrived/ });
  await expect(arrived).toBeVisible();
  await loseServer(page.context());
  await arrived.click();
  await expect(page.getByText(/^Arrived .* Not sent yet/)).toBeVisible();
  await page.getByRole('button', { name: /Sign out/ }).click();
  await expect(page).toHaveURL('/');
  await page.context().unroute(API);

  const signIn = async (as: object) => {
    await page.evaluate((session) => {
      localStorage.setItem('params', JSON.stringify({ ...session, isSignedIn: true, staySignedIn: true }));
    }, as);
    await page.goto('/cleaner/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Today');
  };
  const started = async () => (await call(getJob, { params: { id: job.id } }, office)).stage;
  await signIn(await cleanerSession(AISYAH));
  await expect(page.getByText('No jobs today')).toBeVisible();
  expect(await started()).toBe('upcoming');
  await signIn(await cleanerSession(MEI));
  await expect(page.getByText('In progress')).toBeVisible();
  expect(await started()).toBe('in-progress');
});
