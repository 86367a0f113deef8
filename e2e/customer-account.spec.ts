import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  createAddress,
  listAddresses,
  signInCustomer,
  verifyCustomer,
} from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { answerFromMap } from './support/booking.ts';
import { call, type Signed } from './support/call.ts';
import { passMinutes } from './support/clock.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { type Customer, newMobile, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Requests a code for the customer's own number on the page, and types it. */
async function proveIt(page: Page, mobile: string): Promise<void> {
  const before = await countCodes(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
}

/** Signs in on a second phone. */
async function signInAgain({ mobile }: Customer): Promise<Signed> {
  const before = await countCodes(mobile);
  await call(signInCustomer, { body: { mobile } });
  const otp = await newestCode(mobile, before);
  return call(verifyCustomer, { body: { mobile, otp, staySignedIn: true } });
}

test('a customer edits her account on her phone', async ({ openPage }) => {
  const rachel = await signUp('Rachel', 'Ong');
  const mum = { postal: '520201', addressLine1: 'Blk 201 Tampines St 21', label: 'Mum' };
  await call(createAddress, { body: mum }, rachel);
  const page = await openPage(rachel, PHONE);
  await answerFromMap(page);

  await test.step('her details, homes and consents', async () => {
    await page.goto('/dashboard/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await expect(page.getByText('Blk 201 Tampines St 21')).toBeVisible();
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save my details' }).click();
    await expect(page.getByText('Tell us what to call you.')).toBeVisible();
    await page.getByLabel('First name').fill('Rachel Mei');
    const shown = page.getByLabel('Name as shown');
    await expect(shown).toHaveAccessibleDescription('Leave blank to show Rachel Mei Ong.');
    await shown.fill('Ong Rachel Mei');
    await page.getByLabel('Salutation').selectOption('Ms');
    await page.getByRole('button', { name: 'Save my details' }).click();
    await expect(page.getByText('Your details are saved.')).toBeVisible();

    await page.getByRole('button', { name: 'Make main Mum' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tampines' })).toContainText('Main home');
    await page.getByRole('button', { name: 'Remove Mum' }).click();
    await expect(page.getByText('Mum is removed.')).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tampines' })).toContainText('Main home');
    await page.getByRole('button', { name: 'Add a home' }).click();
    await page.getByLabel('Postal code').fill('31');
    await page.getByRole('button', { name: 'Save this home' }).click();
    await expect(page.getByText('A postal code has six digits.')).toBeVisible();
    await page.getByLabel('Postal code').fill('310145');
    await expect(page.getByText('Toa Payoh', { exact: false }).last()).toBeVisible();
    await test.step('a postal code fills in the rest of a home, which its owner can correct', async () => {
      const street = page.getByLabel('Block and street');
      await expect(street).toHaveValue('Blk 145 Lorong 2 Toa Payoh');
      await expect(page.getByText('From your postal code. Correct it if it is wrong.')).toBeVisible();
      await street.fill('Blk 10 Lor 8 Toa Payoh');
      await expect(page.getByText('From your postal code.')).toHaveCount(0);
    });
    await page.getByLabel('Building').fill('Toa Payoh Spring');
    await expect(page.getByLabel('Country')).toHaveCount(0);
    await page.getByLabel('Pets at home').check();
    await page.getByLabel('Preferred language').selectOption('Mandarin');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save this home' }).click();
    await expect(page.getByText('Blk 10 Lor 8 Toa Payoh').first()).toBeVisible();
    const homes = await call(listAddresses, { query: {} }, rachel);
    expect(homes.items.find(({ addressLine3 }) => addressLine3 === 'Toa Payoh Spring')).toMatchObject({
      postal: '310145',
      country: 'Singapore',
      languagePreference: 'Mandarin',
    });

    const bySms = page.getByRole('switch', { name: 'By SMS' });
    await expect(bySms).not.toBeChecked();
    await bySms.click(); // it switches once the server has saved it
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    const followUps = page.getByRole('switch', { name: /^Review requests/ });
    await expect(followUps).toBeChecked();
    await followUps.click();
    await expect(followUps).not.toBeChecked();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: /^Review requests/ })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'By SMS' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'In my inbox' })).not.toBeChecked();
  });

  await test.step('sensitive changes require one code for her number: a new address, a new number, her data', async () => {
    // A sign-in, or a code, is proof enough for two hours.
    await passMinutes(121);
    const other = await openPage(await signInAgain(rachel), PHONE);
    await other.goto('/dashboard/account');
    await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await page.getByLabel('E-mail', { exact: true }).fill(`rachel.${rachel.mobile}@home.example`);
    await page.getByRole('button', { name: 'Save my details' }).click();
    await expect(page.getByText('To be sure it is you')).toBeVisible();
    await expectAccessible(page);
    await proveIt(page, rachel.mobile);
    await expect(
      page.getByText(`Waiting for confirmation of rachel.${rachel.mobile}@home.example.`),
    ).toBeVisible();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await (await saved).path();
    const data = await readFile(file, 'utf8');
    for (const kept of ['Rachel Mei', 'Blk 201 Tampines St 21', 'News and offers that you agreed to'])
      expect(data).toContain(kept);

    const mobile = newMobile();
    await page.getByRole('button', { name: 'Change number' }).click();
    await page.getByLabel('New mobile number').fill(mobile);
    const before = await countCodes(mobile);
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.getByLabel('6-digit code').fill(await newestCode(mobile, before));
    await expect(page.getByText('Your number has changed.')).toBeVisible();
    await other.reload();
    await expect(other).toHaveURL(/\/(signin|signup)/);
  });

  await test.step('in Chinese', async () => {
    await page.getByLabel('中文').check();
    await expect(page.getByRole('heading', { level: 1, name: '账户' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('a customer closes her account, and can sign up again', async ({ openPage }) => {
  const farah = await signUp('Farah', 'Osman');
  const page = await openPage(farah, PHONE);
  await page.goto('/dashboard/account');
  await page.getByRole('link', { name: 'Close my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Close your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Close my account for good' }).click();
  await expect(page).toHaveURL(/\/(signin|signup|$)/);
  await follow(page, '/signup');
  await page.getByLabel(/mobile/i).fill(farah.mobile);
  const before = await countCodes(farah.mobile);
  await page.locator('form button[type=submit]').click();
  await page.getByLabel('6-digit code').fill(await newestCode(farah.mobile, before));
  await expect(page.getByRole('heading', { level: 1, name: 'Nice to meet you' })).toBeVisible();
  for (const way of ['In my inbox', 'By SMS', 'By phone'])
    await expect(page.getByLabel(way)).not.toBeChecked();
  await expectAccessible(page);
});
