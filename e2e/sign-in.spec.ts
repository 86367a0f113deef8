import { expect, type Page } from '@playwright/test';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import { payPackage } from '#features/money/credits/contract.ts';
import { signInCleaner } from '#features/people/cleaners/contract.ts';
import { signInCustomer, verifyCustomer } from '#features/people/customers/contract.ts';
import { makeCardToken, moveSandboxClock, sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness } from './support/business.ts';
import { call, Refused } from './support/call.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { sellHours } from './support/packages.ts';
import { type Customer, cleanerSession, hire, newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test.beforeAll(async () => {
  await sellHours((await openTestBusiness()).office);
});

async function letPass(minutes: number): Promise<void> {
  await call(moveSandboxClock, { body: { advance: minutes * 60 } });
}

/** Requests a code for the person's own number on the page, and types it. */
async function typeOwnCode(page: Page, mobile: string): Promise<void> {
  await expect(page.getByText('To be sure it is you')).toBeVisible();
  await expectAccessible(page);
  const before = await countCodes(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  const code = await newestCode(mobile, before);
  await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That is not the code we sent.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(code);
}

/** An attacker types two wrong codes, and requests codes until the number's daily limit is reached. */
async function attack(signIn: typeof signInCustomer | typeof signInCleaner, mobile: string): Promise<void> {
  await call(signIn, { body: { mobile } });
  for (let tries = 0; tries < 2; tries += 1)
    await call(verifyCustomer, { body: { mobile, otp: '000000' } }).catch(expectRefused);
  for (let isRefused = false; !isRefused; ) {
    await letPass(11);
    isRefused = await call(signIn, { body: { mobile } }).then(() => false, expectRefused);
  }
}

function expectRefused(error: unknown): true {
  expect(error).toBeInstanceOf(Refused);
  return true;
}

test('the office sees that a number was attacked and blocked, and unlocks it', async ({ openPage }) => {
  test.slow();
  const { mobile, id } = await signUp('Rachel', 'Ong');
  const rosnah = { firstname: 'Rosnah', lastname: 'Osman', mobile: newMobile() };
  const hired = await hire(await openOffice(), rosnah);
  await attack(signInCustomer, mobile);
  await attack(signInCleaner, rosnah.mobile);

  const office = await openPage(await openOffice());
  await office.goto(`/admin/customers/${id}/view`);
  const notice = office.getByText(/This number is being attacked\..* (9|10) unused codes, /);
  await expect(notice).toBeVisible();
  await expectAccessible(office);
  await expect(call(signInCustomer, { body: { mobile } })).rejects.toThrow('throttled');
  await office.getByRole('button', { name: 'Unlock number' }).click();
  await expect(office.getByText('The number is unlocked.')).toBeVisible();
  await expect(office.getByRole('button', { name: 'Unlock number' })).toBeHidden();
  await expect(notice).toBeVisible();
  await call(signInCustomer, { body: { mobile } });

  await office.goto(`/admin/cleaners/${hired.id}/view`);
  await expect(notice).toBeVisible();
  await expectAccessible(office);
  await office.getByRole('button', { name: 'Unlock number' }).click();
  await expect(office.getByText('The number is unlocked.')).toBeVisible();
  await call(signInCleaner, { body: { mobile: rosnah.mobile } });
});

const emailOf = ({ mobile }: Customer) => `person.${mobile}@example.sg`;

async function buyHours(customer: Customer): Promise<void> {
  const { items } = await call(listPackages, { query: { category: 'credit' } });
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
  const { token: stripeToken } = await call(makeCardToken, { body: card });
  await call(payPackage, { params: { id: items[0]?.id ?? '' }, body: { stripeToken } }, customer);
}

test('hours are sent from an old session with a code, and the sender is notified by e-mail', async ({
  openPage,
}) => {
  const [rachel, friend] = [await signUp('Rachel', 'Ong'), await signUp('Mei', 'Tan')];
  await buyHours(rachel);
  await letPass(4 * 60 + 1);
  const page = await openPage(rachel, PHONE);
  await page.goto('/dashboard/credits/send-receive');
  await page.getByLabel('Hours', { exact: true }).fill('2');
  await page.getByLabel('Your friend’s e-mail').fill(emailOf(friend));
  await page.getByLabel('A message').fill('For your new home.');
  await page.getByRole('button', { name: 'Send 2 hours' }).click();
  await typeOwnCode(page, rachel.mobile);
  await expect(page.getByRole('heading', { name: 'On its way.' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: emailOf(friend) })).toHaveCount(1);
  for (const email of [emailOf(friend), emailOf(rachel)])
    await expect
      .poll(async () => {
        const { items } = await call(sandboxMessages, { query: { to: email } });
        return items.some(({ body }) => body.includes('2 hours'));
      })
      .toBe(true);
});

test('a cleaner changes her number from an old session with codes of both numbers', async ({ openPage }) => {
  const rosnah = { firstname: 'Rosnah', lastname: 'Osman', mobile: newMobile() };
  await hire(await openOffice(), rosnah);
  const page = await openPage(await cleanerSession(rosnah), PHONE);
  await letPass(121);
  await page.goto('/cleaner/profile');
  await page.getByRole('button', { name: 'Change number' }).click();
  const mobile = newMobile();
  const before = await countCodes(mobile);
  await page.getByLabel('New mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await typeOwnCode(page, rosnah.mobile);
  await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
  await expect(page.getByText('Your number has changed.')).toBeVisible();
  await expect(page.getByText(`Codes go to +65 ${mobile.slice(0, 4)} ${mobile.slice(4)}.`)).toBeVisible();
});
