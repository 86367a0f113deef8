import { expect, type Page } from '@playwright/test';
import { listMessages } from '#features/messages/messages/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { expectAccessible, expectAccessibleEverywhere } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

async function crewOf(office: Signed, id: string): Promise<string[]> {
  const { cleaners } = await call(getJob, { params: { id } }, office);
  return cleaners.map((cleaner) => cleaner.id);
}

async function linkSentAbout(office: Signed, jobID: string): Promise<string> {
  const { items } = await call(listMessages, { query: { jobID } }, office);
  const links = items.flatMap(({ body }) => /\/visit-choice#\S+/.exec(body)?.[0] ?? []);
  return links[0] ?? '';
}

/** A visit of Aisyah, on whose day it is half past seven. */
async function sickMorning(business: TestBusiness, lastname: string) {
  const customer = await signUp('Rachel', lastname);
  const startTime = await freeTime(business);
  const visit = await book(business, customer, { startTime, cleaner1ID: business.aisyah });
  await setClock(minutesFrom(startTime, -90));
  // Sessions of two days ago have ended.
  return { visit, office: await openOffice() };
}

async function sayWhoIsSick(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('sick aisyah');
  await expect(page.getByRole('option', { name: /is sick today/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /cannot come/ })).toBeVisible();
}

test('a cleaner is sick: two presses cover her visits, and Undo puts everything back', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const { visit, office } = await sickMorning(business, 'Sickday');
  const page = await openPage(office, DESK);
  await page.goto('/admin/overview');
  await sayWhoIsSick(page);
  await expect(page.getByText('Rachel Sickday, Balestier')).toBeVisible();
  // Cleaners of other tests are free, too, so it may be any of them.
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(page.getByText(/ will come\./)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Cover 1' }).click();
  await expect(page.getByText('1 visit is settled.')).toBeVisible();
  expect(await crewOf(office, visit.id)).not.toEqual([business.aisyah]);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Everything is as before, and nobody was told.')).toBeVisible();
  expect(await crewOf(office, visit.id)).toEqual([business.aisyah]);
  await expectAccessible(page);
});

test('by keyboard only: the customer is asked, and chooses another time on the link', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const { visit, office } = await sickMorning(business, 'Asked');
  const page = await openPage(office, DESK);
  await page.goto('/admin/jobs');
  await sayWhoIsSick(page);
  const ask = page.getByRole('radio', { name: /Ask the customer/ });
  await page.getByRole('radio').first().focus();
  while (!(await ask.isChecked())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 visit is settled.')).toBeVisible();

  // The message leaves once it can no longer be undone.
  const link = () => linkSentAbout(office, visit.id);
  await expect.poll(link, { timeout: 120_000 }).not.toBe('');
  const phone = await openPage(null, { viewport: { width: 390, height: 844 } });
  await phone.goto(await link());
  await expect(phone.getByText(/nobody can come/)).toBeVisible();
  await expectAccessibleEverywhere(phone);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText(/^Done\. Your clean is now on/)).toBeVisible();
  const moved = await call(getJob, { params: { id: visit.id } }, office);
  expect(moved.startTime).not.toBe(visit.startTime);
  expect(moved.cleaners.map(({ id }) => id)).toEqual([business.aisyah]);
});
