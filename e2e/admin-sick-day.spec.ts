import { expect, type Page } from '@playwright/test';
import { getJob } from '#features/work/jobs/contract.ts';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom, passMinutes, setClock } from './support/clock.ts';
import { countEffort, countedInput } from './support/effort.ts';
import { tabTo } from './support/keys.ts';
import { type Customer, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };

async function crewOf(office: Signed, id: string): Promise<string[]> {
  const { cleaners } = await call(getJob, { params: { id } }, office);
  return cleaners.map((cleaner) => cleaner.id);
}

/** As received: the office's log does not show it. */
async function linkSentTo({ mobile }: Customer): Promise<string> {
  const { items } = await call(sandboxMessages, { query: { to: mobile } });
  const links = items.flatMap(({ body }) => /\/p\/[a-z2-9]{7}/.exec(body)?.[0] ?? []);
  return links[0] ?? '';
}

/** A visit of Aisyah, on whose day it is half past seven. */
async function sickMorning(business: TestBusiness, lastname: string) {
  const customer = await signUp('Rachel', lastname);
  const startTime = await freeTime(business);
  const visit = await book(business, customer, { startTime, cleaner1ID: business.aisyah });
  await setClock(minutesFrom(startTime, -90));
  // Sessions of two days ago have ended.
  return { visit, customer, office: await openOffice() };
}

async function sayWhoIsSick(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('sick aisyah');
  await expect(page.getByRole('option', { name: /^Nur Aisyah Rahman is sick today/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /cannot come/ })).toBeVisible();
}

test('a cleaner is sick: her visits are covered, put back, and by keyboard the customer is asked', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const { visit, customer, office } = await sickMorning(business, 'Sickday');
  const page = await openPage(office, DESK);

  await test.step('two presses cover her visits, and Undo puts everything back', async () => {
    await page.goto('/admin/overview');
    await sayWhoIsSick(page);
    await expect(page.getByText('Rachel Sickday, Balestier')).toBeVisible();
    await expect(page.getByLabel('Time off')).toHaveValue('Sick');
    await expect(page.getByRole('textbox', { name: 'First day' })).not.toHaveValue('');
    // Cleaners of other tests are free, too, so it may be any of them.
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.getByText(/ will come\./)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cover 1' }).click();
    await expect(page.getByText('1 visit is taken care of.')).toBeVisible();
    expect(await crewOf(office, visit.id)).not.toEqual([business.aisyah]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('Everything is as before, and nobody was told.')).toBeVisible();
    expect(await crewOf(office, visit.id)).toEqual([business.aisyah]);
  });

  await test.step('by keyboard only: the customer is asked, and chooses another time on the link', async () => {
    const ask = page.getByRole('radio', { name: /Ask the customer/ });
    await tabTo(page, page.getByRole('radio').first());
    while (!(await ask.isChecked())) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 visit is taken care of.')).toBeVisible();
    // Covering them again sets the time off again.
    const query = { cleanerID: business.aisyah, from_date: visit.startTime.slice(0, 10) };
    const periods = await call(listUnavailableDates, { query }, office);
    const timeOff = Array.isArray(periods) ? periods.filter(({ kind }) => kind === 'time-off') : [];
    expect(timeOff).toHaveLength(1);
    // From the result, which has the focus, Undo is the next stop.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();

    // The message leaves once it can no longer be undone.
    await passMinutes(1);
    const link = () => linkSentTo(customer);
    await expect.poll(link).not.toBe('');
    const phone = await openPage(null, { viewport: { width: 390, height: 844 } });
    await phone.goto(await link());
    await expect(phone.getByText(/nobody can come/)).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText(/^Done\. Your clean is now on/)).toBeVisible();
    const moved = await call(getJob, { params: { id: visit.id } }, office);
    expect(moved.startTime).not.toBe(visit.startTime);
    expect(moved.cleaners.map(({ id }) => id)).toEqual([business.aisyah]);
  });
});

/** Presses on the screen, by finger or mouse. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await countEffort(page);
  return async () => (await countedInput(page)).presses;
}

test('on a tablet, with a finger: sick at half past seven in four taps', { tag: '@deep' }, async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const { visit, office } = await sickMorning(business, 'Tablet');
  const page = await openPage(office, TABLET);
  const presses = await countPresses(page);
  await page.goto('/admin/overview');
  await expect(heading(page)).toBeVisible();
  await page.getByRole('button', { name: /^Search/ }).tap();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('sick aisyah');
  await page.getByRole('option', { name: /^Nur Aisyah Rahman is sick today/ }).tap();
  await expect(page.getByText('Rachel Tablet, Balestier')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cover 1' }).tap();
  await expect(page.getByText('1 visit is taken care of.')).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(4);
  expect(await crewOf(office, visit.id)).not.toEqual([business.aisyah]);
  await expectAccessible(page);
});

test('two people cover the same cleaner at once: one succeeds, and both see the truth', {
  tag: '@deep',
}, async ({ openPage }) => {
  const business = await openTestBusiness();
  const { visit, office } = await sickMorning(business, 'Twice');
  const pages = [await openPage(office, DESK), await openPage(office, TABLET)] as const;
  const address = `/admin/cleaners/cover?cleanerID=${business.aisyah}`;
  const cover = (page: Page) => page.getByRole('button', { name: 'Cover 1' });
  for (const page of pages) {
    await page.goto(address);
    await expect(cover(page)).toBeVisible();
  }
  await Promise.all(pages.map((page) => cover(page).click()));
  const isCovered = (page: Page) => page.getByText('1 visit is taken care of.').isVisible();
  const refused = (page: Page) => page.getByText(/no longer theirs|changed since/).isVisible();
  await expect
    .poll(async () => {
      const [done, not] = [await Promise.all(pages.map(isCovered)), await Promise.all(pages.map(refused))];
      return [done.filter(Boolean).length, not.filter(Boolean).length];
    })
    .toEqual([1, 1]);
  for (const page of pages) await expect(cover(page)).toBeHidden();
  expect(await crewOf(office, visit.id)).not.toContain(business.aisyah);
});
