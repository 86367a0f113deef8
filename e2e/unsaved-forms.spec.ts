import { expect, type Page } from '@playwright/test';
import { listSettings } from '#features/catalogue/settings/contract.ts';
import { press } from './support/booking.ts';
import { call } from './support/call.ts';
import { passMinutes } from './support/clock.ts';
import { newMobile, openOffice } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

/** Sessions of the office expire after half an hour without a request. */
const IDLE_MINUTES = 31;

async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Sign-in name').fill(OFFICE.identity);
  await page.getByLabel('Password', { exact: true }).fill(OFFICE.password);
  await press(page, 'Sign in');
}

/** The page may notice that the session has ended before the press, when it refreshes what it shows. */
async function pressUnlessSignedOut(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  const signIn = page.getByRole('heading', { name: 'Office sign-in' });
  await button.click({ timeout: 5000 }).catch(() => expect(signIn).toBeVisible());
}

test('unsaved input of the office survives an expired session', async ({ openPage }) => {
  const page = await openPage(await openOffice());
  await page.goto('/admin/customers/new');
  await page.getByLabel('First name').fill('Hui Min');
  await page.getByLabel('Last name').fill('Chua');
  await page.getByLabel('Mobile').fill(newMobile());
  await page.getByLabel('E-mail').fill('hui.min@example.sg');
  await passMinutes(IDLE_MINUTES);
  await pressUnlessSignedOut(page, 'Add customer');
  await expect(page).toHaveURL(/\/admin\/signin\?next=/);
  await signInAgain(page);
  await expect(page).toHaveURL('/admin/customers/new');
  await expect(page.getByLabel('First name')).toHaveValue('Hui Min');
  await expect(page.getByLabel('Last name')).toHaveValue('Chua');
  await press(page, 'Add customer');
  await expect(page.getByText('Next: their home.')).toBeVisible();

  await test.step('so do changed settings, and signing in does not save them', async () => {
    await follow(page, '/admin/settings/business');
    const name = page.getByLabel('Name', { exact: true });
    const before = await name.inputValue();
    await name.fill('Tidy Homes');
    await passMinutes(IDLE_MINUTES);
    await pressUnlessSignedOut(page, /^Save/);
    await expect(page).toHaveURL(/\/admin\/signin\?next=/);
    await signInAgain(page);
    await expect(name).toHaveValue('Tidy Homes');
    const { items } = await call(listSettings, {}, await openOffice());
    expect(items.find((setting) => setting.name === 'businessName')?.value).toBe(before);
  });
});
