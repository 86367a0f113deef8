import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './house/axe.ts';
import type { Signed } from './house/call.ts';
import { daysFromNow } from './house/clock.ts';
import { hire, newMobile, openOffice } from './house/people.ts';
import { test } from './house/test.ts';

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
  for (const firstname of ['Dahlia', 'Daisy']) {
    await hire(office, { firstname, lastname: 'Wombat', mobile: newMobile() });
  }
});

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const search = (page: Page) => page.getByLabel('In these cleaners');

test('a list is found again by its address, and Back takes back each step', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cleaners');
  await search(page).fill('wombat');
  await expect(page).toHaveURL(/q=wombat/);
  await page.getByRole('button', { name: 'Gender', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Male', exact: true }).click();
  await expect(page.getByText('No cleaners here match.')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(row(page, 'Dahlia Wombat')).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await page.goto('/admin/cleaners?q=wombat&order=desc&columns=name,email');
  await expect(page.getByRole('row').nth(1)).toContainText('Daisy Wombat');
  await expect(page.locator('th[data-accessor=mobile]')).toHaveCount(0);
});

test('what goes into the trash comes back by Z, or from the trash', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cleaners?q=wombat');
  await page.getByLabel('Select all on this page').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByText('2 cleaners are in the trash.')).toBeVisible();
  await page.keyboard.press('z');
  await expect(row(page, 'Daisy Wombat')).toBeVisible();

  await page.getByRole('button', { name: 'More about Daisy Wombat' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(row(page, 'Daisy Wombat')).toHaveCount(0);
  await page.getByRole('button', { name: /^Trash \d/ }).click();
  await page.getByLabel('Select Daisy Wombat').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Daisy Wombat is back.')).toBeVisible();
});

test('the file has the rows that the filters leave', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cleaners?q=wombat');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV, 2 rows' }).click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
});

test('a new cleaner gets a profile, hours and time off', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto('/admin/cleaners/new');
  await page.getByRole('button', { name: 'Add cleaner' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByText('2 things to fix first.')).toBeVisible();
  await page.getByLabel('First name').fill('Zainab');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Mobile').fill(newMobile());
  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Keep editing' }).first().click();
  await page.getByRole('button', { name: 'Add cleaner' }).click();

  await expect(page).toHaveURL(/availability$/);
  await page.getByLabel('Monday', { exact: true }).check();
  await page.getByRole('button', { name: 'Copy Monday to Friday' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  await page.getByRole('link', { name: 'Schedule' }).click();
  const [from, until] = await daysFromNow(30, 31);
  await page.getByLabel('From', { exact: true }).fill(`${from}T09:00`);
  await page.getByLabel('Until', { exact: true }).fill(`${until}T18:00`);
  await page.getByRole('button', { name: 'Set time off' }).click();
  await expect(page.getByText('Zainab has time off.')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('9:00 am to 6:00 pm')).toHaveCount(5);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('None.')).toBeVisible();
  await expectAccessible(page);
});
