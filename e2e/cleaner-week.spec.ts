import { expect } from '@playwright/test';
import { addTimeOff, listTimeAvailable } from '#features/work/schedule/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { book, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { daysFromNow, minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, hire, newMobile, openOffice, type Person, signUp, WEEK } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const DAY_MS = 86_400_000;
type Visit = Awaited<ReturnType<typeof book>>;

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

test("a cleaner's week: upcoming visits, the schedule, a day off, past visits", async ({ openPage }) => {
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
  const signed = await cleanerSession(siti);
  const page = await openPage(signed, { viewport: { width: 390, height: 844 } });
  await page.goto('/cleaner/upcoming');
  for (const { id } of visits) await expect(page.locator(`a[href="/cleaner/upcoming/${id}"]`)).toBeVisible();

  for (const { id, startTime, endTime } of [wednesday, thursday]) {
    await setClock(startTime);
    await call(startJob, { params: { id }, body: {} }, signed);
    await setClock(endTime);
    await call(finishJob, { params: { id }, body: {} }, signed);
  }

  // Friday off from noon, set by the office. She sees it in her schedule, and her past visits.
  await setClock(minutesFrom(thursday.endTime, 60));
  const off = { startTime: `${days[2]}T14:00:00+08:00`, endTime: `${days[2]}T18:00:00+08:00` };
  await call(
    addTimeOff,
    { params: { id: cleaner1ID }, body: { ...off, description: 'Dentist' } },
    await openOffice(),
  );
  await page.goto('/cleaner/schedule');
  await expect(page.getByText('Dentist', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('9:00 am to 1:00 pm', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await follow(page, '/cleaner/past');
  for (const { id } of [wednesday, thursday])
    await expect(page.locator(`a[href="/cleaner/past/${id}"]`)).toBeVisible();
  await expect(page.locator(`a[href="/cleaner/past/${friday.id}"]`)).toHaveCount(0);
});
