import { expect, type Page } from '@playwright/test';
import { listSettings, updateSettings } from '#features/catalogue/settings/contract.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { listHolidays, removeHoliday } from '#features/work/schedule/contract/holidays.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { continueToPay, heading, press, times, typePostal } from './support/booking.ts';
import { book, freeTime, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { signUp } from './support/people.ts';
import { test } from './support/test.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});
/** Restores the defaults for other tests. */
test.afterEach(async () => {
  const { office } = business;
  const { version } = await call(listSettings, {}, office);
  await call(updateSettings, { body: { ...DEFAULTS, version } }, office);
  const { items } = await call(listHolidays, { query: {} }, office);
  for (const { day } of items.filter(({ name }) => name === 'Polling Day'))
    await call(removeHoliday, { params: { day } }, office);
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => press(page, 'Save settings');
const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

/** The form's sticky bar covers content while scrolling, so accessibility is checked at the end of the page. */
async function expectAccessibleForm(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a visitor is offered times within the opening hours and notice set by the office', async ({
  openPage,
  page: visitor,
}) => {
  const page = await openPage(business.office);
  await page.goto('/admin/settings');
  await field(page, 'First visit starts').selectOption('11:00 am');
  await field(page, 'Last visit ends').selectOption('1:00 pm');
  await save(page);
  await expect(page.getByText('Leave at least 3 hours: the shortest visit takes that long.')).toBeVisible();
  await expect(field(page, 'Last visit ends')).toBeFocused();
  await expectAccessibleForm(page);
  await field(page, 'Last visit ends').selectOption('5:00 pm');
  await save(page);
  await saved(page);
  await page.getByRole('link', { name: 'Booking rules' }).click();
  await field(page, 'Notice for bookings').fill('2');
  await save(page);
  await saved(page);

  // Monday, just after 10:00: four hours can start from 12:30 on, and must end by 17:00.
  await visitor.goto('/select-service');
  await visitor.getByText('One-time', { exact: true }).first().click();
  await visitor.getByRole('link', { name: 'Choose One-time' }).click();
  await typePostal(visitor);
  await expect(heading(visitor)).toHaveText('When shall we come?');
  await visitor
    .getByRole('grid')
    .getByRole('button', { name: /times free$/ })
    .first()
    .click();
  await expect(times(visitor).locator('b')).toHaveText(['12:30 pm', '1:00 pm']);

  await press(page, /^Reset to default.*Notice for bookings$/);
  await expect(field(page, 'Notice for bookings')).toHaveValue('24');
  await save(page);
  await saved(page);
});

test("the second of two concurrent saves is refused, and keeps the user's input", async ({ openPage }) => {
  const [siti, ruth] = [await openPage(business.office), await openPage(business.office)];
  // A live event would show her the other change before she saves.
  await ruth.route('**/api/live*', () => undefined); // never answered
  for (const page of [siti, ruth]) await page.goto('/admin/settings/booking-rules');
  await field(ruth, 'Late fee').fill('30');
  await field(siti, 'How far ahead').fill('30');
  await save(siti);
  await saved(siti);
  await save(ruth);
  await expect(ruth.getByText('Your changes are not saved.', { exact: false })).toBeVisible();
  await expect(field(ruth, 'How far ahead')).toHaveValue('30');
  await expect(field(ruth, 'Late fee')).toHaveValue('30');
  await save(ruth);
  await saved(ruth);
  await ruth.goto('/terms-and-conditions');
  await expect(ruth.getByText('we keep 30% of its price', { exact: false })).toBeVisible();
});

test('a holiday closes its day, over booked visits only if acknowledged', async ({ openPage }) => {
  const startTime = await freeTime(business);
  const day = startTime.slice(0, 10);
  await book(business, await signUp('Priya', 'Nair'), { startTime });
  const page = await openPage(business.office);
  await page.goto('/admin/settings');
  await expect(heading(page)).toHaveText('Hours and holidays');
  await expect(page.getByText('Public holidays')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Add holiday');
  await expect(field(page, 'Day')).toBeFocused();
  await field(page, 'Day').fill(day);
  await field(page, 'Name').fill('Polling Day');
  await press(page, 'Add holiday');
  await expect(page.getByText('Polling Day has 1 booked job', { exact: false })).toBeVisible();
  await press(page, 'Close the day anyway');
  await expect(page.getByText('Polling Day added.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Polling Day' })).toContainText('Closed');
  const offered = await call(listTimeAvailable, { query: { date: day, hours: 4 } });
  expect(offered).toMatchObject({ slots: [], days: [{ closed: 'Polling Day' }] });

  await press(page, 'Remove Polling Day');
  await expect(page.getByText('removed.', { exact: false })).toBeVisible();
  const again = await call(listTimeAvailable, { query: { date: day, hours: 4 } });
  expect(again.slots?.length).toBeGreaterThan(0);
});

test('the payment page mentions GST once the business has a number, and only then', async ({ openPage }) => {
  const page = await openPage(business.office);
  await page.goto('/admin/settings/business');
  await expect(page.getByLabel('Registered for GST')).not.toBeChecked();
  const mentions = async (count: number) => {
    const customer = await openPage(await signUp('Daniel', 'Koh'));
    await continueToPay(customer);
    await expect(heading(customer)).toHaveText('Check and pay');
    await expect(customer.getByText('GST').first()).toHaveCount(count);
  };
  await mentions(0);
  await page.getByLabel('GST registration number').fill('M90312345A');
  await save(page);
  await saved(page);
  await mentions(1);
  await page.getByLabel('Registered for GST').uncheck();
  await save(page);
  await saved(page);
  await mentions(0);
});
