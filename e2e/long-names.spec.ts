import { expect, type Page } from '@playwright/test';
import { book, freeTime, openTestBusiness } from './support/business.ts';
import { cleanerSession, hire, newMobile, signUp, WEEK } from './support/people.ts';
import { test } from './support/test.ts';

/** Sixty letters each, the maximum, most of them in one word. */
const FIRST = 'Bartholomewalexandermaximilianchristopher Wolfeschlegelstein';
const LAST = 'Krishnaswamyvenkataramanathanarayanaswamy Subramaniampillai';
const PHONE = { width: 390, height: 844 };

/** Opens a page, waits for its text, and checks that nothing overflows horizontally. */
async function fits(page: Page, path: string, words: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(words).first()).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, path).toBeLessThanOrEqual(0);
}

test('names of sixty letters do not break any screen about a visit', async ({ openPage }) => {
  const business = await openTestBusiness();
  const cleaner = { firstname: FIRST, lastname: LAST, mobile: newMobile() };
  const { id: cleaner1ID } = await hire(business.office, cleaner, WEEK);
  const who = await signUp(FIRST, LAST);
  const job = await book(business, who, { startTime: await freeTime(business), cleaner1ID });

  const customer = await openPage(who, { viewport: PHONE });
  await fits(customer, '/dashboard', 'See visit');
  await fits(customer, '/dashboard/bookings', 'See visit');
  await fits(customer, `/dashboard/bookings/${job.id}`, 'Changes and cancellation');

  const phone = await openPage(await cleanerSession(cleaner), { viewport: PHONE });
  await fits(phone, '/cleaner/upcoming', 'One-time, 4 hours');
  await fits(phone, `/cleaner/upcoming/${job.id}`, FIRST);

  const small = await openPage(business.office, { viewport: PHONE });
  await fits(small, `/admin/jobs/${job.id}/view`, 'Not clocked in');
  const desk = await openPage(business.office, { viewport: { width: 1440, height: 900 } });
  await fits(desk, `/admin/jobs?q=${FIRST.slice(0, 20)}`, FIRST);
  const row = desk.getByRole('row').filter({ hasText: FIRST.slice(0, 20) });
  await expect(row.getByText('104.00')).toBeInViewport();
});
