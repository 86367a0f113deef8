import { expect, type Page } from '@playwright/test';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import {
  BANK_ASKS_CARD,
  continueToPay,
  DECLINED_CARD,
  GOOD_CARD,
  heading,
  payWith,
  press,
  typeCard,
} from './support/booking.ts';
import { openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { passMinutes } from './support/clock.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { sellHours } from './support/packages.ts';
import { type Customer, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

test.beforeAll(async () => {
  await sellHours((await openTestBusiness()).office);
});

/** The gift code in the newest e-mail to an address. */
async function giftCodeFor(email: string): Promise<string> {
  const codes = async () => {
    const { items } = await call(sandboxMessages, { query: { to: email } });
    return items.flatMap(({ body }) => /^Code: (\S+)$/m.exec(body)?.[1] ?? []);
  };
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  return (await codes())[0] ?? '';
}

const emailOf = ({ mobile }: Customer) => `person.${mobile}@example.sg`;
const hoursLeft = (page: Page) => page.locator('p', { hasText: /^[\d.]+hours? left$/ });

/** Requests a code for a number on the page, and types it. */
async function typeCode(page: Page, mobile: string): Promise<void> {
  const before = await countCodes(mobile);
  await press(page, 'Text me a code');
  await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
}

/** Pays for the next free time with hours; ends on the booking's page. */
async function bookWithHours(page: Page): Promise<void> {
  await continueToPay(page);
  await expect(page.getByRole('radio', { name: /^Your hours/ })).toBeChecked();
  await press(page, /^(Pay with|Use) /);
}

test('a customer buys 24 hours, pays a visit with them, sends two to a friend who books with them, cancels, gets a refund and changes the card', async ({
  openPage,
}) => {
  test.slow();
  const rachel = await signUp('Rachel', 'Ong');
  const friend = await signUp('Mei', 'Tan');
  const page = await openPage(rachel, PHONE);

  await page.goto('/dashboard/credits');
  await expect(page.getByText('No hours yet')).toBeVisible();
  await expect(
    page.getByText('Buy 24 hours and an hour costs S$25 instead of S$27.', { exact: false }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Buy hours' }).click();
  await page.getByText('24 hours', { exact: true }).click();
  await press(page, 'Buy 24 hours');
  await page.getByText('Add a promo code').click();
  await page.getByLabel('Promo code').fill('NOSUCH');
  await press(page, 'Apply');
  await expect(page.getByText('We do not recognise this code.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await payWith(page, DECLINED_CARD);
  await expect(page.getByText('Nothing was charged.', { exact: false })).toBeVisible();
  await page.getByLabel('Keep this card for next time').check();
  await payWith(page, GOOD_CARD);
  await expect(heading(page)).toHaveText('24 hours, all yours.');
  await expect(page.getByText('You have 24 hours now.', { exact: false })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Receipt \d+$/)).toBeVisible();
  await expectAccessible(page);

  // Her sign-in is proof enough for two hours.
  await passMinutes(4 * 60 + 1);
  await bookWithHours(page);
  await expect(heading(page)).toHaveText(/^Booked\./);
  await page.getByRole('link', { name: 'See your booking' }).click();
  await expect(page).toHaveURL(/\/dashboard\/bookings\//);
  const booking = new URL(page.url()).pathname;
  await follow(page, '/dashboard');
  await expect(page.getByRole('heading', { name: '20 hours left' })).toBeVisible();
  await expect(page.getByText('24-hour pack at S$25 an hour.', { exact: false })).toBeVisible();

  await page.getByRole('link', { name: 'Buy or send' }).click();
  await expect(hoursLeft(page)).toHaveText('20hours left');
  await expect(page.getByText('Used for a visit')).toBeVisible();
  await page.getByRole('link', { name: 'Send hours' }).click();
  await page.getByLabel('Hours', { exact: true }).fill('2.3');
  await page.getByLabel('Your friend’s e-mail').fill(emailOf(friend));
  await press(page, /^Send/);
  await expect(page.getByText('Enter whole or half hours, like 2 or 2.5.')).toBeVisible();
  await page.getByLabel('Hours', { exact: true }).fill('2');
  await page.getByLabel('A message').fill('For your new home.');
  await expect(page.getByLabel('Your gift')).toContainText('For your new home.');
  await expect(page.getByText(/^Goes to /)).toBeVisible();
  const order = page.waitForRequest(/\/customers\/sendcredit$/);
  await press(page, 'Send 2 hours');
  // Only the typed values: a retry with other values would be another gift.
  const typed = { amount: 2, email: emailOf(friend), message: 'For your new home.' };
  expect((await order).postDataJSON()).toEqual(typed);
  await test.step('hours are sent from an old session with a code', async () => {
    await expect(page.getByText('To be sure it is you')).toBeVisible();
    await typeCode(page, rachel.mobile);
  });
  await expect(page.getByRole('heading', { name: 'On its way.' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: emailOf(friend) })).toContainText(
    'Waiting until',
  );

  const code = await giftCodeFor(emailOf(friend));
  const theirs = await openPage(null, PHONE);
  await test.step('the link in a gift’s e-mail leads through the sign-in to its code, which is then removed from the URL', async () => {
    await theirs.goto(`/dashboard/credits/send-receive#code=${code}`);
    await expect(theirs).toHaveURL(/\/signin\?next=%2Fdashboard%2Fcredits%2Fsend-receive$/);
    await theirs.getByLabel('Mobile number').fill(friend.mobile);
    await typeCode(theirs, friend.mobile);
    await expect(theirs.getByLabel('Gift code')).toHaveValue(code);
    await expect(theirs).toHaveURL(/\/send-receive$/);
  });
  await theirs.getByLabel('Gift code').fill('2222-2222-2222');
  await press(theirs, 'Claim the gift');
  await expect(theirs.getByText('We could not find this code', { exact: false })).toBeVisible();
  await theirs.getByLabel('Gift code').fill(code.toLowerCase().replaceAll('-', ' '));
  await press(theirs, 'Claim the gift');
  await expect(theirs.getByRole('heading', { name: '2 hours from Rachel Ong.' })).toBeVisible();
  await bookWithHours(theirs);
  await payWith(theirs, GOOD_CARD);
  await expect(heading(theirs)).toHaveText(/^Booked\./);

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: emailOf(friend) })).toContainText('Claimed');
  await follow(page, '/dashboard/account/payment-history');
  await expect(page.getByRole('listitem').filter({ hasText: 'Pack of hours' })).toContainText('S$600.00');

  await follow(page, booking);
  await press(page, /^Cancel/);
  const question = page.getByRole('dialog');
  await expect(question.getByText('4 hours', { exact: true }).last()).toBeVisible();
  await press(page, 'Cancel, get 4 hours back');
  await expect(page.getByText(/cancelled/i).first()).toBeVisible();
  await follow(page, '/dashboard/credits');
  await expect(hoursLeft(page)).toHaveText('22hours left');
  await expect(page.getByText('Back from a visit')).toBeVisible();

  await refundPack(await openPage(await openOffice()), 'S$600.00');
  await follow(page, '/dashboard/account/payment-history');
  const refund = page.getByRole('listitem').filter({ hasText: /^Refund/ });
  await expect(refund).toContainText('−S$50.00');
  await expect(refund).toContainText('Refunded to you');
  await expect(page.getByRole('listitem').filter({ hasText: 'Pack of hours' })).toContainText(
    'S$50.00 refunded',
  );
  const [creditNote] = await Promise.all([
    page.waitForEvent('download'),
    refund.getByRole('button', { name: /^Credit note/ }).click(),
  ]);
  expect(creditNote.suggestedFilename()).toMatch(/\.pdf$/);
  await expectAccessible(page);
  await follow(page, '/dashboard/credits');
  await expect(hoursLeft(page)).toHaveText('20hours left');
  await expect(page.getByText('Refunded to you')).toBeVisible();

  await page.getByRole('link', { name: 'Your card' }).click();
  await expect(page.getByText('Card ending 4242')).toBeVisible();
  await press(page, 'Replace card');
  await typeCard(page, DECLINED_CARD);
  await press(page, 'Save card');
  await expect(page.getByRole('alert')).toContainText('Your bank declined this card.');
  await expectAccessible(page);
  await typeCard(page, BANK_ASKS_CARD);
  await press(page, 'Save card');
  await press(page, 'Yes, it is me');
  await expect(page.getByText('From now on we charge the card ending 3220.')).toBeVisible();
});

/** The office refunds fifty dollars of Rachel's package, found by its price. */
async function refundPack(page: Page, price: string): Promise<void> {
  await page.goto('/admin/transactions?q=Rachel+Ong');
  await page
    .getByRole('row', { name: new RegExp(`Package of hours.*${price.replace('$', '\\$')}`) })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Reason').fill('Two hours she does not need');
  await press(page, 'Refund S$50.00');
  await expect(page.getByText('S$550.00 can still be refunded.', { exact: true })).toBeVisible();
}

test('a visitor chooses a package, signs in and returns to it', async ({ openPage }) => {
  const daniel = await signUp('Daniel', 'Koh');
  const page = await openPage(null, PHONE);
  await page.goto('/regular-purchase-credit-package');
  await page.getByRole('radio', { name: /^12 hours/ }).check();
  await press(page, 'Buy 12 hours');
  await page.getByLabel('Mobile number').fill(daniel.mobile);
  await typeCode(page, daniel.mobile);
  await expect(heading(page)).toHaveText('Check and pay');
  await expect(page.getByRole('heading', { name: '12 hours of cleaning' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay S$324.00' })).toBeVisible();
});
