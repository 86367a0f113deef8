import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createCustomer, listCustomers } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { heading } from './support/booking.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { test } from './support/test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

let office: Signed;

test.beforeAll(async () => {
  office = await openOffice();
});

const HEAD = 'First name;Last name;Mobile;E-mail;Address;Postal code';

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('CSV file').setInputFiles(file);
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function found(q: string): Promise<number> {
  return (await call(listCustomers, { query: { q } }, office)).items.length;
}

test('the office checks a file, imports it and undoes the import', async ({ openPage }) => {
  const word = `Import${newMobile()}`;
  const known = newMobile();
  const email = `${known}@example.sg`;
  await call(createCustomer, { body: { firstname: 'Known', mobile: known, email } }, office);
  const fresh = newMobile();
  const lines = [
    `秀华;${word};${fresh};${fresh}@example.sg;"Blk 145; Lor 2";310145`,
    `Known;${word};${known};${known}x@example.sg;;`,
    `Wrong;${word};123;w@example.sg;;`,
  ];
  const page = await openPage(office, DESK);
  await page.goto('/admin/import');
  await expect(heading(page)).toHaveText('Import');
  await choose(page, `${word}.csv`, `\ufeff${HEAD}\r\n${lines.join('\r\n')}`);
  await expect(row(page, 'Wrong')).toContainText('Use a Singapore mobile number');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 1 to correct' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Mobile: Use a Singapore mobile number');
  await page.getByRole('button', { name: 'Already there 1' }).click();
  await expect(row(page, 'Known')).toContainText('Already there with this mobile number');
  await expectAccessible(page);
  expect(await found(word)).toBe(0);

  await page.getByRole('button', { name: 'Import 1 customer' }).click();
  await expect(page.getByText('1 of 1. 1 added.')).toBeVisible();
  expect(await found(word)).toBe(1);
  await page.reload();
  const batch = row(page, `${word}.csv`);
  await expect(batch).toContainText('Finished: 1 customer added');
  await batch.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove 1 customer' }).click();
  await expect(batch).toContainText('Undone');
  expect(await found(word)).toBe(0);
});

test('columns that are not recognised are chosen by hand', async ({ openPage }) => {
  const mobile = newMobile();
  const page = await openPage(office, DESK);
  await page.goto('/admin/cleaners');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('The file contains')).toHaveValue('cleaners');
  await choose(page, 'staff.csv', `Who,Number\nAminah,${mobile}`);
  await expect(page.getByText('Some columns are missing')).toBeVisible();
  await page.getByLabel('First name', { exact: true }).selectOption('Who');
  await page.getByLabel('Mobile', { exact: true }).selectOption('Number');
  await page.getByRole('button', { name: 'Import 1 cleaner' }).click();
  await expect(page.getByText('1 of 1. 1 added.')).toBeVisible();
});
