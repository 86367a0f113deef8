import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getJob } from '#features/work/jobs/contract.ts';
import { addTimeOff, listTimeAvailable } from '#features/work/schedule/contract.ts';
import { getVisitRecord } from '#features/work/visits/contract/visit-day.ts';
import { expectAccessible } from './support/axe.ts';
import { book, openTestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { daysFromNow, minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, hire, newMobile, openOffice, type Person, signUp, WEEK } from './support/people.ts';
import { persistedOnPhone } from './support/phone.ts';
import { test } from './support/test.ts';

test.use({ freshBrowser: true });

const PHONE = { viewport: { width: 390, height: 844 } };
const DAY_MS = 86_400_000;
type Visit = Awaited<ReturnType<typeof book>>;

/** Goes offline, closes the page and opens it again: everything done so far is still there. */
async function openWithoutSignal(context: BrowserContext, before: Page, address: string): Promise<Page> {
  await context.setOffline(true);
  await before.close();
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** The first three consecutive days from the day after tomorrow on which she can begin at nine; none is a holiday. */
async function threeDaysInARow(cleanerID: string): Promise<string[]> {
  const [from_date, to_date] = await daysFromNow(2, 16);
  const query = { from_date, to_date, hours: 4, numCleaners: 1, cleanerID };
  const { days } = await call(listTimeAvailable, { query });
  const open = days
    .filter(({ slots }) => slots.some(({ startTime }) => startTime.slice(11, 16) === '09:00'))
    .map(({ date }) => date);
  const first = open.findIndex((day, i) => Date.parse(open[i + 2] ?? '') - Date.parse(day) === 2 * DAY_MS);
  if (first === -1) throw new Error('Expected three free days in a row');
  return open.slice(first, first + 3);
}

/** A complete visit offline, with the page closed and reopened halfway. Returns the page at its end. */
async function cleanWithoutSignal(context: BrowserContext, open: Page, visit: Visit): Promise<Page> {
  await expect(open.getByRole('button', { name: /I have arrived/ })).toBeVisible();
  const first = await openWithoutSignal(context, open, '/cleaner/dashboard');
  await first.getByRole('button', { name: /I have arrived/ }).click();
  await first.getByRole('link', { name: /Back to the job/ }).click();
  await first.getByRole('checkbox', { name: /Wipe the hob and the hood/ }).check();
  await expect(first.getByText('1 tick and 1 clock-in will be sent later.')).toBeVisible();
  await first.close();
  const page = await context.newPage();
  await page.goto(`/cleaner/jobs/${visit.id}`);
  await expect(page.getByText('1 of 3 done', { exact: true })).toBeVisible();
  for (const line of [/Clean the sink/, /Mop every room/])
    await page.getByRole('checkbox', { name: line }).check();
  await page.getByRole('button', { name: /Finish job/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finish/ })
    .last()
    .click();
  await expect(page.getByText(/^Finished .* Not sent yet/)).toBeVisible();
  return page;
}

/** Checks that the office received the visit once and completely. */
async function expectSentOnce(page: Page, visit: Visit, office: Signed): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByText(/sent later/)).toBeHidden();
  await expect(page.getByText('Job done. Thank you.')).toBeVisible();
  const job = await call(getJob, { params: { id: visit.id } }, office);
  expect([job.stage, job.checklistDone]).toEqual(['done', 3]);
  const { crew } = await call(getVisitRecord, { params: { id: visit.id } }, office);
  expect(crew.map(({ start, finish }) => [start !== null, finish !== null])).toEqual([[true, true]]);
}

test("a cleaner's week: offline visits, the schedule, a day off, past visits", async ({ openPage }) => {
  const business = await openTestBusiness();
  const siti: Person = {
    firstname: `Siti ${newMobile().slice(-4)}`,
    lastname: 'Aminah',
    mobile: newMobile(),
  };
  const { id: cleaner1ID } = await hire(business.office, siti, WEEK);
  const rachel = await signUp('Rachel', 'Pang');
  const days = await threeDaysInARow(cleaner1ID);
  const visits: Visit[] = [];
  for (const day of days)
    visits.push(await book(business, rachel, { startTime: `${day}T09:00:00+08:00`, cleaner1ID }));
  const [wednesday, thursday, friday] = visits;
  if (!(wednesday && thursday && friday)) throw new Error('Expected visits on three days');

  // Monday: the whole week is listed.
  const monday = await openPage(await cleanerSession(siti), PHONE);
  await monday.goto('/cleaner/upcoming');
  for (const { id } of visits)
    await expect(monday.locator(`a[href="/cleaner/upcoming/${id}"]`)).toBeVisible();
  await expectAccessible(monday);
  await monday.close();

  // Wednesday and Thursday: in a basement and in a lift. Each evening everything is sent once.
  for (const visit of [wednesday, thursday]) {
    await setClock(visit.startTime);
    const office = await openOffice();
    const page = await openPage(await cleanerSession(siti), PHONE);
    const context = page.context();
    await page.goto('/cleaner/dashboard');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    // The visit is prefetched: it must be on the phone before it goes offline.
    await expect.poll(() => persistedOnPhone(page)).toContain(`/jobs/:id ${visit.id}`);
    const evening = await cleanWithoutSignal(context, page, visit);
    await expectAccessible(evening);
    await expectSentOnce(evening, visit, office);
    await context.close();
  }

  // Friday off from noon, set by the office. She sees it in her schedule, and her past visits.
  await setClock(minutesFrom(thursday.endTime, 60));
  const off = { startTime: `${days[2]}T14:00:00+08:00`, endTime: `${days[2]}T18:00:00+08:00` };
  await call(
    addTimeOff,
    { params: { id: cleaner1ID }, body: { ...off, description: 'Dentist' } },
    await openOffice(),
  );
  const page = await openPage(await cleanerSession(siti), PHONE);
  await page.goto('/cleaner/schedule');
  await expect(page.getByText('Dentist', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('9:00 am to 1:00 pm', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/cleaner/past');
  for (const { id } of [wednesday, thursday])
    await expect(page.locator(`a[href="/cleaner/past/${id}"]`)).toBeVisible();
  await expect(page.locator(`a[href="/cleaner/past/${friday.id}"]`)).toHaveCount(0);
  await expectAccessible(page);
});
