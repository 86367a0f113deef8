import { expect, type Page } from '@playwright/test';
import { listSettings, updateSettings } from '#features/catalogue/settings/contract.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { continueToPay, heading, press, times, typePostal } from './support/booking.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
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
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => press(page, 'Save settings');
const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

test('a visitor is offered times within the opening hours and notice set by the office', async ({
  openPage,
  page: visitor,
}) => {
  const page = await openPage(business.office);

  await test.step('the office sets opening hours and notice', async () => {
    await page.goto('/admin/settings');
    await field(page, 'First visit starts').selectOption('11:00 am');
    await field(page, 'Last visit ends').selectOption('1:00 pm');
    await save(page);
    await expect(page.getByText('Leave at least 3 hours: the shortest visit takes that long.')).toBeVisible();
    await expect(field(page, 'Last visit ends')).toBeFocused();
    await field(page, 'Last visit ends').selectOption('5:00 pm');
    await save(page);
    await saved(page);
    await page.getByRole('link', { name: 'Booking rules' }).click();
    await field(page, 'Notice for bookings').fill('2');
    await save(page);
    await saved(page);
  });

  await test.step('a visitor is offered times within them', async () => {
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
  });

  await test.step('the default is restored', async () => {
    await press(page, /^Reset to default.*Notice for bookings$/);
    await expect(field(page, 'Notice for bookings')).toHaveValue('24');
    await save(page);
    await saved(page);
  });

  await test.step("the second of two concurrent saves is refused, and keeps the user's input", async () => {
    // A live event would show the other change before this one is saved.
    await page.route('**/api/live*', () => undefined); // never answered
    await page.reload();
    await field(page, 'Late fee').fill('30');
    const { version } = await call(listSettings, {}, business.office);
    await call(updateSettings, { body: { horizonDays: 30, version } }, business.office);
    await save(page);
    await expect(page.getByText('Your changes are not saved.', { exact: false })).toBeVisible();
    await expect(field(page, 'How far ahead')).toHaveValue('30');
    await expect(field(page, 'Late fee')).toHaveValue('30');
    await save(page);
    await saved(page);
  });
});

test('the payment page mentions GST once the business has a number, and only then', async ({ openPage }) => {
  const page = await openPage(business.office);
  await page.goto('/admin/settings/business');
  await expect(page.getByLabel('Registered for GST')).not.toBeChecked();
  const mentions = async (count: number) => {
    const customer = await openPage(await signUp('Daniel', 'Koh'));
    await continueToPay(customer);
    await expect(heading(customer)).toHaveText('Check and pay');
    await expect(customer.getByLabel('Card number')).toBeVisible();
    await expect(customer.getByText('GST').first()).toHaveCount(count);
  };
  await mentions(0);
  await page.getByLabel('GST registration number').fill('M90312345A');
  await save(page);
  await saved(page);
  await expect(page.getByLabel('Registered for GST')).toBeChecked();
  await mentions(1);
});
