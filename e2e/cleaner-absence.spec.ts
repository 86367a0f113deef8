import { expect, type Page } from '@playwright/test';
import { listSettings, updateSettings } from '#features/catalogue/settings/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { tabAndEnter, tabTo } from './support/keys.ts';
import { cleanerSession, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const OFFICE_PHONE = '+65 6123 4567';

/** The morning of a visit of Aisyah, an hour and a half before it. */
async function morning(lastname: string) {
  const business = await openTestBusiness();
  const customer = await signUp('Rachel', lastname);
  const startTime = await freeTime(business);
  const visit = await book(business, customer, { startTime, cleaner1ID: business.aisyah });
  await setClock(minutesFrom(startTime, -90));
  // Earlier sessions have ended.
  const office = await openOffice();
  const { version } = await call(listSettings, {}, office);
  await call(updateSettings, { body: { businessPhone: OFFICE_PHONE, version } }, office);
  return { business, visit, office, cleaner: await cleanerSession(AISYAH) };
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('a cleaner says that they cannot come', async ({ openPage }) => {
  const { business, visit, office, cleaner } = await morning('Absence');
  const phone = await openPage(cleaner, PHONE);
  await phone.goto('/cleaner/dashboard');
  const sheet = phone.getByRole('dialog', { name: /I cannot come/ });
  const told = sheet.getByText('We have been told. Get well.');

  await test.step('by keyboard only: a cleaner reports it for several days, and takes it back', async () => {
    await tabAndEnter(phone, button(phone, /I cannot come/));
    await tabTo(phone, phone.getByRole('radio', { name: /Only today/ }));
    await phone.keyboard.press('ArrowDown');
    await expect(phone.getByRole('radio', { name: /Until tomorrow/ })).toBeChecked();
    await tabAndEnter(phone, phone.getByRole('button', { name: /^Next/ }));
    await tabAndEnter(phone, phone.getByRole('button', { name: /Tell the office/ }));
    await expect(told).toBeVisible();
    await phone.keyboard.press('Escape');
    await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();
    await tabAndEnter(phone, button(phone, /I can come 我/));
    await expect(phone.getByText('Taken back. Your jobs stay as they are.')).toBeVisible();
    await expect(button(phone, /I cannot come/)).toBeVisible();
    expect((await call(getJob, { params: { id: visit.id } }, office)).lacksCrew).toBe(false);
  });

  await test.step('without signal the cleaner is told to call, with the number, and nothing is pretended', async () => {
    await phone.context().setOffline(true);
    await button(phone, /I cannot come/).tap();
    await expect(sheet.getByText('No signal. The office has not been told. Please call.')).toBeVisible();
    const callOffice = sheet.getByRole('link', { name: /Call office/ });
    await expect(callOffice).toContainText(OFFICE_PHONE);
    await expect(callOffice).toHaveAttribute('href', 'tel:+6561234567');
    await expect(sheet.getByRole('button', { name: /Tell the office/ })).toBeHidden();
    await expectAccessible(phone);
    await phone.setViewportSize(PHONE.viewport);
    await phone.context().setOffline(false);
    await expect(sheet.getByRole('radio', { name: /Sick/ })).toBeChecked();
    await sheet.getByRole('button', { name: /^Next/ }).tap();
    await expect(sheet.getByText('The office is told at once.')).toBeVisible();

    // The connection breaks while it is being sent.
    await phone.context().route('**/api/absences', (route) => route.abort('internetdisconnected'));
    await sheet.getByRole('button', { name: /Tell the office/ }).tap();
    await expect(sheet.getByText(/We do not know whether the office has been told/)).toBeVisible();
    await expectAccessible(phone);
    await phone.setViewportSize(PHONE.viewport);
    await phone.context().unroute('**/api/absences');
    await sheet.getByRole('button', { name: /Tell the office/ }).dblclick();
    await expect(told).toBeVisible();
    await sheet
      .getByRole('button', { name: /^Close/ })
      .last()
      .tap();
    await expect(phone.getByText('We have been told. Get well.')).toBeVisible();
    await expect(button(phone, /I cannot come/)).toBeHidden();
    await expectAccessible(phone);
  });

  await test.step('the office covers the visits from the overview', async () => {
    const query = { cleanerID: business.aisyah, from_date: visit.startTime.slice(0, 10) };
    const periods = await call(listUnavailableDates, { query }, office);
    const timeOff = Array.isArray(periods) ? periods.filter(({ kind }) => kind === 'time-off') : [];
    expect(timeOff.map(({ description }) => description)).toEqual(['Sick']);

    const desk = await openPage(office, { viewport: { width: 1440, height: 900 } });
    await desk.goto('/admin/overview');
    const first = desk.getByRole('listitem').filter({ hasText: 'cannot come today' }).first();
    await expect(first).toContainText('Sick. 1 visit');
    await first.getByRole('link', { name: 'Cover visits' }).click();
    await expect(desk.getByText(/^Told us on .*: sick, until/)).toBeVisible();
    await desk.getByRole('button', { name: 'Cover 1' }).click();
    await expect(desk.getByText('1 visit is taken care of.')).toBeVisible();
    const { cleaners } = await call(getJob, { params: { id: visit.id } }, office);
    expect(cleaners.map(({ id }) => id)).not.toContain(business.aisyah);
    await expect(phone.getByText('The office is taking care of your jobs.')).toBeVisible();
    await expect(button(phone, /I can come 我/)).toBeHidden();
  });
});
